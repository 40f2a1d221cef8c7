import type { Json } from '../json.ts';
import { isJson, textOf } from '../json.ts';
import type { Alone, Chat, Message, State } from './state.ts';

/** A message as a person reads it. */
export type Seen = {
  readonly id: number;
  readonly topic: number | null;
  readonly replyTo: number | null;
  /** The person or bot that wrote it; null in a channel. */
  readonly from: number | null;
  /** Its text or caption, with its markup applied. */
  readonly shown: string;
  /** What can be pressed. */
  readonly buttons: readonly string[];
  /** Who is called by it. */
  readonly mentions: readonly string[];
  /** Links that say something else than where they lead, and previews that unfurl. */
  readonly dangers: readonly string[];
  readonly edits: number;
};

export function seen(message: Message): Seen {
  const { id, topic, replyTo, from, edits, content, keyboard } = message;
  return {
    id,
    topic,
    replyTo,
    from,
    shown: content.text,
    buttons: labels(keyboard),
    mentions: mentionsIn(message),
    dangers: dangersIn(message),
    edits,
  };
}

function labels(keyboard: Message['keyboard']): readonly string[] {
  return (keyboard ?? []).flat().map(({ text }) => textOf(text));
}

function mentionsIn({ content }: Message): readonly string[] {
  return content.entities.flatMap((entity) => {
    const { type, user } = entity;
    if (type === 'mention') return [wordsOf(content.text, entity)];
    return type === 'text_mention' && isJson(user) ? [String(user.id)] : [];
  });
}

function dangersIn({ content, previews, own }: Message): readonly string[] {
  const disguised = content.entities
    .filter((entity) => entity.type === 'text_link' && !sameAddress(wordsOf(content.text, entity), textOf(entity.url)))
    .map((entity) => `${wordsOf(content.text, entity)} → ${textOf(entity.url)}`);
  const links = content.entities.some(({ type }) => type === 'url' || type === 'text_link');
  return [...disguised, ...(own && links && previews ? ['a preview of a link'] : [])];
}

function sameAddress(words: string, url: string): boolean {
  return words.replace(/\/$/, '') === url.replace(/\/$/, '');
}

export function wordsOf(text: string, { offset, length }: Json): string {
  return text.slice(Number(offset), Number(offset) + Number(length));
}

/** What one person alone was shown. `from`: over everything until it is dismissed, for a moment, or as a message. */
export type SeenAlone = {
  readonly chat: number;
  readonly from: 'alert' | 'toast' | 'private message';
  readonly message: number;
  readonly shown: string;
  readonly buttons: readonly string[];
};

export function seenAlone(alone: Alone): readonly SeenAlone[] {
  if (alone.kind === 'message') {
    const { message } = alone;
    if (message.deleted) return [];
    const { shown, buttons } = seen(message);
    return [{ chat: message.chat, from: 'private message', message: message.id, shown, buttons }];
  }
  const { chat, message, answer } = alone.query;
  return answer === null ? [] : [{ chat, from: answer.alert ? 'alert' : 'toast', message, shown: answer.text, buttons: [] }];
}

/** A message that opens the keyboard of its reader, to reply. */
export type Prompt = {
  readonly chat: number;
  readonly message: number;
  readonly topic: number | null;
  readonly shown: string;
  readonly placeholder: string;
};

/** Those that this person was asked and did not reply to. A selective one is for those whom it mentions or replies to. */
export function promptsOf(state: State, user: number): readonly Prompt[] {
  return [...state.chats.values()].flatMap((chat) =>
    chat.messages
      .filter((message) => asks(state, chat, message, user))
      .map((message) => ({
        chat: chat.id,
        message: message.id,
        topic: message.topic,
        shown: message.content.text,
        placeholder: textOf(message.forceReply?.input_field_placeholder),
      })),
  );
}

function asks(state: State, chat: Chat, message: Message, user: number): boolean {
  if (message.forceReply === null || message.deleted) return false;
  const replied = chat.messages.some(({ replyTo, from }) => replyTo === message.id && from === user);
  const status = chat.members.get(user)?.status ?? 'left';
  const isThere = chat.kind === 'private' ? chat.id === user : status !== 'left' && status !== 'kicked';
  if (replied || !isThere) return false;
  if (message.forceReply.selective !== true || chat.kind === 'private') return true;
  const to = chat.messages.find(({ id }) => id === message.replyTo);
  const name = state.users.get(user)?.username;
  return to?.from === user || mentionsIn(message).some((mention) => mention === String(user) || mention.toLowerCase() === `@${name}`);
}
