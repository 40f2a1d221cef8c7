import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../json.ts';
import { isJson, textOf } from '../../json.ts';
import { bot } from '../cast.ts';
import { formatted } from '../entities.ts';
import type { Markup } from '../keyboards.ts';
import { markupOf } from '../keyboards.ts';
import { limits } from '../limits.ts';
import { refuse } from '../refuse.ts';
import type { Chat, Formatted, Message, State } from '../state.ts';
import { messageIn } from '../state.ts';
import { messageJson, userJson } from '../wire.ts';
import { chatOf, checkMayWrite, checkRate, topicOf } from './chats.ts';
import type { Asked, Method } from './method.ts';

export const sendMessage: Method = {
  request: 'sendMessage',
  run({ state }, { args }) {
    const content = textContent(state, args, 'message is too long');
    const { chat, topic, replyTo } = destination(state, args);
    checkMayWrite(state, chat, topic, 'text messages');
    warnOfPreviews(state, 'sendMessage', args, content);
    return messageJson(state, post(state, chat, { args, topic, replyTo, content, markup: markupOf(args), media: null }));
  },
};

function sendMedia(request: string, what: 'photos' | 'documents', kind: 'photo' | 'document', mediaOf: (file: string) => Json): Method {
  return {
    request,
    run({ state }, asked) {
      const { args } = asked;
      const { chat, topic, replyTo } = destination(state, args);
      const content = formatted(args, 'caption', 'caption_entities');
      if (content.text.length > limits.caption) refuse('message caption is too long');
      checkMayWrite(state, chat, topic, what);
      const media = mediaOf(fileOf(state, asked, textOf(args[kind])));
      return messageJson(state, post(state, chat, { args, topic, replyTo, content, markup: markupOf(args), media }));
    },
  };
}

export const sendPhoto = sendMedia('sendPhoto', 'photos', 'photo', (file) => ({
  photo: [{ file_id: file, file_unique_id: `u${file}`, width: 90, height: 90 }],
}));
export const sendDocument = sendMedia('sendDocument', 'documents', 'document', (file) => ({
  document: { file_id: file, file_unique_id: `u${file}` },
}));

export const editMessageText: Method = {
  request: 'editMessageText',
  run({ state }, { args }) {
    const content = textContent(state, args, 'MESSAGE_TOO_LONG');
    const message = ownMessage(state, args);
    if (message.media !== null) refuse('there is no text in the message to edit');
    warnOfPreviews(state, 'editMessageText', args, content);
    return edit(state, message, content, markupOf(args));
  },
};

export const editMessageCaption: Method = {
  request: 'editMessageCaption',
  run({ state }, { args }) {
    const message = ownMessage(state, args);
    if (message.media === null) refuse('there is no caption in the message to edit');
    const content = formatted(args, 'caption', 'caption_entities');
    if (content.text.length > limits.caption) refuse('message caption is too long');
    return edit(state, message, content, markupOf(args));
  },
};

export const editMessageReplyMarkup: Method = {
  request: 'editMessageReplyMarkup',
  run({ state }, { args }) {
    const message = ownMessage(state, args);
    return edit(state, message, message.content, markupOf(args));
  },
};

export const deleteMessage: Method = {
  request: 'deleteMessage',
  run({ state }, { args }) {
    const chat = chatOf(state, args, 'edit');
    const message = messageIn(chat, Number(args.message_id)) ?? refuse('message to delete not found');
    const member = chat.members.get(bot.id);
    const mayDelete = member?.status === 'administrator' && member.rights.can_delete_messages === true;
    if (!message.own && !mayDelete && chat.kind !== 'private') refuse("message can't be deleted");
    if (!mayDelete && state.clock.nowMs() - message.atMs > limits.deleteMs) refuse("message can't be deleted for everyone");
    message.deleted = true;
    return true;
  },
};

type Posted = {
  readonly args: Json;
  readonly topic: number | null;
  readonly replyTo: number | null;
  readonly content: Formatted;
  readonly markup: Markup;
  readonly media: Json | null;
};

function post(state: State, chat: Chat, { args, topic, replyTo, content, markup, media }: Posted): Message {
  const isChannel = chat.kind === 'channel';
  const message: Message = {
    id: state.nextMessageId(chat),
    chat: chat.id,
    topic,
    from: isChannel ? null : bot.id,
    senderChat: isChannel ? chat.id : null,
    atMs: state.clock.nowMs(),
    own: true,
    replyTo,
    silent: args.disable_notification === true,
    media,
    more: args.protect_content === true ? { has_protected_content: true } : {},
    content,
    ...markup,
    earlier: [],
    reaction: null,
    previews: !(isJson(args.link_preview_options) && args.link_preview_options.is_disabled === true),
    editedAtMs: null,
    edits: 0,
    deleted: false,
  };
  chat.messages.push(message);
  if (chat.kind === 'private') state.alone.push({ kind: 'message', user: chat.id, message });
  return message;
}

function destination(state: State, args: Json): { readonly chat: Chat; readonly topic: number | null; readonly replyTo: number | null } {
  const chat = chatOf(state, args, 'write');
  const asked = topicOf(chat, args);
  const reply = args.reply_parameters;
  if (!isJson(reply)) return { chat, topic: asked, replyTo: null };
  const replied = messageIn(chat, Number(reply.message_id));
  if (replied === undefined && reply.allow_sending_without_reply !== true) refuse('message to be replied not found');
  return { chat, topic: asked ?? replied?.topic ?? null, replyTo: replied?.id ?? null };
}

function textContent(state: State, args: Json, tooLong: string): Formatted {
  if (textOf(args.text) === '') refuse('message text is empty');
  const content = formatted(args, 'text', 'entities');
  if (content.text === '') refuse('text must be non-empty');
  if (content.text.length > limits.text) refuse(tooLong);
  return { text: content.text, entities: content.entities.flatMap((entity) => whoIsKnown(state, entity)) };
}

/** A mention of somebody whom Telegram does not know here is none. */
function whoIsKnown(state: State, entity: Json): readonly Json[] {
  if (entity.type !== 'text_mention') return [entity];
  const user = isJson(entity.user) ? state.users.get(Number(entity.user.id)) : undefined;
  return user === undefined ? [] : [{ ...entity, user: userJson(user) }];
}

function ownMessage(state: State, args: Json): Message {
  if (args.inline_message_id !== undefined) refuse('MESSAGE_ID_INVALID');
  const chat = chatOf(state, args, 'edit');
  const message = messageIn(chat, Number(args.message_id)) ?? refuse('message to edit not found');
  if (!message.own) refuse("message can't be edited");
  return message;
}

function edit(state: State, message: Message, content: Formatted, { keyboard }: Markup): Json {
  const same = isDeepStrictEqual([message.content, message.keyboard], [content, keyboard]);
  if (same) {
    refuse(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
  }
  const chat = state.chats.get(message.chat);
  if (state.enforcesRates && chat !== undefined) checkRate(state, chat);
  if (message.forceReply !== null) refuse("message can't be edited");
  if (message.keyboard !== null) message.earlier = [message.keyboard, ...message.earlier];
  message.content = content;
  message.keyboard = keyboard;
  message.editedAtMs = state.clock.nowMs();
  message.edits += 1;
  return messageJson(state, message);
}

function fileOf(state: State, { files }: Asked, named: string): string {
  const upload = named.startsWith('attach://') ? files.find(({ field }) => field === named.slice('attach://'.length)) : undefined;
  if (upload === undefined) return state.files.has(named) ? named : refuse('wrong remote file identifier specified: Wrong string length');
  if (upload.bytes.length === 0) refuse('file must be non-empty');
  const id = `file_${state.nextId()}`;
  state.files.set(id, upload.bytes);
  return id;
}

function warnOfPreviews(state: State, method: string, args: Json, { entities }: Formatted): void {
  const disabled = isJson(args.link_preview_options) && args.link_preview_options.is_disabled === true;
  const links = entities.some(({ type }) => type === 'url' || type === 'text_link');
  if (links && !disabled) state.warnings.push(`${method}: a link that unfurls a preview`);
}
