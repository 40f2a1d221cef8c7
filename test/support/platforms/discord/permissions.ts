import type { Channel, State } from './state.ts';

/** The bits of Discord's permissions that a bot with gates may meet. */
export const permissionBits = {
  ADD_REACTIONS: 1n << 6n,
  VIEW_CHANNEL: 1n << 10n,
  SEND_MESSAGES: 1n << 11n,
  EMBED_LINKS: 1n << 14n,
  ATTACH_FILES: 1n << 15n,
  READ_MESSAGE_HISTORY: 1n << 16n,
  MENTION_EVERYONE: 1n << 17n,
  MANAGE_THREADS: 1n << 34n,
  CREATE_PUBLIC_THREADS: 1n << 35n,
  SEND_MESSAGES_IN_THREADS: 1n << 38n,
} as const;

export type Permission = keyof typeof permissionBits;

/** The least that a bot with gates asks for. */
export const minimalPermissions: readonly Permission[] = [
  'VIEW_CHANNEL',
  'SEND_MESSAGES',
  'SEND_MESSAGES_IN_THREADS',
  'EMBED_LINKS',
  'READ_MESSAGE_HISTORY',
];

/** What the people of the guild may do. */
export const everyonesPermissions: readonly Permission[] = [
  'VIEW_CHANNEL',
  'SEND_MESSAGES',
  'SEND_MESSAGES_IN_THREADS',
  'READ_MESSAGE_HISTORY',
  'ADD_REACTIONS',
];

/** What the bot may do in a channel: what it was granted, without what is denied there (for a thread, in its parent). */
export function mayInChannel(state: State, channel: Channel): readonly Permission[] {
  if (channel.kind === 'direct')
    return ['VIEW_CHANNEL', 'SEND_MESSAGES', 'EMBED_LINKS', 'ATTACH_FILES', 'READ_MESSAGE_HISTORY', 'ADD_REACTIONS'];
  if (channel.guild !== state.guild.id || !state.guild.joined) return [];
  const { denied } = parentOf(state, channel);
  return [...state.granted].filter((permission) => !denied.has(permission));
}

export function parentOf(state: State, channel: Channel): Channel {
  return (channel.parent === null ? undefined : state.channels.get(channel.parent)) ?? channel;
}

export function bitsOf(permissions: Iterable<Permission>): string {
  return String([...permissions].reduce((bits, permission) => bits | permissionBits[permission], 0n));
}
