import type { Json } from '../../json.ts';
import { bot } from '../cast.ts';
import { forbid, refuse, tooManyRequests } from '../refuse.ts';
import type { Chat, State } from '../state.ts';
import { limits } from '../limits.ts';

/** What a call needs of a chat: to know it, or to write there. Edits need no right to write. */
type Access = 'read' | 'edit' | 'write';

/** The chat of a call. Refused as Telegram refuses: what the bot never met is not found. */
export function chatOf(state: State, args: Json, access: Access): Chat {
  const { chat_id: named } = args;
  if (named === undefined || named === '') refuse('chat_id is empty');
  const chat = typeof named === 'string' && named.startsWith('@') ? byName(state, named) : state.chats.get(Number(named));
  if (chat === undefined) return refuse('chat not found');
  return chat.kind === 'private' ? person(state, chat, access) : shared(chat, access);
}

function byName(state: State, name: string): Chat | undefined {
  return [...state.chats.values()].find(({ username }) => username !== null && `@${username}`.toLowerCase() === name.toLowerCase());
}

function person(state: State, chat: Chat, access: Access): Chat {
  const user = state.users.get(chat.id);
  if (user === undefined) return refuse('chat not found');
  if (access === 'read') return chat;
  if (user.deactivated) forbid('user is deactivated');
  if (user.blocked) forbid('bot was blocked by the user');
  if (!user.started) forbid("bot can't initiate conversation with a user");
  return chat;
}

function shared(chat: Chat, access: Access): Chat {
  if (chat.movedTo !== null && access !== 'read') {
    refuse('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: chat.movedTo });
  }
  const member = chat.members.get(bot.id);
  if (member === undefined) return refuse('chat not found');
  const kind = chat.kind === 'channel' ? 'channel' : `${chat.kind}`;
  if (member.status === 'kicked') forbid(`bot was kicked from the ${kind} chat`);
  if (member.status === 'left') forbid(`bot is not a member of the ${kind} chat`);
  return chat;
}

/** The topic that a message goes to: null in General, and where there are none. */
export function topicOf(chat: Chat, args: Json): number | null {
  const { message_thread_id: id } = args;
  if (id === undefined) return null;
  const topic = chat.topics?.get(Number(id));
  if (topic === undefined || topic.deleted) return refuse('message thread not found');
  return Number(id);
}

/** Refused where the bot may not write, and where it writes too fast and a test asked for that. */
export function checkMayWrite(state: State, chat: Chat, topic: number | null, what: 'text messages' | 'photos' | 'documents'): void {
  const member = chat.members.get(bot.id);
  if (member?.status === 'restricted' && !member.maySend) refuse(`not enough rights to send ${what} to the chat`);
  if (chat.kind === 'channel' && !(member?.status === 'administrator' && member.rights.can_post_messages === true)) {
    refuse('need administrator rights in the channel chat');
  }
  const closed = topic !== null && chat.topics?.get(topic)?.closed === true;
  const runsTopics = member?.status === 'administrator' && member.rights.can_manage_topics === true;
  if (closed && !runsTopics) refuse('TOPIC_CLOSED');
  if (state.enforcesRates) checkRate(state, chat);
}

export function checkRate(state: State, chat: Chat): void {
  const now = state.clock.nowMs();
  const sent = chat.messages
    .filter(({ own }) => own)
    .flatMap(({ atMs, editedAtMs }) => (editedAtMs === null ? [atMs] : [atMs, editedAtMs]));
  const since = (ms: number) => sent.filter((at) => at > now - ms);
  const [lastSecond, lastMinute] = [since(limits.messagesEveryMs), since(60_000)];
  if (chat.kind !== 'private' && lastMinute.length >= limits.messagesPerMinuteInGroup) {
    throw tooManyRequests(Math.ceil((Math.min(...lastMinute) + 60_000 - now) / 1_000));
  }
  if (lastSecond.length > 0) throw tooManyRequests(1);
}
