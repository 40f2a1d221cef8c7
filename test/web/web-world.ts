import type { Assets } from '../../server/web/assets.ts';
import { aQuestion, openHttpWorld } from '../server/http-world.ts';
import type { HttpWorld } from '../server/http-world.ts';

export type Seen = { readonly status: number; readonly headers: Headers; readonly text: string };

/** A browser without script: it keeps cookies, follows nothing by itself, and says where its forms come from as browsers do. */
export type Browser = {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  post(path: string, fields: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  /** Sends the form of a page with this action, with what the page put into it and what is typed. */
  submit(page: Seen, action: string, typed?: Readonly<Record<string, string>>): Promise<Seen>;
};

export type WebWorld = Awaited<ReturnType<typeof openWebWorld>>;

export const ownForm = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' } as const;

/** The whole service in this process, with an owner `mara` and a person `otto` who owns nothing. */
export async function openWebWorld(assets?: Assets) {
  const http = await openHttpWorld(assets);
  const codeFor = async (person: string) => String((await http.operator.send('POST', `/v1/people/${person}/login-codes`)).body.code);
  return {
    ...http,
    codeFor,
    browser: () => browserOf(http),
    signedIn: async (person = 'mara') => {
      const browser = browserOf(http);
      await browser.post('/login', { code: await codeFor(person) });
      return browser;
    },
    ask: async (fields: Readonly<Record<string, unknown>> = {}) => {
      const asked = await http.agent.send('POST', '/v1/gates', aQuestion(fields));
      if (asked.status !== 201) throw new Error(JSON.stringify(asked.body));
      return asked.body as { readonly id: string; readonly code: string; readonly revision: number };
    },
    gate: async (code: string) => (await http.person.send('GET', `/v1/gates/${code}`)).body,
  };
}

export function browserOf({ app }: Pick<HttpWorld, 'app'>): Browser {
  const cookies = new Map<string, string>();
  const send = async (path: string, request: RequestInit & { readonly headers: Record<string, string> }): Promise<Seen> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await app.request(path, { ...request, headers: { ...(cookie === '' ? {} : { cookie }), ...request.headers } });
    for (const set of response.headers.getSetCookie()) keep(cookies, set);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const post: Browser['post'] = (path, fields, headers = ownForm) => {
    const body = new URLSearchParams(fields).toString();
    const declared = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(Buffer.byteLength(body)) };
    return send(path, { method: 'POST', body, headers: { ...declared, ...headers } });
  };
  return {
    cookies,
    get: (path, headers = {}) => send(path, { method: 'GET', headers: { ...headers } }),
    post,
    submit: (page, action, typed = {}) => post(action, { ...formOf(page, action), ...typed }),
  };
}

/** The hidden fields of the form with this action. */
export function formOf({ text }: Pick<Seen, 'text'>, action: string): Record<string, string> {
  const form = new RegExp(`<form[^>]*action="${action.replaceAll('/', '\\/')}"[^>]*>(.*?)</form>`, 's').exec(text)?.[1];
  if (form === undefined) throw new Error(`there is no form for ${action} on the page`);
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
}

function keep(cookies: Map<string, string>, set: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
  if (/Max-Age=0(?:;|$)/.test(set)) cookies.delete(name);
  else cookies.set(name, value);
}
