import type { Json } from '../../json.ts';
import { isJson, listOf, textOf } from '../../json.ts';
import { limits } from '../limits.ts';
import { refuse } from '../refuse.ts';
import { blockFaults } from '../shape.ts';
import type { Channel, Message, State } from '../state.ts';
import { channelFor, channelToWrite, messageIn, messageJson, userFor } from './channels.ts';
import type { Method } from './method.ts';
import { noScope } from './method.ts';

const writes = () => 'chat:write';

export const postMessage: Method = {
  request: 'PostMessage',
  token: 'bot',
  scope: writes,
  run({ state, deliver }, args) {
    const content = checkedContent(state, 'chat.postMessage', args);
    const channel = channelToWrite(state, textOf(args.channel));
    const message: Message = {
      ts: state.nextTs(),
      user: state.app.botUser,
      own: true,
      bot: true,
      thread: threadOf(channel, args),
      broadcast: args.reply_broadcast === true,
      earlier: [],
      edits: 0,
      deleted: false,
      parsesNames: args.parse === 'full' || args.link_names === true,
      ...content,
      metadata: metadataOf(args),
    };
    channel.messages.push(message);
    deliver.messagePosted(channel, message);
    return { channel: channel.id, ts: message.ts, message: messageJson(state, channel, message, true) };
  },
};

export const updateMessage: Method = {
  request: 'UpdateMessage',
  token: 'bot',
  scope: writes,
  run({ state, deliver }, args) {
    const channel = channelToUpdate(state, textOf(args.channel));
    const message = messageIn(channel, textOf(args.ts)) ?? refuse('message_not_found');
    if (!message.own) refuse('cant_update_message');
    if (textOf(args.text).length > limits.message.text) refuse('msg_too_long');
    const { text, blocks } = checkedContent(state, 'chat.update', args);
    message.text = text;
    message.earlier = [message.blocks, ...message.earlier];
    if (args.text !== undefined || args.blocks !== undefined) message.blocks = blocks;
    message.parsesNames = args.parse !== 'none' || args.link_names === true;
    if (args.metadata !== undefined) message.metadata = metadataOf(args);
    message.edits += 1;
    deliver.messageChanged(channel, message);
    return { channel: channel.id, ts: message.ts, text: message.text, message: messageJson(state, channel, message, true) };
  },
};

export const deleteMessage: Method = {
  request: 'DeleteMessage',
  token: 'bot',
  scope: writes,
  run({ state, deliver }, args) {
    const channel = channelToUpdate(state, textOf(args.channel));
    const message = messageIn(channel, textOf(args.ts)) ?? refuse('message_not_found');
    if (!message.own) refuse('cant_delete_message');
    message.deleted = true;
    deliver.messageDeleted(channel, message);
    return { channel: channel.id, ts: message.ts };
  },
};

export const postEphemeral: Method = {
  request: 'PostEphemeral',
  token: 'bot',
  scope: writes,
  run({ state }, args) {
    const { text, blocks } = checkedContent(state, 'chat.postEphemeral', args);
    const channel = channelToWrite(state, textOf(args.channel));
    const user = userFor(state, textOf(args.user));
    if (!channel.members.has(user.id)) refuse('user_not_in_channel');
    const ts = state.nextTs();
    const thread = threadOf(channel, args);
    state.ephemerals.push({ user: user.id, channel: channel.id, thread, from: 'postEphemeral', text, blocks, ts });
    return { message_ts: ts };
  },
};

export const getPermalink: Method = {
  request: 'GetPermalink',
  token: 'bot',
  scope: noScope,
  run({ state }, args) {
    const channel = channelFor(state, textOf(args.channel));
    const message = messageIn(channel, textOf(args.message_ts)) ?? refuse('message_not_found');
    const name = `p${message.ts.replace('.', '')}`;
    return { channel: channel.id, permalink: `https://${state.app.teamDomain}.slack.com/archives/${channel.id}/${name}` };
  },
};

type Content = Pick<Message, 'text' | 'blocks'>;

/** Text and blocks of a message by Slack's rules; what only a careless bot would send is warned of. */
export function checkedContent(state: State, from: string, args: Json): Content {
  const blocks = listOf(args.blocks);
  const text = textOf(args.text);
  if (args.markdown_text !== undefined && (args.text !== undefined || args.blocks !== undefined)) refuse('markdown_text_conflict');
  if (text === '' && blocks.length === 0 && args.attachments === undefined && args.markdown_text === undefined) refuse('no_text');
  const faults = blockFaults(blocks);
  if (faults.some((fault) => fault.startsWith('msg_blocks_too_long'))) refuse('msg_blocks_too_long', ...faults);
  if (faults.length > 0) refuse('invalid_blocks', ...faults);
  if (listOf(args.attachments).length > limits.message.attachments) refuse('too_many_attachments');
  warn(state, from, args, text, blocks);
  return { text: text.slice(0, limits.message.text), blocks: named(state, blocks) };
}

function warn(state: State, from: string, args: Json, text: string, blocks: readonly Json[]): void {
  const careless: readonly (readonly [boolean, string])[] = [
    [text.length > limits.message.textAdvised, `text of ${text.length} characters, ${limits.message.textAdvised} are advised`],
    [blocks.length > 0 && text === '', 'blocks without a text for notifications and screen readers'],
    [args.parse === 'full' || args.link_names === true, 'names in the text become mentions'],
    [from === 'chat.update' && args.parse !== 'none', 'an edit without parse: none parses names'],
    [from === 'chat.postMessage' && args.unfurl_links !== false, 'links unfurl'],
    [from === 'chat.postMessage' && args.unfurl_media !== false, 'media unfurl'],
    [blocks.some((block) => block.type === 'input'), 'an input block in a message'],
  ];
  for (const [is, said] of careless) if (is) state.warnings.push(`${from}: ${said}`);
}

/** Slack names blocks and elements that came without a name. */
function named(state: State, blocks: readonly Json[]): readonly Json[] {
  return blocks.map((block) => {
    const elements = block.type === 'actions' ? { elements: listOf(block.elements).map((element) => withActionId(state, element)) } : {};
    const accessory = isJson(block.accessory) ? { accessory: withActionId(state, block.accessory) } : {};
    return { block_id: state.next('blk'), ...block, ...elements, ...accessory };
  });
}

function withActionId(state: State, element: Json): Json {
  return element.type === 'image' ? element : { action_id: state.next('act'), ...element };
}

/** Edits go by the id of a channel: a person's id posts, but does not edit. */
function channelToUpdate(state: State, id: string): Channel {
  if (id.startsWith('U')) return refuse('channel_not_found');
  return channelToWrite(state, id);
}

function threadOf(channel: Channel, args: Json): string | null {
  if (args.thread_ts === undefined) return null;
  const parent = channel.messages.find((message) => message.ts === args.thread_ts) ?? refuse('thread_not_found');
  if (parent.thread !== null) return refuse('cannot_reply_to_message', 'thread_ts names a reply, not the message that it replies to');
  return parent.ts;
}

function metadataOf(args: Json): Json | null {
  if (!isJson(args.metadata)) return null;
  if (JSON.stringify(args.metadata).length > limits.message.metadata) refuse('metadata_too_large');
  if (textOf(args.metadata.event_type) === '') refuse('metadata_must_be_sent_from_app');
  return args.metadata;
}
