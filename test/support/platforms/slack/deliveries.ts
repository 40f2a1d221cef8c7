import { sendOverHttp } from './http-deliveries.ts';
import type { Json } from '../json.ts';
import { textOf } from '../json.ts';
import { historyScope, messageJson } from './methods/channels.ts';
import type { Sockets } from './sockets.ts';
import type { Channel, Message, State } from './state.ts';

export const ackMsMax = 3_000;

/** Events that were not acknowledged are sent again: at once, after a minute, after five. */
const retryAfterMs = [0, 60_000, 300_000] as const;

export type Delivery = {
  readonly kind: 'events_api' | 'interactive' | 'slash_commands';
  readonly payload: Json;
  readonly retry: { readonly attempt: number; readonly reason: string } | null;
};

export type Acknowledged =
  | { readonly result: 'acknowledged'; readonly response: unknown }
  | { readonly result: 'unacknowledged'; readonly why: string };

/** One delivery and what came of it. */
export type Delivered = { readonly delivery: Delivery; readonly outcome: Acknowledged };

export type Deliver = {
  /** Deliveries that are neither acknowledged nor given up. */
  readonly underWay: () => number;
  /** The last interaction or command comes once more, as it was. */
  readonly again: () => Promise<Acknowledged>;
  /** An interaction or a command: sent once. */
  readonly interaction: (kind: 'interactive' | 'slash_commands', payload: Json) => Promise<Acknowledged>;
  readonly event: (event: Json) => Promise<Acknowledged>;
  readonly messagePosted: (channel: Channel, message: Message) => void;
  readonly messageChanged: (channel: Channel, message: Message) => void;
  readonly messageDeleted: (channel: Channel, message: Message) => void;
};

export type DeliveryContext = {
  readonly state: State;
  readonly sockets: Sockets;
  /** The request URL; null in Socket Mode. */
  readonly requestUrl: () => string | null;
  /** How many copies of each delivery are sent. */
  readonly copies: () => number;
  readonly log: Delivered[];
};

export function createDeliver(context: DeliveryContext): Deliver {
  const { state } = context;

  let underWay = 0;
  let last: Delivery | null = null;

  async function sendOnce(delivery: Delivery): Promise<Acknowledged> {
    const url = context.requestUrl();
    underWay += 1;
    const sending = url === null ? context.sockets.send(delivery) : sendOverHttp(state, url, delivery);
    const outcome = await sending.finally(() => {
      underWay -= 1;
    });
    context.log.push({ delivery, outcome });
    return outcome;
  }

  async function send(delivery: Delivery): Promise<Acknowledged> {
    const copies = Array.from({ length: context.copies() }, () => sendOnce(delivery));
    const outcomes = await Promise.all(copies);
    return outcomes.find(({ result }) => result === 'acknowledged') ?? outcomes[0] ?? { result: 'unacknowledged', why: 'not sent' };
  }

  async function event(inner: Json): Promise<Acknowledged> {
    const payload = eventPayload(state, inner);
    let outcome = await send({ kind: 'events_api', payload, retry: null });
    for (const [at, waitMs] of retryAfterMs.entries()) {
      if (outcome.result === 'acknowledged') break;
      await pause(state, waitMs);
      outcome = await send({ kind: 'events_api', payload, retry: { attempt: at + 1, reason: retryReason(outcome.why) } });
    }
    return outcome;
  }

  function messageEvent(channel: Channel, inner: Json): void {
    const subscribed = channel.members.has(state.app.botUser) && state.scopes.has(historyScope(state, { channel: channel.id }));
    if (subscribed) void event({ type: 'message', channel: channel.id, channel_type: channelType(channel), ...inner });
  }

  return {
    underWay: () => underWay,
    again: () => (last === null ? Promise.reject(new Error('nothing was delivered yet')) : send(last)),
    interaction(kind, payload) {
      last = { kind, payload, retry: null };
      return send(last);
    },
    event,
    messagePosted(channel, message) {
      messageEvent(channel, { ...messageJson(state, channel, message, true), event_ts: message.ts });
    },
    messageChanged(channel, message) {
      const ts = state.nextTs();
      const changed = messageJson(state, channel, message, true);
      messageEvent(channel, { subtype: 'message_changed', hidden: true, ts, event_ts: ts, message: changed, previous_message: changed });
    },
    messageDeleted(channel, message) {
      const ts = state.nextTs();
      messageEvent(channel, { subtype: 'message_deleted', hidden: true, ts, event_ts: ts, deleted_ts: message.ts });
    },
  };
}

export function channelType(channel: Channel): string {
  return channel.kind === 'direct' ? 'im' : channel.kind === 'private' ? 'group' : 'channel';
}

function eventPayload(state: State, event: Json): Json {
  const { app, clock } = state;
  return {
    token: app.verificationToken,
    team_id: app.team,
    context_team_id: app.team,
    context_enterprise_id: null,
    api_app_id: app.id,
    event,
    type: 'event_callback',
    event_id: state.next('Ev'),
    event_time: Math.floor(clock.nowMs() / 1_000),
    authorizations: [{ enterprise_id: null, team_id: app.team, user_id: app.botUser, is_bot: true, is_enterprise_install: false }],
    is_ext_shared_channel: textOf(event.user_team) !== '',
    event_context: state.next('4-ctx'),
  };
}

function retryReason(why: string): string {
  if (why === 'timeout') return 'http_timeout';
  return why.startsWith('http status') ? 'http_error' : 'connection_failed';
}

function pause(state: State, ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => void state.clock.after(ms, resolve));
}
