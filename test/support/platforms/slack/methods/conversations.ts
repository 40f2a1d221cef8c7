import type { Json } from '../../json.ts';
import { textOf } from '../../json.ts';
import { refuse } from '../refuse.ts';
import type { Channel, Message, State } from '../state.ts';
import { channelFor, directChannel, historyScope, infoScope, messageJson } from './channels.ts';
import type { Method } from './method.ts';

const pageDefault = 100;
const pageMax = 999;

export const readHistory: Method = {
  request: 'ReadHistory',
  token: 'bot',
  scope: historyScope,
  run({ state }, args) {
    const channel = readable(state, args);
    const top = channel.messages.filter((message) => !message.deleted && (message.thread === null || message.broadcast));
    return pageOf(state, channel, inWindow(top, args).reverse(), args);
  },
};

export const readReplies: Method = {
  request: 'ReadReplies',
  token: 'bot',
  scope: historyScope,
  run({ state }, args) {
    const channel = readable(state, args);
    const parent = channel.messages.find((message) => message.ts === args.ts && !message.deleted) ?? refuse('thread_not_found');
    const top = parent.thread ?? parent.ts;
    const replies = channel.messages.filter((message) => !message.deleted && message.thread === top);
    const first = channel.messages.filter((message) => message.ts === top && !message.deleted);
    return pageOf(state, channel, [...first, ...inWindow(replies, args)], args);
  },
};

export const describeChannel: Method = {
  request: 'DescribeChannel',
  token: 'bot',
  scope: infoScope,
  run({ state }, args) {
    const channel = channelFor(state, textOf(args.channel));
    return { channel: channelJson(state, channel) };
  },
};

export const openChannel: Method = {
  request: 'OpenChannel',
  token: 'bot',
  scope: () => 'im:write',
  run({ state }, args) {
    const users = textOf(args.users).split(',');
    const [user = '', another] = users;
    if (another !== undefined || user === '') return refuse('method_not_supported_for_channel_type');
    const already = state.channels.has(`D${user.slice(1)}`);
    return { channel: { id: directChannel(state, user).id }, ...(already ? { already_open: true, no_op: true } : {}) };
  },
};

function readable(state: State, args: Json): Channel {
  const channel = channelFor(state, textOf(args.channel));
  return channel.members.has(state.app.botUser) ? channel : refuse('not_in_channel');
}

function inWindow(messages: readonly Message[], args: Json): Message[] {
  const { oldest = '0', latest = '9999999999.999999', inclusive = false } = args;
  const [from, to] = [Number(oldest), Number(latest)];
  return messages.filter(({ ts }) => {
    const at = Number(ts);
    return inclusive === true ? at >= from && at <= to : at > from && at < to;
  });
}

function pageOf(state: State, channel: Channel, messages: readonly Message[], args: Json): Json {
  const limit = args.limit === undefined ? pageDefault : Number(args.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > pageMax) refuse('invalid_limit');
  const start = args.cursor === undefined || args.cursor === '' ? 0 : Number(Buffer.from(textOf(args.cursor), 'base64url').toString());
  if (!Number.isInteger(start)) refuse('invalid_cursor');
  const page = messages.slice(start, start + limit);
  const more = start + limit < messages.length;
  return {
    messages: page.map((message) => messageJson(state, channel, message, args.include_all_metadata === true)),
    has_more: more,
    ...(more ? { response_metadata: { next_cursor: Buffer.from(String(start + limit)).toString('base64url') } } : {}),
  };
}

function channelJson(state: State, channel: Channel): Json {
  return {
    id: channel.id,
    name: channel.name,
    is_channel: channel.kind === 'public',
    is_group: channel.kind === 'private',
    is_im: channel.kind === 'direct',
    is_private: channel.kind !== 'public',
    is_member: channel.members.has(state.app.botUser),
    is_archived: channel.archived,
    is_ext_shared: false,
    context_team_id: state.app.team,
  };
}
