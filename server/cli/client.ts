import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { exits, Stop } from './exit.ts';

export type Client = {
  readonly url: URL;
  readonly get: <Reply>(path: string, reply: z.ZodType<Reply>) => Promise<Reply>;
  /** Sends a change under a key of its own, so that a second try after a lost reply changes nothing twice. */
  readonly post: <Reply>(path: string, body: unknown, reply: z.ZodType<Reply>) => Promise<Reply>;
  readonly remove: <Reply>(path: string, reply: z.ZodType<Reply>) => Promise<Reply>;
};

const problem = z.looseObject({ code: z.string(), detail: z.string(), fix: z.string().optional() });

const tryLater: readonly number[] = [408, 425, 429, 503];

/** The service that GATEBELL_URL names (default: this machine, PORT or 8787), as whoever GATEBELL_TOKEN says. */
export function connect(environment: NodeJS.ProcessEnv): Client {
  const url = serviceUrl(environment);
  const call = async <Reply>(method: 'GET' | 'POST' | 'DELETE', path: string, reply: z.ZodType<Reply>, body?: unknown): Promise<Reply> => {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (environment.GATEBELL_TOKEN !== undefined) headers.authorization = `Bearer ${environment.GATEBELL_TOKEN}`;
    if (method !== 'GET') headers['idempotency-key'] = randomUUID();
    if (body !== undefined) headers['content-type'] = 'application/json';
    const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return readReply(await reach(new URL(path, url), sent), reply);
  };
  return {
    url,
    get: (path, reply) => call('GET', path, reply),
    post: (path, body, reply) => call('POST', path, reply, body),
    remove: (path, reply) => call('DELETE', path, reply),
  };
}

/** Path parts that came from the command line, safe inside a path. */
export function path(parts: TemplateStringsArray, ...named: readonly string[]): string {
  return parts.reduce((text, part, index) => text + encodeURIComponent(named[index - 1] ?? '') + part);
}

function serviceUrl(environment: NodeJS.ProcessEnv): URL {
  const text = environment.GATEBELL_URL ?? `http://127.0.0.1:${environment.PORT ?? '8787'}`;
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text);
  throw new Stop(exits.configuration, [`GATEBELL_URL should be an address such as http://127.0.0.1:8787; "${text}" is not one.`]);
}

async function reach(url: URL, sent: RequestInit): Promise<Response> {
  try {
    return await fetch(url, sent);
  } catch (error) {
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Stop(exits.unreached, [`No Gatebell answers at ${url.origin} (${why}). Start it with: gatebell serve, or set GATEBELL_URL.`]);
  }
}

async function readReply<Reply>(response: Response, reply: z.ZodType<Reply>): Promise<Reply> {
  const text = await response.text();
  const json = parseJson(text);
  if (response.ok) {
    const parsed = reply.safeParse(json);
    if (parsed.success) return parsed.data;
    throw new Stop(exits.unreached, [`What answers at ${response.url} is not this version of Gatebell: ${z.prettifyError(parsed.error)}`]);
  }
  const refused = problem.safeParse(json);
  if (!refused.success) throw new Stop(exits.unreached, [`What answers at ${response.url} is not Gatebell: it said ${response.status}.`]);
  const { code, detail, fix } = refused.data;
  const ending = tryLater.includes(response.status) ? exits.later : exits.refused;
  throw new Stop(ending, [`${code}: ${detail}`, ...(fix === undefined ? [] : [`What to do: ${fix}`])], json);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
