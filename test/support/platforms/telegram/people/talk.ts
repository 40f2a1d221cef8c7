import type { Json } from '../../json.ts';
import { anonymousAdmin, bot, telegramItself } from '../cast.ts';
import type { Chat, Message } from '../state.ts';
import { messageJson, plainly } from '../wire.ts';
import type { PeopleContext } from './places.ts';
import { aMessage, chatNamed, messageNamed, speakerIn } from './places.ts';
import { reachesBot } from './privacy.ts';

export type Say = {
  readonly user: number;
  readonly chat: number;
  readonly text: string;
  readonly topic?: number | undefined;
  /** The message that this one replies to. */
  readonly to?: number | undefined;
  /** Sent otherwise than by typing. */
  readonly by?: 'forward' | 'another bot' | 'picture';
};

/** A person (or another bot) writes; gives the number of the message. */
export function say(context: PeopleContext, { user: userId, chat: chatId, text, topic, to, by }: Say): number {
  const { state } = context;
  const chat = chatNamed(state, chatId);
  const user = speakerIn(state, userId, chat);
  if (chat.kind === 'channel') throw new Error(`nobody talks in the channel ${chatId}; there are posts`);
  const replied = to === undefined ? undefined : messageNamed(state, chatId, to);
  const where = topic ?? replied?.topic ?? null;
  const closed = where !== null && chat.topics?.get(where)?.closed === true;
  if (closed) throw new Error(`the topic ${where} is closed`);
  if (chat.kind === 'private') {
    if (user.blocked) throw new Error(`${userId} blocked the bot; unblock it first`);
    if (!user.started && !text.startsWith('/start')) throw new Error(`${userId} has to start the bot first`);
    user.started = true;
  }
  const more = by === undefined || by === 'picture' ? {} : otherwise(context, by);
  const media = by === 'picture' ? picture : null;
  const message = aMessage(state, chat, { from: user.id, text, topic: where, replyTo: to ?? null, more, media }, plainly(text));
  tell(context, chat, message, 'message');
  return message.id;
}

/** Picks a command from the menu: in groups its client adds the name of the bot. `bare` is typed without it. */
export function command(context: PeopleContext, { text, bare, ...rest }: Say & { readonly bare?: boolean }): number {
  const grouped = chatNamed(context.state, rest.chat).kind !== 'private' && bare !== true;
  return say(context, { ...rest, text: grouped ? text.replace(/^\/(\w+)(?!\S)/, `/$1@${bot.username}`) : text });
}

/** Changes what a person said before. */
export function editSaid(
  context: PeopleContext,
  { chat: chatId, message: id, text }: { readonly chat: number; readonly message: number; readonly text: string },
): void {
  const { state } = context;
  const message = messageNamed(state, chatId, id);
  message.content = plainly(text);
  message.editedAtMs = state.clock.nowMs();
  message.edits += 1;
  const chat = chatNamed(state, chatId);
  tell(context, chat, message, chat.kind === 'channel' ? 'edited_channel_post' : 'edited_message');
}

/** An administrator writes in the name of the group. */
export function sayAsGroup(context: PeopleContext, { chat: chatId, text, topic, to }: Omit<Say, 'user' | 'by'>): number {
  const chat = chatNamed(context.state, chatId);
  const replied = to === undefined ? undefined : messageNamed(context.state, chatId, to);
  const spoken = { from: anonymousAdmin, senderChat: chat.id, text, topic: topic ?? replied?.topic ?? null, replyTo: to ?? null };
  const message = aMessage(context.state, chat, spoken, plainly(text));
  tell(context, chat, message, 'message');
  return message.id;
}

/** Somebody posts in a channel; with `linked`, the post appears in that group too, as Telegram forwards it. */
export function postInChannel(
  context: PeopleContext,
  { chat: chatId, text, linked }: { readonly chat: number; readonly text: string; readonly linked?: number },
): number {
  const { state } = context;
  const channel = chatNamed(state, chatId);
  const post = aMessage(state, channel, { from: null, senderChat: channel.id, text }, plainly(text));
  tell(context, channel, post, 'channel_post');
  if (linked !== undefined) {
    const group = chatNamed(state, linked);
    const more = { is_automatic_forward: true, forward_origin: { type: 'channel', message_id: post.id, date: 0 } };
    tell(context, group, aMessage(state, group, { from: telegramItself, senderChat: channel.id, text, more }, plainly(text)), 'message');
  }
  return post.id;
}

/** What Telegram itself says in a chat: it reaches the bot always. */
export function service(context: PeopleContext, chat: Chat, from: number, more: Json, topic: number | null = null): void {
  const message = aMessage(context.state, chat, { from, text: '', topic, more }, plainly(''));
  context.updates.push('message', messageJson(context.state, message));
}

function tell({ state, updates }: PeopleContext, chat: Chat, message: Message, kind: string): void {
  if (reachesBot(state, chat, message)) updates.push(kind, messageJson(state, message));
}

const picture = { photo: [{ file_id: 'picture', file_unique_id: 'upicture', width: 90, height: 90 }] };

function otherwise({ state }: PeopleContext, by: 'forward' | 'another bot'): Json {
  const date = Math.floor(state.clock.nowMs() / 1_000);
  switch (by) {
    case 'forward':
      return { forward_origin: { type: 'hidden_user', sender_user_name: 'Somebody', date } };
    case 'another bot':
      return { via_bot: { id: 71_000_005, is_bot: true, first_name: 'Another Bot', username: 'another_bot' } };
  }
}
