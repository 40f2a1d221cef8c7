import { z } from 'zod';
import type { Said } from '../port.ts';
import type { Arrival, Self } from './arrival.ts';
import { standsAt } from './arrival.ts';
import { readData } from './callback-data.ts';
import { anonymousAdmin } from './limits.ts';
import { readMessage } from './messages.ts';

const update = z.object({ update_id: z.int().nonnegative() });

/** The number of an update, by which it is confirmed; null when it has none. */
export function updateId(body: unknown): number | null {
  const parsed = update.safeParse(body);
  return parsed.success ? parsed.data.update_id : null;
}

/** Understands an update of Telegram. Null: it is no concern of Gatebell, or not of a form that is known. */
export function readArrival(body: unknown, self: Self): Arrival | null {
  const number = updateId(body);
  if (number === null) return null;
  return readPress(body, `update:${number}`) ?? readMessage(body, `update:${number}`, self);
}

const migrated = z.object({ message: z.object({ chat: z.object({ id: z.int().negative() }), migrate_to_chat_id: z.int().negative() }) });

/** A group that became a supergroup, which has another number. */
export function readMove(body: unknown): { readonly from: string; readonly to: string } | null {
  const parsed = migrated.safeParse(body);
  if (!parsed.success) return null;
  const { chat, migrate_to_chat_id: to } = parsed.data.message;
  return { from: String(chat.id), to: String(to) };
}

const membership = z.object({
  my_chat_member: z.object({ chat: z.object({ id: z.int() }), new_chat_member: z.object({ status: z.string() }) }),
});

/** What the bot is from now on in a chat. */
export function readOwnMembership(body: unknown): { readonly chat: number; readonly isIn: boolean } | null {
  const parsed = membership.safeParse(body);
  if (!parsed.success) return null;
  const { chat, new_chat_member: now } = parsed.data.my_chat_member;
  return { chat: chat.id, isIn: now.status !== 'left' && now.status !== 'kicked' };
}

const started = z.object({
  message: z.object({ chat: z.object({ type: z.literal('private') }), text: z.string().regex(/^\/start\b/) }),
});
const reopened = z.object({ message: z.object({ forum_topic_reopened: z.record(z.string(), z.unknown()) }) });

/** Somebody pressed Start, which Telegram tells as no change of what the bot is; or a topic was opened again. */
export function readOpening(body: unknown): boolean {
  return started.safeParse(body).success || reopened.safeParse(body).success;
}

const pressed = z.object({
  callback_query: z.object({
    id: z.string().min(1),
    from: z.object({ id: z.int().positive(), is_bot: z.boolean().optional(), first_name: z.string().default('') }),
    // Of an old message only the place is told.
    message: z
      .object({
        message_id: z.int(),
        chat: z.object({ id: z.int(), type: z.string(), is_forum: z.boolean().optional() }),
        message_thread_id: z.int().optional(),
        is_topic_message: z.boolean().optional(),
      })
      .optional(),
    data: z.string().optional(),
  }),
});

const outdated = 'That button is of an older version of the message, so nothing was done. Look at the newest one, or send /gates.';

function readPress(body: unknown, id: string): Arrival | null {
  const parsed = pressed.safeParse(body);
  if (!parsed.success) return null;
  const { id: callback, from, message, data } = parsed.data.callback_query;
  const at = message === undefined ? null : standsAt(message);
  // Only a copy says where it is good for, and copies stand in private chats.
  const carried = data === undefined ? null : at?.kind === 'private' ? readData(data) : { token: data, place: at };
  const said: Said = carried === null ? { kind: 'unreadable', why: outdated } : { kind: 'token', token: carried.token };
  return {
    id,
    account: from.id,
    name: from.first_name,
    at,
    place: carried?.place ?? at,
    said,
    saidAtMs: null,
    callback,
    isBot: from.is_bot === true || from.id === anonymousAdmin,
    isToldHere: false,
  };
}
