import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Api } from 'grammy';

/** Calls of Telegram: each is made once, within a time. What it asks to wait for is told to the caller. */
export type Client = Api;

/**
 * `apiUrl` is where the Bot API is. No connection is kept for the next call: one that the other side has just given up leaves it
 * unknown whether a message arrived. A call that is sent on elsewhere would carry the token there, so it fails.
 */
export function createClient(token: string, apiUrl: string, timeoutMs: number): Client {
  const isPlain = apiUrl.startsWith('http:');
  return new Api(token, {
    apiRoot: apiUrl.replace(/\/+$/u, ''),
    timeoutSeconds: timeoutMs / 1_000,
    baseFetchConfig: {
      compress: true,
      redirect: 'error',
      agent: isPlain ? new HttpAgent({ keepAlive: false }) : new HttpsAgent({ keepAlive: false }),
    },
  });
}
