import type { Chat, Member, User } from './state.ts';

/** The bot of this fake. */
export const bot = {
  id: 7_100_000_001,
  token: '7100000001:AAfake-token-of-the-fake-telegram-01',
  username: 'gatebell_bot',
  name: 'Gatebell',
  webhookSecret: 'fake-webhook-secret_0001',
} as const;

/** `mara` and `ines` started the bot; `stray` never did; `guest` is restricted; `robot` is a bot; `far` left; `gone` deleted the account. */
export const users = {
  mara: 71_000_001,
  ines: 71_000_002,
  stray: 71_000_003,
  guest: 71_000_004,
  robot: 71_000_005,
  far: 71_000_006,
  gone: 71_000_007,
} as const;

/** `fixes` is a public supergroup, `inner` a group, `harbour` a forum, `news` a channel that the bot posts to; the bot is not in `outside`. */
export const chats = {
  fixes: -1_001_000_000_001,
  inner: -71_000_021,
  harbour: -1_001_000_000_003,
  news: -1_001_000_000_004,
  outside: -1_001_000_000_005,
} as const;

/** The topics of the forum. General has no number. */
export const topics = { gates: 11, quiet: 12 } as const;

/** As what an administrator appears who speaks for the group. */
export const anonymousAdmin = 1_087_968_824;
/** As what the posts of a linked channel appear in its group. */
export const telegramItself = 777_000;

export function theUsers(): readonly User[] {
  return [
    aUser(users.mara, 'Mara', 'mara_v', { started: true, last: 'Voss' }),
    aUser(users.ines, 'Ines', 'ines_r', { started: true, last: 'Ruiz' }),
    aUser(users.stray, 'Stray', 'stray_1'),
    aUser(users.guest, 'Guest', null),
    aUser(users.robot, 'Another Bot', 'another_bot', { bot: true }),
    aUser(users.far, 'Far', 'from_afar'),
    aUser(users.gone, 'Gone', null, { started: true, deactivated: true }),
    aUser(bot.id, bot.name, bot.username, { bot: true }),
    aUser(anonymousAdmin, 'Group', 'GroupAnonymousBot', { bot: true }),
    aUser(telegramItself, 'Telegram', null),
  ];
}

export function theChats(): readonly Chat[] {
  const plain: readonly [number, Member][] = [
    [users.mara, { status: 'creator' }],
    [users.ines, { status: 'member' }],
    [users.stray, { status: 'member' }],
    [users.robot, { status: 'member' }],
    [bot.id, { status: 'member' }],
  ];
  const mixed: readonly [number, Member][] = [
    ...plain,
    [users.guest, { status: 'restricted', maySend: true }],
    [users.far, { status: 'left' }],
  ];
  return [
    aChat(chats.fixes, 'supergroup', 'fixes', mixed, { username: 'gatebell_fixes' }),
    aChat(chats.inner, 'group', 'inner', plain),
    aChat(chats.harbour, 'supergroup', 'harbour', mixed, {
      topics: new Map([
        [topics.gates, { name: 'gates', closed: false, deleted: false }],
        [topics.quiet, { name: 'quiet', closed: false, deleted: false }],
      ]),
    }),
    aChat(chats.news, 'channel', 'news', [
      [users.mara, { status: 'creator' }],
      [bot.id, { status: 'administrator', rights: { can_post_messages: true, can_edit_messages: true } }],
    ]),
    aChat(chats.outside, 'supergroup', 'outside', [[users.mara, { status: 'creator' }]]),
    ...theUsers()
      .filter(({ isBot, id }) => !isBot && id !== telegramItself)
      .map((user) => aChat(user.id, 'private', user.firstName, [])),
  ];
}

type UserMore = { readonly last?: string; readonly bot?: boolean; readonly started?: boolean; readonly deactivated?: boolean };

function aUser(id: number, firstName: string, username: string | null, more: UserMore = {}): User {
  const { last = null, bot: isBot = false, started = false, deactivated = false } = more;
  return { id, isBot, firstName, lastName: last, username, started, blocked: false, deactivated };
}

export function aChat(
  id: number,
  kind: Chat['kind'],
  title: string,
  members: Iterable<readonly [number, Member]>,
  more: Partial<Chat> = {},
): Chat {
  return {
    id,
    kind,
    title,
    username: null,
    members: new Map(members),
    topics: null,
    movedTo: null,
    messages: [],
    lastMessageId: 0,
    ...more,
  };
}
