import type { Json } from '../json.ts';
import { bot } from './cast.ts';
import type { Chat, Formatted, Member, Message, State, User } from './state.ts';

/** Undefined ones are left out. */
function without(json: Json): Json {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined));
}

export function userJson(user: User): Json {
  return without({
    id: user.id,
    is_bot: user.isBot,
    first_name: user.firstName,
    last_name: user.lastName ?? undefined,
    username: user.username ?? undefined,
    language_code: user.isBot ? undefined : 'en',
  });
}

export function chatJson(state: State, chat: Chat): Json {
  if (chat.kind === 'private') {
    const { first_name, last_name, username } = userJson(userIn(state, chat.id));
    return without({ id: chat.id, first_name, last_name, username, type: 'private' });
  }
  return without({
    id: chat.id,
    title: chat.title,
    username: chat.username ?? undefined,
    is_forum: chat.topics === null ? undefined : true,
    type: chat.kind,
  });
}

export function messageJson(state: State, message: Message, withReply = true): Json {
  const chat = state.chats.get(message.chat);
  if (chat === undefined) throw new Error(`there is no chat ${message.chat}`);
  const replied = chat.messages.find(({ id }) => id === message.replyTo);
  const senderChat = message.senderChat === null ? undefined : state.chats.get(message.senderChat);
  const { text, entities } = message.content;
  const [words, marks] = message.media === null ? ['text', 'entities'] : ['caption', 'caption_entities'];
  return without({
    message_id: message.id,
    from: message.from === null ? undefined : userJson(userIn(state, message.from)),
    sender_chat: senderChat === undefined ? undefined : chatJson(state, senderChat),
    chat: chatJson(state, chat),
    date: Math.floor(message.atMs / 1_000),
    edit_date: message.editedAtMs === null ? undefined : Math.floor(message.editedAtMs / 1_000),
    message_thread_id: message.topic ?? undefined,
    is_topic_message: message.topic === null ? undefined : true,
    reply_to_message: withReply && replied !== undefined && !replied.deleted ? messageJson(state, replied, false) : undefined,
    ...message.more,
    ...message.media,
    [words]: text === '' ? undefined : text,
    [marks]: entities.length === 0 ? undefined : entities,
    reply_markup: message.keyboard === null ? undefined : { inline_keyboard: message.keyboard },
  });
}

export function memberJson(user: User, member: Member): Json {
  const who = { user: userJson(user), status: member.status };
  switch (member.status) {
    case 'creator':
      return { ...who, is_anonymous: false };
    case 'administrator':
      return { ...who, can_be_edited: false, is_anonymous: false, ...noRights, ...member.rights };
    case 'restricted':
      return { ...who, is_member: true, until_date: 0, ...sendingRights(member.maySend) };
    case 'kicked':
      return { ...who, until_date: 0 };
    case 'member':
    case 'left':
      return who;
  }
}

export function botJson(): Json {
  return {
    id: bot.id,
    is_bot: true,
    first_name: bot.name,
    username: bot.username,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
  };
}

/** Mentions, commands and addresses in a text, as Telegram finds them in what was typed and in what bots send. */
export function foundEntities(text: string, taken: readonly Json[] = []): readonly Json[] {
  const found = finders.flatMap(([type, form]) =>
    Array.from(text.matchAll(form), (match) => {
      const [whole, before = '', inside = ''] = match;
      return { type, offset: match.index + before.length, length: whole.length - before.length, inside };
    }),
  );
  const free = found.filter(({ offset, length }, at) => {
    const overlaps = (other: Json) => Number(other.offset) < offset + length && offset < Number(other.offset) + Number(other.length);
    return !taken.some((other) => other.type !== 'blockquote' && overlaps(other)) && !found.slice(0, at).some(overlaps);
  });
  return free.map(({ type, offset, length }) => ({ type, offset, length }));
}

const finders = [
  ['url', /(^|[^\w@.])((?:https?:\/\/|t\.me\/|www\.)[^\s<>"]*[\w/])/giu],
  ['email', /(^|[^\w.])([\w.+-]+@[\w-]+\.[a-z]{2,})/giu],
  ['mention', /(^|[^\w@/.])(@\w{3,32})\b/gu],
  ['bot_command', /(^|[^\w/@<>])(\/[a-z0-9_]{1,32}(?:@\w{3,32})?)(?![\w/])/giu],
  ['hashtag', /(^|[^\w&/#])(#[\p{L}\d_]*[\p{L}_][\p{L}\d_]*)/gu],
] as const;

export function plainly(text: string): Formatted {
  return { text, entities: foundEntities(text) };
}

function userIn(state: State, id: number): User {
  const user = state.users.get(id);
  if (user === undefined) throw new Error(`there is no user ${id}`);
  return user;
}

const noRights = Object.fromEntries(
  [
    'can_manage_chat',
    'can_delete_messages',
    'can_manage_video_chats',
    'can_restrict_members',
    'can_promote_members',
    'can_change_info',
    'can_invite_users',
    'can_post_stories',
    'can_edit_stories',
    'can_delete_stories',
  ].map((right) => [right, false]),
);

function sendingRights(maySend: boolean): Json {
  const rights = ['messages', 'audios', 'documents', 'photos', 'videos', 'video_notes', 'voice_notes', 'polls', 'other_messages'];
  return {
    ...Object.fromEntries(rights.map((right) => [`can_send_${right}`, maySend])),
    can_add_web_page_previews: maySend,
    can_change_info: false,
    can_invite_users: false,
    can_pin_messages: false,
    can_manage_topics: false,
  };
}
