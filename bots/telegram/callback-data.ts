import { telegramLimits } from './limits.ts';

/** A chat, and the topic in it where it is a forum. */
export type Spot = { readonly chat: number; readonly thread: number | null };

/** The topic with which each forum begins. Telegram never says its number, and nothing can be sent to it by that. */
export const general = 1;

/** What a press carries: a token, and for a copy in a private chat the place that the token is good for. */
export type Carried = { readonly token: string; readonly place: Spot | null };

// Groups have negative numbers: no private chat is ever claimed.
const form = /^(?<token>.*)@(?<chat>-[0-9a-z]{1,11})(?:\.(?<thread>[0-9a-z]{1,8}))?$/su;

/**
 * The data behind a button. The place is not signed and need not be: the token names its route, and whoever presses must be a
 * member of the place that is claimed. Null: it does not fit, so there can be no such button.
 */
export function writeData({ token, place }: Carried): string | null {
  const thread = place === null || place.thread === null ? '' : `.${place.thread.toString(36)}`;
  const data = place === null ? token : `${token}@${place.chat.toString(36)}${thread}`;
  return Buffer.byteLength(data) <= telegramLimits.callbackDataMax ? data : null;
}

export function readData(data: string): Carried {
  const { token, chat, thread } = form.exec(data)?.groups ?? {};
  if (token === undefined || chat === undefined) return { token: data, place: null };
  const place = { chat: Number.parseInt(chat, 36), thread: thread === undefined ? null : Number.parseInt(thread, 36) };
  return Number.isSafeInteger(place.chat) ? { token, place } : { token: data, place: null };
}
