import { isJson, textOf } from '../../json.ts';
import { bot } from '../cast.ts';
import type { Chat, Message, State } from '../state.ts';
import { isIn } from './places.ts';

/** Whether the bot is sent this message: in groups its privacy mode keeps from it what is not meant for it, and what other bots say. */
export function reachesBot({ users }: State, chat: Chat, message: Message): boolean {
  if (chat.kind === 'private') return true;
  const member = chat.members.get(bot.id);
  if (!isIn(chat, bot.id)) return false;
  if (chat.kind === 'channel') return true;
  const byBot = message.senderChat === null && users.get(message.from ?? 0)?.isBot === true;
  if (byBot) return false;
  if (member?.status === 'administrator') return true;
  const replied = chat.messages.find(({ id }) => id === message.replyTo);
  return replied?.own === true || isJson(message.more.via_bot) || mentions(message) || commands(users, chat, message);
}

function mentions({ content }: Message): boolean {
  return parts(content, 'mention').some((name) => name.toLowerCase() === `@${bot.username}`);
}

/** A command that names no bot is for the one that spoke last. */
function commands(users: State['users'], chat: Chat, { content, id }: Message): boolean {
  const spokeLast = chat.messages.findLast(
    ({ id: earlier, from, senderChat }) => earlier < id && senderChat === null && users.get(from ?? 0)?.isBot === true,
  );
  return parts(content, 'bot_command').some((command) => {
    const [, name] = command.split('@');
    return name === undefined ? spokeLast === undefined || spokeLast.own : name.toLowerCase() === bot.username;
  });
}

function parts({ text, entities }: Message['content'], type: string): readonly string[] {
  return entities
    .filter((entity) => textOf(entity.type) === type)
    .map(({ offset, length }) => text.slice(Number(offset), Number(offset) + Number(length)));
}
