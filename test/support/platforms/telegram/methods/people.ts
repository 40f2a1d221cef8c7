import type { Json } from '../../json.ts';
import { isJson, listOf, textOf } from '../../json.ts';
import { bot } from '../cast.ts';
import { limits } from '../limits.ts';
import { refuse } from '../refuse.ts';
import type { State } from '../state.ts';
import { botJson, chatJson, memberJson } from '../wire.ts';
import { chatOf, checkMayWrite, topicOf } from './chats.ts';
import type { Method } from './method.ts';

export const getMe: Method = { request: 'Nothing', run: () => botJson() };

export const getChat: Method = {
  request: 'getChat',
  run({ state }, { args }) {
    const chat = chatOf(state, args, 'read');
    return { ...chatJson(state, chat), accent_color_id: 0, max_reaction_count: 11 };
  },
};

export const getChatMember: Method = {
  request: 'getChatMember',
  run({ state }, { args }) {
    const chat = chatOf(state, args, 'read');
    const user = state.users.get(Number(args.user_id)) ?? refuse('user not found');
    if (chat.kind === 'private') return memberJson(user, { status: 'member' });
    return memberJson(user, chat.members.get(user.id) ?? { status: 'left' });
  },
};

export const getChatAdministrators: Method = {
  request: 'getChatAdministrators',
  run({ state }, { args }) {
    const chat = chatOf(state, args, 'read');
    if (chat.kind === 'private') refuse('there are no administrators in the private chat');
    return [...chat.members].flatMap(([id, member]) => {
      const user = state.users.get(id);
      const runs = member.status === 'creator' || member.status === 'administrator';
      return user !== undefined && runs ? [memberJson(user, member)] : [];
    });
  },
};

export const sendChatAction: Method = {
  request: 'sendChatAction',
  run({ state }, { args }) {
    const chat = chatOf(state, args, 'write');
    checkMayWrite({ ...state, enforcesRates: false }, chat, topicOf(chat, args), 'text messages');
    return true;
  },
};

export const setMyCommands: Method = {
  request: 'setMyCommands',
  run({ state }, { args }) {
    const commands = listOf(args.commands);
    if (commands.length > limits.commands) refuse('BOT_COMMANDS_TOO_MUCH');
    for (const { command, description } of commands) {
      if (!new RegExp(`^[a-z0-9_]{1,${limits.commandName}}$`).test(textOf(command))) refuse('BOT_COMMAND_INVALID');
      const { length } = textOf(description);
      if (length < 1 || length > limits.commandDescription) refuse('BOT_COMMAND_DESCRIPTION_INVALID');
    }
    state.commands.set(scopeOf(state, args), commands);
    return true;
  },
};

export const getMyCommands: Method = {
  request: 'getMyCommands',
  run: ({ state }, { args }) => state.commands.get(scopeOf(state, args)) ?? [],
};

export const deleteMyCommands: Method = {
  request: 'deleteMyCommands',
  run({ state }, { args }) {
    state.commands.delete(scopeOf(state, args));
    return true;
  },
};

export const createForumTopic: Method = {
  request: 'createForumTopic',
  run({ state }, { args }) {
    const chat = chatOf(state, args, 'write');
    if (chat.topics === null) return refuse('the chat is not a forum');
    const member = chat.members.get(bot.id);
    if (!(member?.status === 'administrator' && member.rights.can_manage_topics === true)) refuse('not enough rights to create a topic');
    const name = textOf(args.name);
    if (name.length < 1 || name.length > 128) refuse('TOPIC_TITLE_EMPTY');
    const id = state.nextMessageId(chat);
    chat.topics.set(id, { name, closed: false, deleted: false });
    return { message_thread_id: id, name, icon_color: 7_322_096 };
  },
};

export const getFile: Method = {
  request: 'getFile',
  run({ state }, { args }) {
    const id = textOf(args.file_id);
    const bytes = state.files.get(id) ?? refuse('invalid file_id');
    return { file_id: id, file_unique_id: `u${id}`, file_size: bytes.length, file_path: `files/${id}` };
  },
};

function scopeOf(state: State, args: Json): string {
  const { scope = { type: 'default' }, language_code: language = '' } = args;
  if (isJson(scope) && scope.chat_id !== undefined) chatOf(state, scope, 'read');
  return `${JSON.stringify(scope)} ${textOf(language)}`;
}
