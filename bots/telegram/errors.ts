import { GrammyError, HttpError } from 'grammy';
import { plainLine } from '../text.ts';
import type { Put, Trouble } from '../port.ts';
import { redacted } from './redact.ts';

/**
 * What an error of Telegram means. `unformatted`: it takes the message, but not in this form. `unchanged`: it stands there so
 * already. `moved`: the chat has another id from now on. `dead`: nothing works until the operator mends the installation.
 * `conflict`: somebody else receives for this bot.
 */
export type Failure =
  | { readonly kind: 'unknown'; readonly reason: string; readonly ownFault: boolean }
  | { readonly kind: 'retry-later'; readonly reason: string; readonly retryInMs?: number }
  | { readonly kind: 'broken-channel' | 'dead' | 'conflict'; readonly reason: string; readonly fix: string }
  | { readonly kind: 'moved'; readonly reason: string; readonly address: string }
  | { readonly kind: 'unchanged'; readonly reason: string }
  | { readonly kind: 'gone' | 'rejected' | 'unformatted'; readonly reason: string };

type Meaning = 'gone' | 'rejected' | 'unformatted' | 'unchanged' | { readonly fix: string };

const invite = { fix: 'Invite the bot to the chat again, and let it write there.' };
const findChat = { fix: 'Check the chat id of the route: /status sent in the chat tells it; the bot must be a member of the chat.' };
const start = { fix: 'The person must open a chat with the bot and press Start; or add a route to a group.' };
const allowPosting = { fix: 'Let the bot write in the chat (its permissions there), or close the route and add another.' };
const reopen = { fix: 'Reopen the topic, make the bot an administrator that may manage topics, or add a route elsewhere.' };
const httpsAddress = { fix: 'Set GATEBELL_PUBLIC_URL to an https address that is reachable from outside, on port 443, 80, 88 or 8443.' };
const otherThread = { fix: 'The topic is gone: close the route and add one to another topic, or without a thread.' };

/** What Telegram says, in lower case, and what is to be done: there are no codes, so parts of its sentences are looked for. */
const meanings: readonly (readonly [string, Meaning])[] = [
  ['bad webhook', httpsAddress],
  ['message is not modified', 'unchanged'],
  ['message to edit not found', 'gone'],
  ['message_id_invalid', 'gone'],
  ["message can't be edited", 'gone'],
  ["can't parse", 'unformatted'],
  ['entity', 'unformatted'],
  ['entities', 'unformatted'],
  ['button', 'unformatted'],
  ['reply markup', 'unformatted'],
  ['reply_markup', 'unformatted'],
  ['inline keyboard', 'unformatted'],
  ['too long', 'unformatted'],
  ['message_too_long', 'unformatted'],
  ['text is empty', 'rejected'],
  ['text must be non-empty', 'rejected'],
  ['was kicked', invite],
  ['not a member', invite],
  ['group chat was deleted', findChat],
  ['chat not found', findChat],
  ['peer_id_invalid', findChat],
  ["can't initiate conversation", start],
  ["can't send messages to bots", start],
  ['blocked by the user', start],
  ['user is deactivated', start],
  ['not enough rights', allowPosting],
  ['have no rights', allowPosting],
  ['need administrator rights', allowPosting],
  ['write_forbidden', allowPosting],
  ['_forbidden', allowPosting],
  ['chat_restricted', allowPosting],
  ['topic_closed', reopen],
  ['topic_deleted', otherThread],
  ['thread not found', otherThread],
  ['topic_id_invalid', otherThread],
];

const newToken = 'Set TELEGRAM_TOKEN to the token that BotFather shows for the bot (/mybots, API Token).';
const onePoller = 'Stop the other service with this token, or give each a bot of its own. Gatebell goes on trying.';
const noWebhook = 'Gatebell takes the webhook away. If it comes back, another service sets it: give each a bot of its own.';

/** Classes whatever a call threw. The reason names no token and no address. */
export function classOf(failure: unknown): Failure {
  if (failure instanceof GrammyError) return telegramFailure(failure);
  if (failure instanceof HttpError) return networkFailure(failure.error);
  return notItsOwn;
}

/** What is left of a failure when nothing can be done about it here. */
export type Refused = Exclude<Failure, { readonly kind: 'unchanged' | 'moved' }>;

/** The failure as the port tells it. */
export function putOf(failure: Refused): Put {
  const { reason } = failure;
  switch (failure.kind) {
    case 'unknown':
      return { result: 'unknown', reason, ownFault: failure.ownFault };
    case 'retry-later': {
      const { retryInMs } = failure;
      return { result: 'failed', reason, as: 'retry-later', ...(retryInMs === undefined ? {} : { retryInMs }) };
    }
    case 'broken-channel':
    case 'dead':
    case 'conflict':
      return { result: 'failed', reason, as: 'broken-channel', fix: failure.fix };
    case 'gone':
      return { result: 'failed', reason, as: 'gone' };
    case 'rejected':
    case 'unformatted':
      return { result: 'failed', reason, as: 'rejected' };
  }
}

/** What the operator should do when the whole platform does not work. */
export function troubleOf(failure: Failure): Trouble {
  const fix = 'fix' in failure ? failure.fix : 'Gatebell tries again by itself; check the network of this machine.';
  return { reason: failure.reason, fix };
}

const notItsOwn: Failure = { kind: 'unknown', reason: 'Telegram answered with something that is not its own', ownFault: true };

function telegramFailure({ error_code: code, description, parameters }: GrammyError): Failure {
  // The library hands on whatever was answered.
  if (typeof code !== 'number' || typeof description !== 'string') return notItsOwn;
  const reason = `Telegram says: ${redacted(plainLine(description, 200))}`;
  const { migrate_to_chat_id: movedTo, retry_after: retryS } = parameters ?? {};
  if (typeof movedTo === 'number') return { kind: 'moved', reason, address: String(movedTo) };
  if (code >= 500) return { kind: 'unknown', reason, ownFault: true };
  if (code === 429) return { kind: 'retry-later', reason, ...(typeof retryS === 'number' ? { retryInMs: retryS * 1_000 } : {}) };
  const said = description.toLowerCase();
  if (code === 409) return { kind: 'conflict', reason, fix: said.includes('webhook') ? noWebhook : onePoller };
  if (code === 401 || code === 404) return { kind: 'dead', reason, fix: newToken };
  const [, meaning] = meanings.find(([part]) => said.includes(part)) ?? [];
  if (typeof meaning === 'string') return { kind: meaning, reason };
  const fix = meaning?.fix ?? 'Look up what Telegram says; the message was refused and is tried again.';
  return { kind: 'broken-channel', reason, fix };
}

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function networkFailure(inner: unknown): Failure {
  const code = textIn(inner, 'code');
  if (code !== null && neverSent.has(code)) return { kind: 'retry-later', reason: `Telegram cannot be reached (${code})` };
  if (textIn(inner, 'type') === 'invalid-json') return notItsOwn;
  if (inner instanceof Error && inner.message.includes('timed out')) {
    return { kind: 'unknown', reason: 'Telegram did not answer in time', ownFault: false };
  }
  return { kind: 'unknown', reason: `the connection to Telegram broke${code === null ? '' : ` (${code})`}`, ownFault: false };
}

function textIn(failure: unknown, name: 'code' | 'type'): string | null {
  if (!(failure instanceof Error) || !(name in failure)) return null;
  const value: unknown = Object.entries(failure).find(([key]) => key === name)?.[1];
  return typeof value === 'string' && /^[\w-]{2,40}$/.test(value) ? value : null;
}
