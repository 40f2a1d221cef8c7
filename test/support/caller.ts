/** What came back: the body as JSON, typed by what the caller of the helper says it expects and then asserts. */
export type Reply<Body> = { readonly status: number; readonly headers: Headers; readonly body: Body };

export type Problem = {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly fix: string;
};

export type Json = Readonly<Record<string, unknown>>;

/** One holder of a credential, speaking plain HTTP. `key` becomes the Idempotency-Key. */
export type Caller = {
  readonly token: string | undefined;
  get<Body = Json>(path: string): Promise<Reply<Body>>;
  post<Body = Json>(path: string, body?: unknown, key?: string): Promise<Reply<Body>>;
  patch<Body = Json>(path: string, body: unknown, key?: string): Promise<Reply<Body>>;
  send(path: string, request: RequestInit): Promise<Response>;
};

export function callerAt(address: string, token?: string): Caller {
  const credential: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const send = (path: string, request: RequestInit) =>
    fetch(`${address}${path}`, { ...request, headers: { ...credential, ...headersOf(request) } });
  const write = async <Body>(method: string, path: string, body: unknown, key: string | undefined) => {
    const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) };
    return replyOf<Body>(await send(path, { method, headers, body: JSON.stringify(body ?? {}) }));
  };
  return {
    token,
    get: async <Body>(path: string) => replyOf<Body>(await send(path, {})),
    post: <Body>(path: string, body?: unknown, key?: string) => write<Body>('POST', path, body, key),
    patch: <Body>(path: string, body: unknown, key?: string) => write<Body>('PATCH', path, body, key),
    send,
  };
}

export async function replyOf<Body>(response: Response): Promise<Reply<Body>> {
  const text = await response.text();
  const body = JSON.parse(text === '' ? '{}' : text) as Body; // the test that names the type asserts on its fields
  return { status: response.status, headers: response.headers, body };
}

function headersOf(request: RequestInit): Record<string, string> {
  return Object.fromEntries(new Headers(request.headers));
}
