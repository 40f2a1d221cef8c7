import type { Permission } from '../permissions.ts';
import { mayInChannel, parentOf } from '../permissions.ts';
import { refuse } from '../refuse.ts';
import type { Channel, Message, State } from '../state.ts';
import { messageIn } from '../state.ts';

/** A channel that the bot sees. */
export function channelFor(state: State, id: string | undefined): Channel {
  const channel = state.channels.get(id ?? '');
  if (channel === undefined || channel.deleted || parentOf(state, channel).deleted) return refuse(10003);
  if (!mayInChannel(state, channel).includes('VIEW_CHANNEL')) return refuse(50001);
  return channel;
}

export function need(state: State, channel: Channel, ...permissions: readonly Permission[]): void {
  const may = mayInChannel(state, channel);
  if (!permissions.every((permission) => may.includes(permission))) refuse(50013);
}

/** A channel that the bot may write to now. One that is archived opens again by this, unless it is locked. */
export function channelToWrite(state: State, id: string | undefined): Channel {
  const channel = channelFor(state, id);
  if (channel.kind === 'direct') {
    const recipient = state.users.get(channel.recipient ?? '');
    if (recipient === undefined || recipient.directsClosed) return refuse(50007);
    if (!state.guild.joined || !recipient.guilds.has(state.guild.id)) return refuse(50278);
    return channel;
  }
  need(state, channel, channel.kind === 'thread' ? 'SEND_MESSAGES_IN_THREADS' : 'SEND_MESSAGES');
  if (channel.locked && !mayInChannel(state, channel).includes('MANAGE_THREADS')) refuse(160005);
  return channel;
}

export function messageFor(channel: Channel, id: string | undefined): Message {
  return messageIn(channel, id ?? '') ?? refuse(10008);
}
