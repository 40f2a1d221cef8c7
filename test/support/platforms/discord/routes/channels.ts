import * as spec from 'discord-api-spec/zod';
import { z } from 'zod';
import { textOf } from '../../json.ts';
import { tellOfChannel } from '../events.ts';
import { mayInChannel } from '../permissions.ts';
import { refuse, refusePart } from '../refuse.ts';
import type { Channel, State } from '../state.ts';
import { aChannel } from '../state.ts';
import { channelJson } from '../wire.ts';
import { channelFor, messageFor, need } from './access.ts';
import type { Route } from './route.ts';

export const getChannel: Route = {
  name: 'get_channel',
  verb: 'GET',
  path: '/channels/{channel}',
  token: 'bot',
  request: null,
  response: z.union([spec.GuildChannelResponseSchema, spec.PrivateChannelResponseSchema, spec.ThreadResponseSchema]),
  run: ({ state }, { params }) => channelJson(state, channelFor(state, params.channel)),
};

/** Of a thread: archived and locked. To open one again the right to write in threads suffices, where it is not locked. */
export const updateChannel: Route = {
  name: 'update_channel',
  verb: 'PATCH',
  path: '/channels/{channel}',
  token: 'bot',
  request: () => spec.UpdateThreadRequestPartialSchema,
  response: spec.ThreadResponseSchema,
  run({ state, gateway }, { params, args }) {
    const channel = channelFor(state, params.channel);
    if (channel.kind !== 'thread') return refuse(50013);
    const opensOnly = args.archived === false && !channel.locked && Object.keys(args).every((key) => key === 'archived');
    const ownOnly = channel.owner === state.app.id && !channel.locked && args.locked === undefined;
    if (opensOnly || ownOnly) need(state, channel, 'SEND_MESSAGES_IN_THREADS');
    else need(state, channel, 'MANAGE_THREADS');
    if (channel.archived && args.archived !== false) return refuse(50083);
    if (typeof args.archived === 'boolean') channel.archived = args.archived;
    if (typeof args.locked === 'boolean') channel.locked = args.locked;
    tellOfChannel(state, gateway, 'THREAD_UPDATE', channel);
    return channelJson(state, channel);
  },
};

export const createThread: Route = {
  name: 'create_thread_from_message',
  verb: 'POST',
  path: '/channels/{channel}/messages/{message}/threads',
  token: 'bot',
  request: () => spec.CreateTextThreadWithMessageRequestSchema,
  response: spec.ThreadResponseSchema,
  run({ state, gateway }, { params, args }) {
    const channel = channelFor(state, params.channel);
    need(state, channel, 'CREATE_PUBLIC_THREADS');
    const message = messageFor(channel, params.message);
    if (state.channels.has(message.id)) return refuse(160004);
    const thread = aChannel({ id: message.id, name: textOf(args.name), kind: 'thread', parent: channel.id, owner: state.app.id });
    state.channels.set(thread.id, thread);
    tellOfChannel(state, gateway, 'THREAD_CREATE', thread, { newly_created: true });
    return channelJson(state, thread);
  },
};

/** Direct messages may always be opened; whether one may be sent is another matter. */
export const createDirect: Route = {
  name: 'create_dm',
  verb: 'POST',
  path: '/users/@me/channels',
  token: 'bot',
  request: () => spec.CreatePrivateChannelRequestSchema,
  response: spec.PrivateChannelResponseSchema,
  run({ state }, { args }) {
    const user = state.users.get(textOf(args.recipient_id));
    if (user === undefined) return refusePart(['recipient_id'], 'INVALID_RECIPIENT', 'Unknown recipient');
    if (user.bot) return refuse(50007);
    return channelJson(state, directChannel(state, user.id));
  },
};

export function directChannel(state: State, user: string): Channel {
  const there = [...state.channels.values()].find((channel) => channel.recipient === user);
  if (there !== undefined) return there;
  const opened = aChannel({ id: state.nextId(), name: `@${user}`, kind: 'direct', guild: null, recipient: user });
  state.channels.set(opened.id, opened);
  return opened;
}

export const typing: Route = {
  name: 'trigger_typing_indicator',
  verb: 'POST',
  path: '/channels/{channel}/typing',
  token: 'bot',
  request: null,
  response: null,
  run({ state }, { params }) {
    const channel = channelFor(state, params.channel);
    if (!mayInChannel(state, channel).includes('SEND_MESSAGES')) refuse(50013);
    return undefined;
  },
};
