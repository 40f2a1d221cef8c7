import type { Json } from '../json.ts';
import { isJson, listOf } from '../json.ts';
import { cast } from './cast.ts';
import type { Permission } from './permissions.ts';
import { bitsOf, everyonesPermissions, mayInChannel, permissionBits } from './permissions.ts';
import type { Channel, Message, State, User } from './state.ts';
import { snowflakeMs } from './snowflakes.ts';

export const ephemeralFlag = 1 << 6;
export const loadingFlag = 1 << 7;
export const componentsV2Flag = 1 << 15;

export function isV2(flags: number): boolean {
  return (flags & componentsV2Flag) !== 0;
}

export function userJson(state: State, id: string): Json {
  const user = state.users.get(id);
  return {
    id,
    username: user?.name ?? 'a webhook',
    global_name: user?.globalName ?? null,
    discriminator: user === undefined ? '0000' : '0',
    avatar: null,
    public_flags: 0,
    flags: 0,
    primary_guild: null,
    ...(user?.bot === false ? {} : { bot: true }),
  };
}

/** A member without its user, as messages carry it. */
export function bareMemberJson(user: User): Json {
  return {
    roles: user.id === cast.bot ? [cast.botRole] : [],
    joined_at: iso(snowflakeMs(user.id)),
    avatar: null,
    banner: null,
    communication_disabled_until: null,
    flags: 0,
    nick: null,
    pending: user.pending,
    premium_since: null,
    mute: false,
    deaf: false,
  };
}

export function memberJson(state: State, user: User): Json {
  return { ...bareMemberJson(user), user: userJson(state, user.id) };
}

export function channelJson(state: State, channel: Channel): Json {
  const last = channel.messages.at(-1)?.id ?? null;
  const shared = { id: channel.id, last_message_id: last, flags: 0 };
  switch (channel.kind) {
    case 'direct':
      return { ...shared, type: 1, recipients: channel.recipient === null ? [] : [userJson(state, channel.recipient)] };
    case 'text': {
      const overwrites = channel.denied.size === 0 ? [] : [{ id: cast.bot, type: 1, allow: '0', deny: bitsOf(channel.denied) }];
      return {
        ...shared,
        type: 0,
        guild_id: channel.guild,
        name: channel.name,
        parent_id: null,
        position: 0,
        permission_overwrites: overwrites,
      };
    }
    case 'thread':
      return {
        ...shared,
        type: 11,
        guild_id: channel.guild,
        parent_id: channel.parent,
        owner_id: channel.owner,
        name: channel.name,
        message_count: channel.messages.length,
        total_message_sent: channel.messages.length,
        member_count: 2,
        thread_metadata: {
          archived: channel.archived,
          locked: channel.locked,
          auto_archive_duration: 1_440,
          archive_timestamp: iso(snowflakeMs(channel.id)),
          create_timestamp: iso(snowflakeMs(channel.id)),
        },
      };
  }
}

/** The guild as `GUILD_CREATE` tells of it. */
export function guildJson(state: State): Json {
  const { guild } = state;
  const members = [...state.users.values()].filter((user) => user.guilds.has(guild.id));
  const there = [...state.channels.values()].filter((channel) => channel.guild === guild.id && !channel.deleted);
  const visible = there.filter((channel) => mayInChannel(state, channel).includes('VIEW_CHANNEL'));
  return {
    id: guild.id,
    name: guild.name,
    owner_id: cast.ines,
    preferred_locale: 'en-US',
    features: [],
    emojis: [],
    stickers: [],
    roles: [roleJson(guild.id, '@everyone', everyonesPermissions, 0), roleJson(cast.botRole, state.app.name, [...state.granted], 1)],
    joined_at: iso(snowflakeMs(cast.bot)),
    large: false,
    unavailable: false,
    member_count: members.length,
    members: members.map((member) => memberJson(state, member)),
    channels: there.filter(({ kind }) => kind === 'text').map((channel) => channelJson(state, channel)),
    threads: visible.filter(({ kind, archived }) => kind === 'thread' && !archived).map((channel) => channelJson(state, channel)),
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

function roleJson(id: string, name: string, permissions: readonly Permission[], position: number): Json {
  const colors = { primary_color: 0, secondary_color: null, tertiary_color: null };
  const fixed = { color: 0, colors, hoist: false, managed: position > 0, mentionable: false, flags: 0 };
  return { id, name, permissions: bitsOf(permissions), position, ...fixed };
}

/** A message as the bot is given it: without its content where the bot may not read that. */
export function messageJson(state: State, message: Message, mayRead: boolean): Json {
  const shown = mayRead || readableWithoutIntent(state, message);
  const said = message.reference === null ? undefined : find(state, message.channel, message.reference.message);
  const mentioned = mentionedPeople(state, message);
  return {
    id: message.id,
    channel_id: message.channel,
    type: message.reference === null ? (message.interaction?.kind === 'command' ? 20 : 0) : 19,
    author: userJson(state, message.author),
    content: shown ? message.content : '',
    embeds: shown ? message.embeds : [],
    components: shown ? message.components : [],
    attachments: shown ? message.attachments.map(attachmentJson) : [],
    mentions: mentioned.map((id) => userJson(state, id)),
    mention_roles: [],
    mention_everyone: false,
    pinned: false,
    tts: false,
    flags: message.flags | (message.loading ? loadingFlag : 0),
    timestamp: iso(snowflakeMs(message.id)),
    edited_timestamp: message.editedMs === null ? null : iso(message.editedMs),
    ...(message.webhook === null ? {} : { webhook_id: message.webhook }),
    ...(message.interaction === null ? {} : { application_id: state.app.id }),
    ...(message.reference === null
      ? {}
      : {
          message_reference: {
            type: 0,
            channel_id: message.channel,
            message_id: message.reference.message,
            ...guildOf(state, message.channel),
          },
          referenced_message: said === undefined ? null : messageJson(state, { ...said, reference: null }, mayRead),
        }),
  };
}

/** Without the intent for content a bot reads its own messages, direct ones, and those that mention it. */
function readableWithoutIntent(state: State, message: Message): boolean {
  const direct = state.channels.get(message.channel)?.kind === 'direct';
  return message.own || direct || mentionedPeople(state, message).includes(state.app.id);
}

export function mentionedPeople(state: State, message: Message): readonly string[] {
  const named = Array.from(message.content.matchAll(/<@!?(\d+)>/g), ([, id = '']) => id).filter((id) => state.users.has(id));
  const said = message.reference?.pings === true ? find(state, message.channel, message.reference.message) : undefined;
  return [...new Set(said === undefined ? named : [...named, said.author])];
}

function find(state: State, channel: string, id: string): Message | undefined {
  return state.channels.get(channel)?.messages.find((message) => message.id === id && !message.deleted);
}

export function guildOf(state: State, channel: string): Json {
  const guild = state.channels.get(channel)?.guild ?? null;
  return guild === null ? {} : { guild_id: guild };
}

function attachmentJson({ id, filename, size, description }: Message['attachments'][number]): Json {
  const url = `https://cdn.discordapp.com/attachments/1/${id}/${encodeURIComponent(filename)}`;
  return { id, filename, size, url, proxy_url: url, ...(description === null ? {} : { description }) };
}

/** Components as they come back: each with a number, without what was null, with what Discord fills in. */
export function numbered(components: readonly Json[]): readonly Json[] {
  const taken = new Set<unknown>(everyPart(components).map(({ id }) => id));
  let last = 0;
  const next = () => {
    do last += 1;
    while (taken.has(last));
    return last;
  };
  const number = (part: Json): Json => {
    const given = Object.entries(part).filter(([, value]) => value !== null && value !== undefined);
    const { id, ...rest } = Object.fromEntries(given);
    return {
      id: typeof id === 'number' && id > 0 ? id : next(),
      ...(part.type === 3 ? { min_values: 1, max_values: 1 } : {}),
      ...(part.type === 17 ? { accent_color: null, spoiler: false } : {}),
      ...(part.type === 14 ? { divider: true, spacing: 1 } : {}),
      ...rest,
      ...(Array.isArray(part.components) ? { components: listOf(part.components).map(number) } : {}),
      ...(isJson(part.accessory) ? { accessory: number(part.accessory) } : {}),
      ...(isJson(part.component) ? { component: number(part.component) } : {}),
    };
  };
  return components.map(number);
}

/** Every component, also the nested ones, in the order in which they are read. */
export function everyPart(components: readonly Json[]): readonly Json[] {
  return components.flatMap((part) => [
    part,
    ...everyPart(listOf(part.components)),
    ...(isJson(part.accessory) ? everyPart([part.accessory]) : []),
    ...(isJson(part.component) ? everyPart([part.component]) : []),
  ]);
}

export function appPermissions(state: State, channel: Channel): string {
  return bitsOf(mayInChannel(state, channel).filter((permission) => permission in permissionBits));
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
