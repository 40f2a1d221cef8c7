import { z } from 'zod';
import type { Said } from '../port.ts';
import { actions } from './blocks.ts';
import { unescaped } from './encoder.ts';
import { slackLimits } from './limits.ts';
import { messageName } from './message-name.ts';
import { formView, readSubmitted } from './modal.ts';

/** Who the app is in its workspace. */
export type Self = { readonly team: string; readonly user: string; readonly bot: string | null };

/** What came from Slack and concerns Gatebell, as far as it is understood before anybody is asked. */
export type Arrival = {
  /** The id under which it is kept: the same when it comes again, live, redelivered or read back. */
  readonly id: string;
  readonly account: string;
  readonly user: string;
  readonly team: string;
  readonly channel: string | null;
  readonly thread: string | null;
  readonly said: Said;
  /** Opens a form, within three seconds. */
  readonly trigger: string | null;
  readonly responseUrl: string | null;
  /** Slack itself says that the sender is a program, or of another workspace. */
  readonly outside: 'bot' | 'stranger' | null;
};

const outdated = 'That button is of an older version of the message, so nothing was done. Look at the newest one, or type /gatebell gates.';
const editedReply = 'An edited message decides nothing. Write your answer as a new reply.';
const noText = 'There is no text in that reply, so nothing was done. Answer with a number, a key or a label.';

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
      return readEvent(body, self);
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
  const { user: presser, team: where, trigger_id, response_url, container, channel, actions: pressed } = parsed.data;
  const [first] = pressed;
  if (first === undefined) return null;
  const token = first.value ?? first.selected_option?.value;
  const ours = known.some((name) => first.action_id === name || first.action_id.startsWith(`${name}:`));
  const said: Said = ours && token !== undefined ? { kind: 'token', token } : { kind: 'unreadable', why: outdated };
  return arrival(self, { id: presser.id, team: presser.team_id ?? where?.id ?? self.team }, `action:${trigger_id}`, said, {
    channel: channel?.id ?? container?.channel_id ?? null,
    thread: container?.thread_ts ?? null,
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
    thread: message.thread_ts ?? null,
    trigger: trigger_id,
    responseUrl: response_url ?? null,
  });
}

const message = z.object({
  type: z.literal('message'),
  subtype: z.string().optional(),
  channel: z.string(),
  channel_type: z.string().optional(),
  user: z.string().optional(),
  team: z.string().nullish(),
  user_team: z.string().nullish(),
  bot_id: z.string().nullish(),
  bot_profile: z.unknown().optional(),
  text: z.string().default(''),
  ts: z.string(),
  thread_ts: z.string().nullish(),
  parent_user_id: z.string().nullish(),
  edited: z.unknown().optional(),
});

type Message = z.infer<typeof message>;

const event = z.object({ team_id: z.string().optional(), event: z.unknown() });
const changed = z.object({
  subtype: z.literal('message_changed'),
  channel: z.string(),
  channel_type: z.string().optional(),
  message: z.object({ edited: z.object({ ts: z.string() }) }).loose(),
});

function readEvent(body: unknown, self: Self): Arrival | null {
  const parsed = event.safeParse(body);
  if (!parsed.success) return null;
  const change = changed.safeParse(parsed.data.event);
  if (change.success) return readChange(change.data, self);
  const said = message.safeParse(parsed.data.event);
  return said.success ? readMessage(said.data, self) : null;
}

/** A message as it came live or was read back: both have the same id. */
export function readMessage(said: Message, self: Self): Arrival | null {
  const heard = said.subtype === undefined || said.subtype === 'file_share' || said.subtype === 'thread_broadcast';
  if (!heard || said.user === undefined || isOfBot(said, self)) return null;
  const thread = said.thread_ts ?? null;
  const bound = thread !== null && thread !== said.ts;
  if (bound && said.parent_user_id !== undefined && said.parent_user_id !== null && said.parent_user_id !== self.user) return null;
  if (!bound && said.channel_type !== 'im') return null;
  const text = unescaped(said.text).trim();
  return arrival(
    self,
    { id: said.user, team: said.user_team ?? said.team ?? self.team },
    messageId(said.channel, said.ts),
    saidIn(said, text, bound),
    {
      channel: said.channel,
      thread,
    },
  );
}

/** Reads one message of a thread that was read back, when it is one. */
export function readThreadMessage(raw: unknown, channel: string, self: Self): { readonly arrival: Arrival; readonly ts: string } | null {
  const parsed = message.safeParse({ type: 'message', channel, ...(typeof raw === 'object' ? raw : {}) });
  if (!parsed.success) return null;
  const found = readMessage(parsed.data, self);
  return found === null ? null : { arrival: found, ts: parsed.data.ts };
}

function saidIn(said: Message, text: string, bound: boolean): Said {
  if (said.edited !== undefined) return { kind: 'unreadable', why: editedReply };
  if (text.length > slackLimits.inputCharsMax) return tooLong();
  if (!bound || said.thread_ts === undefined || said.thread_ts === null)
    return text === '' ? { kind: 'unreadable', why: noText } : lineSaid(text);
  return text === '' ? { kind: 'unreadable', why: noText } : { kind: 'reply', message: messageName(said.channel, said.thread_ts), text };
}

function readChange(change: z.infer<typeof changed>, self: Self): Arrival | null {
  const parsed = message.safeParse({ ...change.message, channel: change.channel, channel_type: change.channel_type });
  if (!parsed.success) return null;
  const found = readMessage({ ...parsed.data, subtype: undefined }, self);
  if (found === null) return null;
  return { ...found, id: `${found.id}:${change.message.edited.ts}`, said: { kind: 'unreadable', why: editedReply } };
}

function isOfBot(said: Message, self: Self): boolean {
  return said.user === self.user || (said.bot_id !== undefined && said.bot_id !== null) || said.bot_profile !== undefined;
}

function messageId(channel: string, ts: string): string {
  return `message:${channel}:${ts}`;
}

function lineSaid(text: string): Said {
  const line = unescaped(text).trim();
  return line.length > slackLimits.inputCharsMax ? tooLong() : { kind: 'line', text: line };
}

function tooLong(): Said {
  return { kind: 'unreadable', why: `That is longer than ${slackLimits.inputCharsMax} characters, so nothing was done. Say it shorter.` };
}

type Where = {
  readonly channel: string | null;
  readonly thread?: string | null;
  readonly trigger?: string;
  readonly responseUrl?: string | null;
};

function arrival(self: Self, who: { readonly id: string; readonly team: string }, id: string, said: Said, where: Where): Arrival {
  return {
    id,
    account: `${who.team}:${who.id}`,
    user: who.id,
    team: who.team,
    channel: where.channel,
    thread: where.thread ?? null,
    said,
    trigger: where.trigger ?? null,
    responseUrl: where.responseUrl ?? null,
    outside: who.team === self.team ? null : 'stranger',
  };
}
