import { z } from 'zod';
import type { Said } from '../port.ts';
import type { Arrival, Self } from './arrival.ts';
import { arrival, lineSaid, tooLong } from './arrival.ts';
import { unescaped } from './encoder.ts';
import { slackLimits } from './limits.ts';
import { messageName } from './message-name.ts';

const editedReply = 'An edited message decides nothing. Write your answer as a new reply.';
const noText = 'There is no text in that reply, so nothing was done. Answer with a number, a key or a label.';

const event = z.object({ event: z.unknown() });

const message = z.object({
  type: z.literal('message'),
  subtype: z.string().optional(),
  channel: z.string(),
  channel_type: z.string().optional(),
  user: z.string().optional(),
  team: z.string().nullish(),
  user_team: z.string().nullish(),
  bot_id: z.string().nullish(),
  bot_profile: z.unknown().optional(),
  text: z.string().default(''),
  ts: z.string(),
  thread_ts: z.string().nullish(),
  parent_user_id: z.string().nullish(),
  edited: z.unknown().optional(),
});

type Message = z.infer<typeof message>;

const changed = z.object({
  type: z.literal('message'),
  subtype: z.literal('message_changed'),
  channel: z.string(),
  channel_type: z.string().optional(),
  message: z.object({ edited: z.object({ ts: z.string() }) }).loose(),
});

/** Subtypes that are still something that a person wrote. */
const written: readonly (string | undefined)[] = [undefined, 'file_share', 'thread_broadcast'];

/** Understands an event of a message: replies in threads, what is written to the bot directly, and edits of either. */
export function readMessageEvent(body: unknown, self: Self): Arrival | null {
  const parsed = event.safeParse(body);
  if (!parsed.success) return null;
  const change = changed.safeParse(parsed.data.event);
  if (change.success) return readChange(change.data, self);
  const said = message.safeParse(parsed.data.event);
  return said.success ? readMessage(said.data, self) : null;
}

/** The id is the same whether it came live, was delivered again, or was read back. */
function readMessage(said: Message, self: Self): Arrival | null {
  if (!written.includes(said.subtype) || said.user === undefined || isOfBot(said, self)) return null;
  const thread = said.thread_ts ?? null;
  const replied = thread !== null && thread !== said.ts ? thread : null;
  if (replied === null && said.channel_type !== 'im') return null;
  const meant = saidIn(said, replied);
  // Whether a thread is ours is known to others; but what cannot be read is answered at once, so it must be under a message of ours.
  if (meant.kind === 'unreadable' && replied !== null && said.parent_user_id !== self.user) return null;
  const who = { id: said.user, team: said.user_team ?? said.team ?? self.team };
  return arrival(self, who, `message:${said.channel}:${said.ts}`, meant, { channel: said.channel, thread, ...saidAt(said.ts) });
}

function saidIn(said: Message, replied: string | null): Said {
  const text = unescaped(said.text).trim();
  if (said.edited !== undefined) return { kind: 'unreadable', why: editedReply };
  if (text === '') return { kind: 'unreadable', why: noText };
  if (replied === null) return lineSaid(said.text);
  return text.length > slackLimits.inputCharsMax
    ? tooLong()
    : { kind: 'reply', message: messageName(said.channel, replied), direct: false, text };
}

/** The name of a message is the time when it was written. */
function saidAt(ts: string): { readonly saidAtMs?: number } {
  return /^\d{1,11}\.\d+$/.test(ts) ? { saidAtMs: Math.floor(Number(ts) * 1000) } : {};
}

/** An edit has an id of its own, so that its author is told once. */
function readChange(change: z.infer<typeof changed>, self: Self): Arrival | null {
  const parsed = message.safeParse({ ...change.message, channel: change.channel, channel_type: change.channel_type });
  const found = parsed.success ? readMessage(parsed.data, self) : null;
  return found === null ? null : { ...found, id: `${found.id}:${change.message.edited.ts}` };
}

function isOfBot(said: Message, self: Self): boolean {
  return said.user === self.user || (said.bot_id !== undefined && said.bot_id !== null) || said.bot_profile !== undefined;
}
