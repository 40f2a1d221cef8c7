import type { Json } from '../json.ts';
import { cast } from './cast.ts';
import { bitsOf, mayInChannel } from './permissions.ts';
import type { Channel, State, User } from './state.ts';
import { snowflakeMs } from './snowflakes.ts';

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

/** The numbers of the kinds of channels. */
export const channelTypes = { text: 0, direct: 1, thread: 11 } as const;

export function channelJson(state: State, channel: Channel): Json {
  const last = channel.messages.at(-1)?.id ?? null;
  const shared = { id: channel.id, type: channelTypes[channel.kind], last_message_id: last, flags: 0 };
  switch (channel.kind) {
    case 'direct':
      return { ...shared, recipients: channel.recipient === null ? [] : [userJson(state, channel.recipient)] };
    case 'text': {
      const overwrites = channel.denied.size === 0 ? [] : [{ id: cast.bot, type: 1, allow: '0', deny: bitsOf(channel.denied) }];
      return {
        ...shared,
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

export function guildOf(state: State, channel: string): Json {
  const guild = state.channels.get(channel)?.guild ?? null;
  return guild === null ? {} : { guild_id: guild };
}

export function appPermissions(state: State, channel: Channel): string {
  return bitsOf(mayInChannel(state, channel));
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
