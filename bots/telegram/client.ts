import { Api } from 'grammy';

/** Calls of Telegram: each is made once, within a time. What it asks to wait for is told to the caller. */
export type Client = Api;

/** `apiUrl` is where the Bot API is. A call that is sent elsewhere would carry the token there, so it fails. */
export function createClient(token: string, apiUrl: string, timeoutMs: number): Client {
  return new Api(token, {
    apiRoot: apiUrl.replace(/\/+$/u, ''),
    timeoutSeconds: timeoutMs / 1_000,
    baseFetchConfig: { compress: true, redirect: 'error' },
  });
}
