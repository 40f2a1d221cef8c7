import { isJson, textOf } from '../../json.ts';
import type { Json } from '../../json.ts';
import { refuse } from '../refuse.ts';
import type { Channel, Message, State, User } from '../state.ts';
import { aChannel } from '../state.ts';

/** A channel that the bot can see; a private one that it is not in does not exist for it. */
export function channelFor(state: State, id: string): Channel {
  const channel = state.channels.get(id);
  if (channel === undefined) return refuse('channel_not_found');
  if (channel.kind !== 'public' && !channel.members.has(state.app.botUser)) return refuse('channel_not_found');
  return channel;
}

/** Where the bot may write: it is a member, and the channel lives. */
export function channelToWrite(state: State, id: string): Channel {
  const channel = id.startsWith('U') ? directChannel(state, id) : channelFor(state, id);
  if (!channel.members.has(state.app.botUser)) refuse('not_in_channel');
  if (channel.archived) refuse('is_archived');
  return channel;
}

/** The direct channel between the bot and a person; opened when there was none. */
export function directChannel(state: State, userId: string): Channel {
  const user = userFor(state, userId);
  if (user.kind === 'bot') refuse('cannot_dm_bot');
  if (user.kind === 'deactivated') refuse('user_disabled');
  const id = `D${user.id.slice(1)}`;
  const channel = state.channels.get(id) ?? aChannel(id, '', 'direct', [user.id, state.app.botUser]);
  state.channels.set(id, channel);
  return channel;
}

export function userFor(state: State, id: string): User {
  return state.users.get(id) ?? refuse('user_not_found');
}

export function messageIn(channel: Channel, ts: string): Message | undefined {
  return channel.messages.find((message) => message.ts === ts && !message.deleted);
}

/** Of what kind the channel is decides which scope its history needs. */
export function historyScope(state: State, args: Json): string {
  const kind = state.channels.get(textOf(args.channel))?.kind;
  return kind === 'direct' ? 'im:history' : kind === 'private' ? 'groups:history' : 'channels:history';
}

export function infoScope(state: State, args: Json): string {
  const kind = state.channels.get(textOf(args.channel))?.kind;
  return kind === 'direct' ? 'im:read' : kind === 'private' ? 'groups:read' : 'channels:read';
}

/** A message as the Web API and events give it back. Metadata only where it was asked for. */
export function messageJson(state: State, channel: Channel, message: Message, withMetadata: boolean): Json {
  const replies = channel.messages.filter((reply) => reply.thread === message.ts && !reply.deleted);
  return {
    type: 'message',
    user: message.user,
    ts: message.ts,
    text: message.text,
    team: state.users.get(message.user)?.team ?? state.app.team,
    ...(message.own ? { bot_id: state.app.botId, app_id: state.app.id, bot_profile: botProfile(state) } : {}),
    ...(message.bot && !message.own ? { bot_id: 'B0OTHER' } : {}),
    ...(message.blocks.length > 0 ? { blocks: message.blocks } : {}),
    ...(message.thread === null ? {} : { thread_ts: message.thread, parent_user_id: parentUser(channel, message.thread) }),
    ...(replies.length > 0 ? { thread_ts: message.ts, reply_count: replies.length, latest_reply: replies.at(-1)?.ts } : {}),
    ...(message.edits > 0 ? { edited: { user: message.own ? state.app.botId : message.user, ts: message.ts } } : {}),
    ...(withMetadata && isJson(message.metadata) ? { metadata: message.metadata } : {}),
  };
}

function botProfile(state: State): Json {
  return { id: state.app.botId, app_id: state.app.id, name: 'gatebell', deleted: false, updated: 0, team_id: state.app.team };
}

function parentUser(channel: Channel, ts: string): string | undefined {
  return channel.messages.find((message) => message.ts === ts)?.user;
}
