import { textOf } from '../../json.ts';
import type { Json } from '../../json.ts';
import type { CallbackQuery, Chat, Message } from '../state.ts';
import { messageJson, userJson } from '../wire.ts';
import type { PeopleContext } from './places.ts';
import { chatNamed, seerOf } from './places.ts';

/** A button by what stands on it, or by its data. */
export type PressOn = {
  readonly user: number;
  readonly chat: number;
  readonly on: string;
  /** The message; the newest one with such a button when it is left out. */
  readonly message?: number | undefined;
  /** Looks still at an earlier version of the message (or at one that is deleted), and presses what stood there. */
  readonly stale?: boolean;
  /** Instead of the data that stands there: what an altered client would send. */
  readonly forged?: string;
  /** Pressed that long ago: the update was on its way. */
  readonly ageMs?: number;
  /** The message is so old that Telegram does not say what stood in it. */
  readonly inaccessible?: boolean;
};

/** A person presses; gives the id of the query, which spins until it is answered. Throws when the person sees no such button. */
export function press({ state, updates }: PeopleContext, on: PressOn): string {
  const chat = chatNamed(state, on.chat);
  const user = seerOf(state, on.user, chat);
  const { message, button } = find(chat, on);
  const query: CallbackQuery = {
    id: state.nextId(),
    user: user.id,
    chat: chat.id,
    message: message.id,
    data: on.forged ?? textOf(button.callback_data),
    pressedAtMs: state.clock.nowMs() - (on.ageMs ?? 0),
    answer: null,
  };
  state.queries.set(query.id, query);
  const shown = messageJson(state, message);
  const old = { chat: shown.chat, message_id: message.id, date: 0 };
  const body = {
    id: query.id,
    from: userJson(user),
    message: on.inaccessible === true || message.deleted ? old : shown,
    chat_instance: String(Math.abs(chat.id) * 7),
    data: query.data,
  };
  updates.push('callback_query', body, on.ageMs);
  return query.id;
}

function find(chat: Chat, on: PressOn): { readonly message: Message; readonly button: Json } {
  for (const message of chat.messages.toReversed()) {
    if ((on.message !== undefined && message.id !== on.message) || (message.deleted && on.stale !== true)) continue;
    const keyboards = [...(message.keyboard === null ? [] : [message.keyboard]), ...(on.stale === true ? message.earlier : [])];
    const button = keyboards.flat(2).find((one) => one.callback_data !== undefined && (one.text === on.on || one.callback_data === on.on));
    if (button !== undefined) return { message, button };
  }
  throw new Error(`${on.user} sees no button "${on.on}" in ${on.chat}${on.message === undefined ? '' : ` at ${on.message}`}`);
}
