import * as spec from 'discord-api-spec/zod';
import { isJson, textOf } from '../../json.ts';
import { checkedContent } from '../content.ts';
import { tellOfChannel, tellOfDeletion, tellOfMessage } from '../events.ts';
import { limits } from '../limits.ts';
import type { Json } from '../../json.ts';
import { mayInChannel } from '../permissions.ts';
import { refuse, refusePart } from '../refuse.ts';
import { snowflakeMs } from '../snowflakes.ts';
import type { Channel, Message, State } from '../state.ts';
import { aMessage } from '../state.ts';
import { messageJson } from '../message-json.ts';
import { channelFor, channelToWrite, messageFor, need } from './access.ts';
import type { Route } from './route.ts';

export const createMessage: Route = {
  name: 'create_message',
  verb: 'POST',
  path: '/channels/{channel}/messages',
  token: 'bot',
  request: () => spec.MessageCreateRequestSchema,
  response: spec.MessageResponseSchema,
  run({ state, gateway }, { params, args, files }) {
    const channel = channelToWrite(state, params.channel);
    if (files.length > 0) need(state, channel, 'ATTACH_FILES');
    if (Array.isArray(args.embeds) && args.embeds.length > 0) need(state, channel, 'EMBED_LINKS');
    const replied = repliedTo(state, channel, args);
    const written = checkedContent(state, 'create_message', {
      args,
      files,
      before: null,
      route: 'message',
      repliedTo: replied?.author ?? null,
    });
    const same = args.enforce_nonce === true ? sentWithNonce(state, channel, args.nonce) : undefined;
    if (same !== undefined) return same.deleted ? refuse(10008) : { ...messageJson(state, same, true), nonce: same.nonce };
    if (channel.archived) {
      channel.archived = false;
      tellOfChannel(state, gateway, 'THREAD_UPDATE', channel);
    }
    const pings = replied !== undefined && (!isJson(args.allowed_mentions) || args.allowed_mentions.replied_user === true);
    const message = aMessage({
      id: state.nextId(),
      channel: channel.id,
      author: state.app.id,
      own: true,
      nonce: typeof args.nonce === 'string' || typeof args.nonce === 'number' ? args.nonce : null,
      reference: replied === undefined ? null : { message: replied.id, pings },
      ...written,
    });
    channel.messages.push(message);
    tellOfMessage(state, gateway, 'MESSAGE_CREATE', message);
    return { ...messageJson(state, message, true), ...(message.nonce === null ? {} : { nonce: message.nonce }) };
  },
};

function repliedTo(state: State, channel: Channel, args: Json): Message | undefined {
  if (!isJson(args.message_reference) || args.message_reference.type === 1) return undefined;
  need(state, channel, 'READ_MESSAGE_HISTORY');
  const found = channel.messages.find(({ id, deleted }) => id === textOf((args.message_reference as Json).message_id) && !deleted); // checked above
  if (found === undefined && args.message_reference.fail_if_not_exists !== false) {
    return refusePart(['message_reference'], 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
  }
  return found;
}

function sentWithNonce(state: State, channel: Channel, nonce: unknown): Message | undefined {
  const since = state.clock.nowMs() - limits.message.nonceMs;
  return channel.messages.find((message) => message.own && message.nonce === nonce && snowflakeMs(message.id) >= since);
}

export const editMessage: Route = {
  name: 'update_message',
  verb: 'PATCH',
  path: '/channels/{channel}/messages/{message}',
  token: 'bot',
  request: () => spec.MessageEditRequestPartialSchema,
  response: spec.MessageResponseSchema,
  run({ state, gateway }, { params, args, files }) {
    const channel = channelFor(state, params.channel);
    const message = messageFor(channel, params.message);
    if (!message.own) return refuse(50005);
    if (channel.archived) return refuse(50083);
    const written = checkedContent(state, 'update_message', { args, files, before: message, route: 'message', repliedTo: null });
    checkPace(state, channel, message);
    applyEdit(state, message, written);
    tellOfMessage(state, gateway, 'MESSAGE_UPDATE', message);
    return messageJson(state, message, true);
  },
};

export function applyEdit(state: State, message: Message, written: Partial<Message>): void {
  message.earlier = [message.components, ...message.earlier];
  Object.assign(message, written, { edits: message.edits + 1, editedMs: state.clock.nowMs() });
}

/** Old messages may be edited a few times in a while only, all of a channel together. */
function checkPace(state: State, channel: Channel, message: Message): void {
  const now = state.clock.nowMs();
  const { oldMs, oldEdits, oldEditsMs } = limits.message;
  const isOld = ({ id }: Message) => now - snowflakeMs(id) > oldMs;
  if (!isOld(message)) return;
  const recent = state.calls.filter(({ method, channel: at, outcome, atMs, path }) => {
    const edited = path.split('/').at(-1) ?? '';
    return (
      method === 'update_message' &&
      at === channel.id &&
      outcome.startsWith('200') &&
      atMs > now - oldEditsMs &&
      /^\d+$/.test(edited) &&
      now - snowflakeMs(edited) > oldMs
    );
  });
  const [first] = recent;
  if (recent.length < oldEdits || first === undefined) return;
  const retryAfterS = (first.atMs + oldEditsMs - now) / 1_000;
  refuse(30046, { retry_after: retryAfterS, global: false });
}

export const getMessage: Route = {
  name: 'get_message',
  verb: 'GET',
  path: '/channels/{channel}/messages/{message}',
  token: 'bot',
  request: null,
  response: spec.MessageResponseSchema,
  run({ state }, { params }) {
    const channel = channelFor(state, params.channel);
    need(state, channel, 'READ_MESSAGE_HISTORY');
    return messageJson(state, messageFor(channel, params.message), state.intents.has('MessageContent'));
  },
};

/** Newest first, as Discord gives them; with `after` the oldest of those that are newer than it. */
export const listMessages: Route = {
  name: 'list_messages',
  verb: 'GET',
  path: '/channels/{channel}/messages',
  token: 'bot',
  request: null,
  response: spec.MessageResponseSchema,
  run({ state }, { params, query }) {
    const channel = channelFor(state, params.channel);
    const limit = Number(query.get('limit') ?? limits.history.page);
    if (!(Number.isInteger(limit) && limit >= 1 && limit <= limits.history.pageMax)) {
      return refusePart(['limit'], 'NUMBER_TYPE_MAX', `int value should be between 1 and ${limits.history.pageMax}.`);
    }
    const bound = (name: string) => {
      const given = query.get(name);
      if (given === null) return null;
      if (!/^\d{1,20}$/.test(given)) return refusePart([name], 'NUMBER_TYPE_COERCE', `Value "${given}" is not snowflake.`);
      return BigInt(given);
    };
    const [after, before] = [bound('after'), bound('before')];
    // Without the right to read history Discord gives an empty page, and no error.
    const may = mayInChannel(state, channel).includes('READ_MESSAGE_HISTORY');
    const kept = channel.messages.filter(({ id, deleted }) => {
      return may && !deleted && (after === null || BigInt(id) > after) && (before === null || BigInt(id) < before);
    });
    const page = after === null ? kept.slice(-limit) : kept.slice(0, limit);
    return page.toReversed().map((message) => messageJson(state, message, state.intents.has('MessageContent')));
  },
};

export const deleteMessage: Route = {
  name: 'delete_message',
  verb: 'DELETE',
  path: '/channels/{channel}/messages/{message}',
  token: 'bot',
  request: null,
  response: null,
  run({ state, gateway }, { params }) {
    const channel = channelFor(state, params.channel);
    const message = messageFor(channel, params.message);
    if (!message.own) return refuse(50013);
    if (channel.archived) return refuse(50083);
    message.deleted = true;
    tellOfDeletion(state, gateway, message);
    return undefined;
  },
};

export const addReaction: Route = {
  name: 'add_my_message_reaction',
  verb: 'PUT',
  path: '/channels/{channel}/messages/{message}/reactions/{emoji}/@me',
  token: 'bot',
  request: null,
  response: null,
  run({ state }, { params }) {
    const channel = channelFor(state, params.channel);
    need(state, channel, 'READ_MESSAGE_HISTORY', 'ADD_REACTIONS');
    messageFor(channel, params.message);
    return undefined;
  },
};
