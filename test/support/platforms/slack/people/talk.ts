import type { Acknowledged } from '../deliveries.ts';
import type { Json } from '../../json.ts';
import { isJson, listOf, textOf } from '../../json.ts';
import { messageIn, messageJson } from '../methods/channels.ts';
import type { Message } from '../state.ts';
import type { Lateness } from './interaction.ts';
import { channelJson, channelNamed, interactionFrom, newResponseUrl, newTrigger, personIn, tellTrouble } from './interaction.ts';
import type { PeopleContext } from './press.ts';

/** `text` is what the person typed: it is escaped on its way, as Slack does. */
export type Say = {
  readonly user: string;
  readonly channel: string;
  readonly text: string;
  readonly thread?: string;
  readonly broadcast?: boolean;
};

/** A person (or another bot) writes; gives the `ts` of the message. */
export function say({ state, deliver }: PeopleContext, { user: userId, channel: channelId, text, thread, broadcast }: Say): string {
  const channel = channelNamed(state, channelId);
  const user = personIn(state, userId, channel);
  const message: Message = {
    ts: state.nextTs(),
    user: user.id,
    own: false,
    bot: user.kind === 'bot',
    thread: thread ?? null,
    broadcast: broadcast === true,
    earlier: [],
    text: escaped(text),
    blocks: [],
    metadata: null,
    edits: 0,
    deleted: false,
    parsesNames: false,
  };
  channel.messages.push(message);
  deliver.messagePosted(channel, message);
  return message.ts;
}

/** Changes what a person said before: an edited reply. */
export function editSaid({ state, deliver }: PeopleContext, channelId: string, ts: string, text: string): void {
  const channel = channelNamed(state, channelId);
  const message = messageIn(channel, ts);
  if (message === undefined) throw new Error(`there is no message ${ts} in ${channelId}`);
  message.text = escaped(text);
  message.edits += 1;
  deliver.messageChanged(channel, message);
}

/** An administrator deletes a message of the bot. */
export function deleteMessageOf({ state, deliver }: PeopleContext, channelId: string, ts: string): void {
  const channel = channelNamed(state, channelId);
  const message = messageIn(channel, ts);
  if (message === undefined) throw new Error(`there is no message ${ts} in ${channelId}`);
  message.deleted = true;
  deliver.messageDeleted(channel, message);
}

export type Command = Lateness & { readonly user: string; readonly channel: string; readonly command: string; readonly text: string };

/** A slash command. What comes back with the acknowledgement is shown to its author alone. */
export async function command(context: PeopleContext, given: Command): Promise<Acknowledged> {
  const { state } = context;
  const channel = channelNamed(state, given.channel);
  const user = personIn(state, given.user, channel);
  const { app } = state;
  const outcome = await context.deliver.interaction('slash_commands', {
    token: app.verificationToken,
    team_id: app.team,
    team_domain: app.teamDomain,
    channel_id: channel.id,
    channel_name: channelJson(channel).name,
    user_id: user.id,
    user_name: user.name,
    command: given.command,
    text: escaped(given.text),
    api_app_id: app.id,
    is_enterprise_install: 'false',
    response_url: newResponseUrl(state, context.baseUrl(), { user: user.id, channel: channel.id, thread: null, message: null }),
    trigger_id: newTrigger(state, user.id, given),
  });
  tellTrouble(state, user.id, channel.id, outcome, `${given.command} failed with the error "dispatch_failed"`);
  if (outcome.result === 'acknowledged' && isJson(outcome.response)) showReply(context, user.id, channel.id, outcome.response);
  return outcome;
}

export type Shortcut = Lateness & { readonly user: string; readonly channel: string; readonly ts: string; readonly callback: string };

/** A message shortcut: works on any message, also in threads. */
export async function shortcut(context: PeopleContext, taken: Shortcut): Promise<Acknowledged> {
  const { state } = context;
  const channel = channelNamed(state, taken.channel);
  const user = personIn(state, taken.user, channel);
  const message = messageIn(channel, taken.ts);
  if (message === undefined) throw new Error(`there is no message ${taken.ts} in ${taken.channel}`);
  const outcome = await context.deliver.interaction('interactive', {
    ...interactionFrom(state, user),
    type: 'message_action',
    callback_id: taken.callback,
    trigger_id: newTrigger(state, user.id, taken),
    message_ts: message.ts,
    action_ts: state.nextTs(),
    response_url: newResponseUrl(state, context.baseUrl(), {
      user: user.id,
      channel: channel.id,
      thread: message.thread,
      message: message.ts,
    }),
    channel: channelJson(channel),
    message: messageJson(state, channel, message, true),
  });
  tellTrouble(state, user.id, channel.id, outcome, 'This app did not react to the shortcut');
  return outcome;
}

function showReply({ state }: PeopleContext, user: string, channel: string, reply: Json): void {
  const [text, blocks] = [textOf(reply.text), listOf(reply.blocks)];
  if (text === '' && blocks.length === 0) return;
  state.ephemerals.push({ user, channel, thread: null, from: 'command reply', text, blocks, ts: state.nextTs() });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
