import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import type { Put, Trouble } from '../port.ts';
import { TokenRefused } from './rest.ts';

/**
 * What an error of Discord means. `unformatted`: Discord takes the message, but not in this form. `archived`: the thread sleeps.
 * `late`: the interaction takes no answer any more. `dead`: nothing works until the operator mends the app.
 */
export type Failure =
  | { readonly kind: 'unknown'; readonly reason: string; readonly ownFault: boolean }
  | { readonly kind: 'retry-later'; readonly reason: string; readonly retryInMs?: number }
  | { readonly kind: 'broken-channel' | 'dead'; readonly reason: string; readonly fix: string }
  | { readonly kind: 'gone' | 'rejected' | 'unformatted' | 'archived' | 'late'; readonly reason: string };

type Meaning =
  | 'unknown'
  | 'retry-later'
  | 'gone'
  | 'rejected'
  | 'unformatted'
  | 'archived'
  | 'late'
  | { readonly kind: 'broken-channel' | 'dead'; readonly fix: string };

export const newToken = 'In the Developer Portal open the app, Bot, Reset Token, set DISCORD_TOKEN to the new token and start again.';
const otherPerson = channelFix(
  'The person takes no direct messages from the bot: ask them to allow those of the server, or add a route to a channel.',
);
const findChannel = channelFix('Check the channel id of the route (Developer Mode, right-click, Copy Channel ID), or close the route.');

/** Every code of Discord that the calls of the adapter can meet, and what is to be done. */
const meanings = {
  10003: findChannel,
  10004: findChannel,
  10007: 'rejected',
  10008: 'gone',
  10013: otherPerson,
  10015: 'late',
  10062: 'late',
  20012: { kind: 'dead', fix: newToken },
  20016: 'retry-later',
  20022: 'retry-later',
  20028: 'retry-later',
  20029: 'retry-later',
  30015: 'unformatted',
  30033: channelFix('The thread is full: close the route and add one to another thread.'),
  30034: 'retry-later',
  30046: 'retry-later',
  40001: { kind: 'dead', fix: newToken },
  40002: { kind: 'dead', fix: 'Verify the account that owns the app, then start again.' },
  40003: 'retry-later',
  40004: 'retry-later',
  40005: 'unformatted',
  40060: 'late',
  40094: 'late',
  40333: channelFix('Something between this service and Discord changes requests: check proxies and DISCORD_API_URL.'),
  50001: channelFix(
    'Invite the bot to the channel: in its settings, Permissions, give the role of the bot View Channel, Send Messages and Read Message History.',
  ),
  50005: 'gone',
  50006: 'unformatted',
  50007: otherPerson,
  50008: channelFix('Nothing can be written in a channel of that kind: add a route to a text channel.'),
  50013: channelFix(
    'Give the role of the bot Send Messages in the settings of the channel (in a thread: Send Messages in Threads), and Embed Links.',
  ),
  50027: 'late',
  50035: 'unformatted',
  50083: 'archived',
  50278: otherPerson,
  160005: channelFix('The thread is locked: unlock it, or close the route and add one to another thread.'),
  200000: channelFix('AutoMod of the server blocked the message: exempt the role of the bot in Server Settings, AutoMod.'),
  200001: channelFix('AutoMod of the server blocked the title: exempt the role of the bot in Server Settings, AutoMod.'),
  240000: 'unformatted',
} as const satisfies Readonly<Record<number, Meaning>>;

/** Classes whatever a call of Discord threw. The reason names no token and no address. */
export function classOf(failure: unknown): Failure {
  if (failure instanceof TokenRefused) return { kind: 'dead', reason: failure.message, fix: newToken };
  if (failure instanceof RateLimitError) return waiting(Math.max(failure.retryAfter, failure.sublimitTimeout, failure.timeToReset));
  if (failure instanceof DiscordAPIError) return apiFailure(failure);
  if (failure instanceof HTTPError) return httpFailure(failure.status);
  if (failure instanceof Error) return requestFailure(failure);
  return { kind: 'unknown', reason: 'the answer of Discord broke off', ownFault: false };
}

/** Where in a message of ours Discord found what it refused, for the operator's log. */
export function refusedPart(failure: unknown): string | null {
  if (!(failure instanceof DiscordAPIError) || !('errors' in failure.rawError)) return null;
  return JSON.stringify(failure.rawError.errors).slice(0, 300);
}

/** The failure as the port tells it. */
export function putOf(failure: Failure): Put {
  const { reason } = failure;
  switch (failure.kind) {
    case 'unknown':
      return { result: 'unknown', reason, ownFault: failure.ownFault };
    case 'retry-later':
      return {
        result: 'failed',
        reason,
        as: 'retry-later',
        ...(failure.retryInMs === undefined ? {} : { retryInMs: failure.retryInMs }),
      };
    case 'broken-channel':
    case 'dead':
      return { result: 'failed', reason, as: 'broken-channel', fix: failure.fix };
    case 'archived':
      return { result: 'failed', reason, as: 'broken-channel', fix: 'Open the thread again, and let the bot send messages in threads.' };
    case 'gone':
      return { result: 'failed', reason, as: 'gone' };
    case 'rejected':
    case 'unformatted':
    case 'late':
      return { result: 'failed', reason, as: 'rejected' };
  }
}

/** What the operator should do when the whole platform does not work. */
export function troubleOf(failure: Failure): Trouble {
  const fix = 'fix' in failure ? failure.fix : 'Gatebell tries again by itself; check discordstatus.com.';
  return { reason: failure.reason, fix };
}

function apiFailure({ code, status, rawError }: DiscordAPIError): Failure {
  if (typeof code !== 'number' || !('message' in rawError)) return httpFailure(status);
  if (status === 401 && code === 0) return { kind: 'dead', reason: 'Discord refuses the token (401)', fix: newToken };
  const reason = `Discord says ${code} (${knownName(code)})`;
  const meaning = meaningOf(code, status);
  if (typeof meaning === 'object') return { ...meaning, reason };
  return meaning === 'unknown' ? { kind: meaning, reason, ownFault: true } : { kind: meaning, reason };
}

function meaningOf(code: number, status: number): Meaning {
  if (Object.hasOwn(meanings, code)) return meanings[code as keyof typeof meanings]; // just looked up
  if (status === 429) return 'retry-later';
  return channelFix(`Look up ${code} in the documentation of Discord; the message was refused and is tried again.`);
}

const names: Readonly<Record<number, string>> = {
  10003: 'unknown channel',
  10008: 'unknown message',
  50001: 'missing access',
  50007: 'cannot message this person',
  50013: 'missing permission',
  50035: 'form refused',
  50083: 'thread archived',
  160005: 'thread locked',
  200000: 'blocked by AutoMod',
};

function knownName(code: number): string {
  return names[code] ?? 'see its list of errors';
}

function waiting(ms: number): Failure {
  const reason = 'Discord asks to wait';
  return Number.isFinite(ms) && ms > 0 ? { kind: 'retry-later', reason, retryInMs: Math.ceil(ms) } : { kind: 'retry-later', reason };
}

function httpFailure(status: number): Failure {
  const reason = `Discord answered with status ${status}`;
  if (status === 401) return { kind: 'dead', reason, fix: newToken };
  return status >= 500 ? { kind: 'unknown', reason, ownFault: true } : { kind: 'retry-later', reason };
}

const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

function requestFailure(failure: Error): Failure {
  const code = codeOf(failure) ?? codeOf(failure.cause);
  if (code !== null && neverSent.has(code)) return { kind: 'retry-later', reason: `Discord cannot be reached (${code})` };
  if (failure.name === 'AbortError') return { kind: 'unknown', reason: 'Discord did not answer in time', ownFault: false };
  return { kind: 'unknown', reason: `the answer of Discord broke off (${code ?? failure.name})`, ownFault: false };
}

function codeOf(failure: unknown): string | null {
  if (!(failure instanceof Error) || !('code' in failure)) return null;
  return typeof failure.code === 'string' && /^[A-Z_]{2,40}$/.test(failure.code) ? failure.code : null;
}

function channelFix(fix: string): { readonly kind: 'broken-channel'; readonly fix: string } {
  return { kind: 'broken-channel', fix };
}
