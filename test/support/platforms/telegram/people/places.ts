import type { Json } from '../../json.ts';
import type { Chat, Message, State, User } from '../state.ts';
import { messageIn } from '../state.ts';
import type { Updates } from '../updates.ts';

export type PeopleContext = { readonly state: State; readonly updates: Updates };

export function chatNamed(state: State, id: number): Chat {
  const chat = state.chats.get(id);
  if (chat === undefined) throw new Error(`there is no chat ${id}; there are ${[...state.chats.keys()].join(', ')}`);
  return chat;
}

export function userNamed(state: State, id: number): User {
  const user = state.users.get(id);
  if (user === undefined) throw new Error(`there is no user ${id}; there are ${[...state.users.keys()].join(', ')}`);
  return user;
}

/** Members see a chat; anybody sees a public one. A private chat is seen by the person alone. */
export function seerOf(state: State, userId: number, chat: Chat): User {
  const user = userNamed(state, userId);
  const sees = chat.kind === 'private' ? chat.id === userId : chat.username !== null || isIn(chat, userId);
  if (!sees) throw new Error(`${userId} is not in ${chat.id}, and sees nothing there`);
  return user;
}

/** Those who may write there. */
export function speakerIn(state: State, userId: number, chat: Chat): User {
  const user = seerOf(state, userId, chat);
  const member = chat.members.get(userId);
  if (chat.kind !== 'private' && !isIn(chat, userId)) throw new Error(`${userId} is not in ${chat.id}, and cannot write there`);
  if (member?.status === 'restricted' && !member.maySend) throw new Error(`${userId} may not write in ${chat.id}`);
  return user;
}

export function isIn(chat: Chat, userId: number): boolean {
  const status = chat.members.get(userId)?.status;
  return status !== undefined && status !== 'left' && status !== 'kicked';
}

export function messageNamed(state: State, chatId: number, id: number): Message {
  const message = messageIn(chatNamed(state, chatId), id);
  if (message === undefined) throw new Error(`there is no message ${id} in ${chatId}`);
  return message;
}

export type Spoken = {
  readonly from: number | null;
  readonly senderChat?: number;
  readonly text: string;
  readonly topic?: number | null;
  readonly replyTo?: number | null;
  readonly media?: Json | null;
  readonly more?: Json;
};

export function aMessage(
  state: State,
  chat: Chat,
  { from, senderChat, text, topic, replyTo, media, more }: Spoken,
  formattedText: Message['content'],
): Message {
  const message: Message = {
    id: state.nextMessageId(chat),
    chat: chat.id,
    topic: topic ?? null,
    from,
    senderChat: senderChat ?? null,
    atMs: state.clock.nowMs(),
    own: false,
    replyTo: replyTo ?? null,
    silent: false,
    media: media ?? null,
    more: more ?? {},
    content: text === '' ? { text: '', entities: [] } : formattedText,
    keyboard: null,
    earlier: [],
    forceReply: null,
    reaction: null,
    previews: true,
    editedAtMs: null,
    edits: 0,
    deleted: false,
  };
  chat.messages.push(message);
  return message;
}
