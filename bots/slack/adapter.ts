import type { Inbox, Platform } from '../port.ts';
import { createApp } from './app.ts';
import type { Self } from './arrival.ts';
import { createClient, createLogger } from './client.ts';
import { connect } from './connecting.ts';
import type { ConnectionStatus } from './connection-status.ts';
import { createConnectionStatus } from './connection-status.ts';
import type { Delivery } from './delivery.ts';
import { NotTaken } from './delivery.ts';
import { classOf } from './errors.ts';
import type { Hearing } from './hearing.ts';
import { createHearing } from './hearing.ts';
import { createHttpReceiver } from './http.ts';
import { askInstallation } from './installation.ts';
import { createIntake } from './intake.ts';
import { commandPrefix, slackLimits, slackTimes } from './limits.ts';
import type { Posting } from './posts.ts';
import { editMessage, postMessage } from './posts.ts';
import { harmless } from './redact.ts';
import type { Socket } from './socket.ts';
import { createSocket } from './socket.ts';
import { createStandings } from './standing.ts';

export type SlackOptions = {
  readonly botToken: string;
  readonly receive: { readonly kind: 'socket'; readonly appToken: string } | { readonly kind: 'http'; readonly signingSecret: string };
  /** Where the Web API is, with a slash at the end. */
  readonly apiUrl: string;
  readonly nowMs: () => number;
  /** Takes failures that nobody else is told of. No token is in them. */
  readonly report: (failure: unknown) => void;
};

/** Slack as a platform. `fetch` takes what Slack sends to `/slack/events`; in Socket Mode it takes nothing. */
export type Slack = Platform & { readonly fetch: (request: Request) => Promise<Response> };

/** Two sockets, so that there is another one whenever one ends. */
const socketsKept = 2;

const traits: Platform['traits'] = {
  platform: 'slack',
  commandPrefix,
  limits: { inputCharsMax: slackLimits.inputCharsMax, outputCharsMax: slackLimits.outputCharsMax },
  abilities: { editsInPlace: true, buttons: true, readsBack: true },
};

/** Slack behind the port, with Bolt. The order of each delivery: verified, kept, acknowledged, heard. */
export function createSlack(options: SlackOptions): Slack {
  const { botToken, receive, apiUrl, nowMs } = options;
  const report = (failure: unknown) => options.report(harmless(failure));
  const client = createClient(botToken, { apiUrl, timeoutMs: slackTimes.callTimeoutMs, logger: createLogger(options.report) });
  const stopping = new AbortController();
  let listening: Listening | undefined;
  let connecting: Promise<void> = Promise.resolve();

  function port(): Listening {
    if (listening === undefined) throw new Error('Slack was started before anybody listened');
    return listening;
  }

  async function take(delivery: Delivery): Promise<void> {
    if (stopping.signal.aborted || listening === undefined) throw new NotTaken();
    await listening.take(delivery);
  }

  const posting: Posting = { client, noted: (failure) => listening?.status.called(failure), report };
  return {
    traits,
    listen(inbox) {
      listening = listen({ ...options, report }, client, inbox, take);
    },
    async start() {
      await new Promise<void>((attempted) => {
        connecting = connect({ ...port(), client, take, nowMs, report, signal: stopping.signal, attempted })
          .catch((failure: unknown) => {
            if (!stopping.signal.aborted) report(failure);
          })
          .finally(attempted);
      });
    },
    async stop() {
      stopping.abort();
      await Promise.all((listening?.sockets ?? []).map((socket) => socket.close()));
      await connecting;
      await listening?.hearing.idle();
    },
    post: (place, outgoing) => postMessage(posting, place, outgoing),
    edit: (_place, message, outgoing) => editMessage(posting, message, outgoing),
    acknowledge: (press) => port().hearing.acknowledge(press),
    tellPrivately: (press, told) => port().hearing.tellPrivately(press, told),
    fetch:
      receive.kind === 'http'
        ? createHttpReceiver({ signingSecret: receive.signingSecret, nowMs, deliver: take, report })
        : async () => new Response('Slack is received over sockets here.', { status: 404 }),
  };
}

/** What there is from the moment that somebody listens. */
type Listening = {
  readonly inbox: Inbox;
  readonly hearing: Hearing;
  readonly status: ConnectionStatus;
  readonly sockets: readonly Socket[];
  readonly learned: (self: Self) => void;
  readonly take: (delivery: Delivery) => Promise<void>;
};

type Client = ReturnType<typeof createClient>;

function listen(options: SlackOptions, client: Client, inbox: Inbox, deliver: (delivery: Delivery) => Promise<void>): Listening {
  const { botToken, receive, apiUrl, nowMs, report } = options;
  const logger = createLogger(report);
  // People wait for what goes through this one.
  const quickClient = createClient(botToken, { apiUrl, timeoutMs: slackTimes.tellTimeoutMs, logger });
  let known: Self | undefined;
  const self = () => {
    if (known === undefined) throw new NotTaken();
    return known;
  };

  const status = createConnectionStatus(inbox.status, receive.kind === 'socket');
  const hearing = createHearing({ client: quickClient, inbox, standing: createStandings(quickClient, nowMs), self, report });
  const uninstalled = () => {
    askInstallation(client).catch((failure: unknown) => status.unreachable(classOf(failure)));
  };
  const app = createApp({ botToken, apiUrl, logger, self, hear: hearing.hear, uninstalled, report });
  // What the library says of sockets that end is told as the status of the connection.
  const socket = {
    apiUrl,
    openMs: slackTimes.socketOpenMs,
    logger: createLogger(() => {}),
    deliver,
    report,
    opened: status.socketOpened,
    closed: status.socketClosed,
    failed: status.socketFailed,
  };
  return {
    inbox,
    hearing,
    status,
    sockets:
      receive.kind === 'socket' ? Array.from({ length: socketsKept }, () => createSocket({ ...socket, appToken: receive.appToken })) : [],
    learned(learned) {
      known = learned;
    },
    take: createIntake({ app, client: quickClient, inbox, self, report }),
  };
}
