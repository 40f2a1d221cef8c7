import { z } from 'zod';
import type { Said } from '../port.ts';
import type { Arrival, Self } from './arrival.ts';
import { arrival, lineSaid } from './arrival.ts';
import { messageName } from './message-name.ts';
import { readMessageEvent } from './messages.ts';
import { formView, readSubmitted } from './modal.ts';
import { actions } from './pressable.ts';

const outdated = 'That button is of an older version of the message, so nothing was done. Look at the newest one, or type /gatebell gates.';

/** Understands a payload of Slack. Null: it is no concern of Gatebell, or not of a form that is known. */
export function readArrival(body: unknown, self: Self): Arrival | null {
  const kind = z.object({ type: z.string().optional(), command: z.string().optional() }).safeParse(body);
  if (!kind.success) return null;
  if (kind.data.command !== undefined) return readCommand(body, self);
  switch (kind.data.type) {
    case 'block_actions':
      return readAction(body, self);
    case 'view_submission':
      return readSubmission(body, self);
    case 'message_action':
      return readShortcut(body, self);
    case 'event_callback':
      return readMessageEvent(body, self);
    default:
      return null;
  }
}

const user = z.object({ id: z.string(), team_id: z.string().nullish() });
const team = z.object({ id: z.string() }).nullish();
const place = z.object({ id: z.string() }).nullish();

const command = z.object({
  command: z.string(),
  text: z.string().default(''),
  user_id: z.string(),
  team_id: z.string(),
  channel_id: z.string(),
  trigger_id: z.string(),
  response_url: z.string().optional(),
});

function readCommand(body: unknown, self: Self): Arrival | null {
  const parsed = command.safeParse(body);
  if (!parsed.success) return null;
  const { text, user_id, team_id, channel_id, trigger_id, response_url } = parsed.data;
  return arrival(self, { id: user_id, team: team_id }, `command:${trigger_id}`, lineSaid(text === '' ? 'help' : text), {
    channel: channel_id,
    trigger: trigger_id,
    responseUrl: response_url ?? null,
  });
}

const action = z.object({
  user,
  team,
  trigger_id: z.string(),
  response_url: z.string().optional(),
  channel: place,
  container: z.object({ channel_id: z.string().nullish(), message_ts: z.string().nullish(), thread_ts: z.string().nullish() }).optional(),
  message: z.object({ thread_ts: z.string().nullish() }).optional(),
  actions: z.array(
    z.object({
      action_id: z.string(),
      value: z.string().nullish(),
      selected_option: z.object({ value: z.string() }).nullish(),
    }),
  ),
});

const known: readonly string[] = Object.values(actions);

function readAction(body: unknown, self: Self): Arrival | null {
  const parsed = action.safeParse(body);
  if (!parsed.success) return null;
  const { user: presser, team: where, trigger_id, response_url, container, message, channel, actions: pressed } = parsed.data;
  const [first] = pressed;
  // The first message of a thread names itself as its thread: it stands in the channel.
  const thread = container?.thread_ts ?? message?.thread_ts ?? null;
  if (first === undefined) return null;
  const token = first.value ?? first.selected_option?.value;
  const ours = known.some((name) => first.action_id === name || first.action_id.startsWith(`${name}:`));
  const said: Said = ours && token !== undefined ? { kind: 'token', token } : { kind: 'unreadable', why: outdated };
  return arrival(self, { id: presser.id, team: presser.team_id ?? where?.id ?? self.team }, `action:${trigger_id}`, said, {
    channel: channel?.id ?? container?.channel_id ?? null,
    thread: thread === container?.message_ts ? null : thread,
    trigger: trigger_id,
    responseUrl: response_url ?? null,
  });
}

const submission = z.object({ user, team, view: z.object({ callback_id: z.string() }).loose() });

function readSubmission(body: unknown, self: Self): Arrival | null {
  const parsed = submission.safeParse(body);
  if (!parsed.success || parsed.data.view.callback_id !== formView) return null;
  const form = readSubmitted(parsed.data.view);
  if (form === null) return null;
  const { user: presser, team: where } = parsed.data;
  const said: Said = { kind: 'form', token: form.opened.token, text: form.text };
  return arrival(self, { id: presser.id, team: presser.team_id ?? where?.id ?? self.team }, `view:${form.view}`, said, {
    channel: form.opened.channel,
    thread: form.opened.thread,
  });
}

const shortcut = z.object({
  user,
  team,
  callback_id: z.string(),
  trigger_id: z.string(),
  response_url: z.string().optional(),
  channel: z.object({ id: z.string() }),
  message: z.object({ ts: z.string(), thread_ts: z.string().nullish(), user: z.string().nullish(), bot_id: z.string().nullish() }),
});

function readShortcut(body: unknown, self: Self): Arrival | null {
  const parsed = shortcut.safeParse(body);
  if (!parsed.success) return null;
  const { user: presser, team: where, trigger_id, response_url, channel, message } = parsed.data;
  const ours = message.user === self.user || (self.bot !== null && message.bot_id === self.bot);
  const on = ours ? message.ts : (message.thread_ts ?? message.ts);
  const said: Said = { kind: 'shortcut', message: messageName(channel.id, on) };
  return arrival(self, { id: presser.id, team: presser.team_id ?? where?.id ?? self.team }, `shortcut:${trigger_id}`, said, {
    channel: channel.id,
    thread: message.thread_ts === message.ts ? null : (message.thread_ts ?? null),
    trigger: trigger_id,
    responseUrl: response_url ?? null,
  });
}
