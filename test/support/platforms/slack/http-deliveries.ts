import { createHmac } from 'node:crypto';
import type { Acknowledged, Delivery } from './deliveries.ts';
import { ackMsMax } from './deliveries.ts';
import type { Json } from '../json.ts';
import { textOf } from '../json.ts';
import type { State } from './state.ts';

export type Posted = { readonly status: number; readonly body: string };

/** Sends one delivery to the request URL, signed as Slack signs. */
export async function sendOverHttp(state: State, url: string, delivery: Delivery): Promise<Acknowledged> {
  const [contentType, body] = encoded(delivery);
  const retried: Record<string, string> =
    delivery.retry === null ? {} : { 'x-slack-retry-num': String(delivery.retry.attempt), 'x-slack-retry-reason': delivery.retry.reason };
  const answered = await postSigned(state, url, contentType, body, { headers: retried }).catch((failure: unknown) => String(failure));
  if (typeof answered === 'string') return { result: 'unacknowledged', why: answered.includes('Timeout') ? 'timeout' : answered };
  if (answered.status !== 200) return { result: 'unacknowledged', why: `http status ${answered.status}` };
  return { result: 'acknowledged', response: parsedAnswer(answered.body) };
}

/** How a signature may differ from an honest one, for tests of the bot's own check. */
export type Signing = { readonly skewS?: number; readonly secret?: string; readonly headers?: Readonly<Record<string, string>> };

/** Posts with Slack's signature over `v0:timestamp:body`; times out when it is not answered within 3 s. */
export async function postSigned(state: State, url: string, contentType: string, body: string, signing: Signing): Promise<Posted> {
  const timestamp = String(Math.floor(state.clock.nowMs() / 1_000) + (signing.skewS ?? 0));
  const mac = createHmac('sha256', signing.secret ?? state.app.signingSecret)
    .update(`v0:${timestamp}:${body}`)
    .digest('hex');
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': contentType,
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${mac}`,
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      ...signing.headers,
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(ackMsMax),
  });
  return { status: response.status, body: await response.text() };
}

/** Events are JSON; interactions are a form with JSON in `payload`; a command is a plain form. */
export function encoded({ kind, payload }: Delivery): readonly [string, string] {
  switch (kind) {
    case 'events_api':
      return ['application/json', JSON.stringify(payload)];
    case 'interactive':
      return ['application/x-www-form-urlencoded', new URLSearchParams({ payload: JSON.stringify(payload) }).toString()];
    case 'slash_commands':
      return ['application/x-www-form-urlencoded', formOf(payload)];
  }
}

function formOf(payload: Json): string {
  return new URLSearchParams(Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, textOf(value)]))).toString();
}

function parsedAnswer(body: string): unknown {
  if (body === '') return {};
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return { text: body };
  }
}
