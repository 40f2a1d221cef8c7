import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** The public HTTP API with one token: all that an outside program needs. */
export type Api = {
  readonly get: <Reply>(path: string, reply: z.ZodType<Reply>) => Promise<Reply>;
  readonly post: <Reply>(path: string, body: unknown, reply: z.ZodType<Reply>) => Promise<Reply>;
};

const problem = z.looseObject({ code: z.string(), detail: z.string() });

export function apiOf(url: string, token: string): Api {
  const call = async <Reply>(method: 'GET' | 'POST', path: string, reply: z.ZodType<Reply>, body?: unknown): Promise<Reply> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const json: unknown = await response.json();
    if (response.ok) return reply.parse(json);
    const { code, detail } = problem.parse(json);
    throw new Error(`${method} ${path}: ${code}: ${detail}`);
  };
  return { get: (path, reply) => call('GET', path, reply), post: (path, body, reply) => call('POST', path, reply, body) };
}
