import type { Json } from '../../json.ts';
import { cast } from '../cast.ts';
import { bitsOf, everyonesPermissions } from '../permissions.ts';
import type { Channel, State, User } from '../state.ts';
import { appPermissions, bareMemberJson, channelJson, userJson } from '../wire.ts';

export function channelNamed(state: State, id: string): Channel {
  const channel = state.channels.get(id);
  if (channel === undefined || channel.deleted)
    throw new Error(`there is no channel ${id}; there are ${[...state.channels.keys()].join(', ')}`);
  return channel;
}

export function userNamed(state: State, id: string): User {
  const user = state.users.get(id);
  if (user === undefined) throw new Error(`there is no user ${id}; there are ${[...state.users.keys()].join(', ')}`);
  return user;
}

/** Somebody who sees the channel; `from` another guild, whoever is a member there acts as if the message stood in it. */
export function personIn(state: State, id: string, channel: Channel, from?: string): User {
  const user = userNamed(state, id);
  const guild = from ?? channel.guild;
  const there = guild === null ? channel.recipient === id : user.guilds.has(guild);
  if (!there) throw new Error(`${user.name} is not in ${channel.name}, and sees nothing there`);
  return user;
}

/** What every interaction carries. */
export function interactionFrom(state: State, user: User, channel: Channel, guild: string | null): Json {
  const fixed = {
    application_id: state.app.id,
    version: 1,
    channel_id: channel.id,
    channel: { ...channelJson(state, channel), permissions: bitsOf(everyonesPermissions) },
    app_permissions: appPermissions(state, channel),
    locale: 'en-US',
    entitlements: [],
    attachment_size_limit: 10 * 1_024 * 1_024,
  };
  if (guild === null) return { ...fixed, context: 1, authorizing_integration_owners: { 0: '0' }, user: userJson(state, user.id) };
  return {
    ...fixed,
    context: 0,
    // In a guild that the bot is not in, a person installed it for themselves.
    authorizing_integration_owners: guild === cast.guild ? { 0: guild } : { 1: user.id },
    guild_id: guild,
    guild_locale: 'en-US',
    guild: { id: guild, locale: 'en-US', features: [] },
    member: { ...bareMemberJson(user), user: userJson(state, user.id), permissions: bitsOf(everyonesPermissions) },
  };
}
