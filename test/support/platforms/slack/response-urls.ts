import type { Json } from '../json.ts';
import { listOf, textOf } from '../json.ts';
import { checkedContent } from './methods/chat.ts';
import type { Slack } from './methods/method.ts';
import { SlackRefusal } from './refuse.ts';
import { requestFaults } from './shape.ts';
import type { Message, ResponseUrl } from './state.ts';

export const responseUsesMax = 5;

type Answered = { readonly status: number; readonly body: Json };

/** Takes what the app posts to a `response_url`: at most five times, at most 30 minutes after the press. */
export function answerResponse(slack: Slack, id: string, args: Json): Answered {
  const { state } = slack;
  const url = state.responseUrls.get(id);
  if (url === undefined) return refused(404, 'no_url');
  if (state.clock.nowMs() > url.untilMs) return refused(404, 'expired_url');
  if (url.uses >= responseUsesMax) return refused(404, 'used_url');
  url.uses += 1;
  const faults = requestFaults('Respond', args);
  if (faults.length > 0) return { status: 400, body: { ok: false, error: 'invalid_arguments', response_metadata: { messages: faults } } };
  try {
    show(slack, url, args);
    return { status: 200, body: { ok: true } };
  } catch (failure) {
    if (failure instanceof SlackRefusal) return { status: 400, body: { ok: false, error: failure.error, ...failure.more } };
    throw failure;
  }
}

function show(slack: Slack, url: ResponseUrl, args: Json): void {
  const { state } = slack;
  if (args.delete_original === true || args.replace_original === true) {
    changeOriginal(slack, url, args);
    return;
  }
  const { text, blocks } = checkedContent(state, 'response_url', args);
  const thread = textOf(args.thread_ts) || url.thread;
  if (args.response_type !== 'in_channel') {
    state.ephemerals.push({ user: url.user, channel: url.channel, thread, from: 'response_url', text, blocks, ts: state.nextTs() });
    return;
  }
  const channel = state.channels.get(url.channel);
  if (channel === undefined) return;
  const fixed = { own: true, bot: true, broadcast: false, earlier: [], metadata: null, edits: 0, deleted: false, parsesNames: false };
  const message: Message = { ts: state.nextTs(), user: state.app.botUser, thread, text, blocks, ...fixed };
  channel.messages.push(message);
  slack.deliver.messagePosted(channel, message);
}

function changeOriginal(slack: Slack, url: ResponseUrl, args: Json): void {
  const { state } = slack;
  const alone = state.ephemerals.findIndex((seen) => seen.ts === url.message);
  const channel = state.channels.get(url.channel);
  const message = channel?.messages.find(({ ts }) => ts === url.message);
  const content = args.delete_original === true ? null : checkedContent(state, 'response_url', args);
  const seen = state.ephemerals[alone];
  if (seen !== undefined) {
    state.ephemerals.splice(alone, 1, ...(content === null ? [] : [{ ...seen, ...content }]));
  } else if (channel !== undefined && message !== undefined) {
    if (content === null) message.deleted = true;
    else Object.assign(message, { text: content.text, blocks: listOf(content.blocks), edits: message.edits + 1 });
    slack.deliver.messageChanged(channel, message);
  }
}

function refused(status: number, error: string): Answered {
  return { status, body: { ok: false, error } };
}
