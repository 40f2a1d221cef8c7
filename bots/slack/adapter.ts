import { setTimeout as wait } from 'node:timers/promises';
import type { Inbox, Platform } from '../port.ts';
import { createApp } from './app.ts';
import type { Carried } from './app.ts';
import { catchUp } from './catch-up.ts';
import { createClient, createLogger } from './client.ts';
import type { ConnectionStatus } from './connection-status.ts';
import { createConnectionStatus } from './connection-status.ts';
import type { Delivery } from './delivery.ts';
import { NotTaken } from './delivery.ts';
import { classOf } from './errors.ts';
import type { Hearing } from './hearing.ts';
import { createHearing } from './hearing.ts';
import { createHttpReceiver } from './http.ts';
import { askInstallation } from './installation.ts';
import { slackLimits, slackTimes } from './limits.ts';
import { refusedSubmit } from './modal.ts';
import { editMessage, postMessage } from './posts.ts';
import type { Arrival, Self } from './arrival.ts';
import { readArrival } from './presses.ts';
import { tellPresser } from './private.ts';
import { redacted, withoutTokens } from './redact.ts';
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

const notKept = 'Gatebell could not keep that, so nothing was done. Press again in a moment.';
const socketsOpen = 2;

/**
 * Slack behind the port, with Bolt. The order of each delivery: verified, kept, acknowledged, heard. Two sockets are open in
 * Socket Mode, so that one that Slack renews loses nothing.
 */
export function createSlack(options: SlackOptions): Slack {
  const { botToken, receive, apiUrl, nowMs } = options;
  const report = (failure: unknown) => options.report(harmless(failure));
  const logger = createLogger(options.report);
  const client = createClient(botToken, { apiUrl, timeoutMs: slackTimes.callTimeoutMs, logger });
  const quickClient = createClient(botToken, { apiUrl, timeoutMs: slackTimes.tellTimeoutMs, logger });

  let self: Self | undefined;
  let connected: { readonly inbox: Inbox; readonly hearing: Hearing; readonly status: ConnectionStatus } | undefined;
  let stopping = false;
  let connecting: Promise<void> = Promise.resolve();
  const stopped = new AbortController();
  const sockets: Socket[] = [];

  const app = createApp({
    botToken,
    apiUrl,
    logger,
    self: whoWeAre,
    hear: (arrival, ack) => port().hearing.hear(arrival, ack),
    uninstalled: () => void learnInstallation().catch(report),
    report,
  });

  function whoWeAre(): Self {
    if (self === undefined) throw new NotTaken();
    return self;
  }

  function port() {
    if (connected === undefined) throw new Error('Slack was started before anybody listened');
    return connected;
  }

  /** Keeps what came before anything is told of it, then hands it to Bolt. */
  async function take({ body, ack }: Delivery): Promise<void> {
    if (stopping) throw new NotTaken();
    const arrival = readArrival(body, whoWeAre());
    if (arrival !== null) {
      const kept = await port()
        .inbox.keep(arrival.id, withoutTokens(body))
        .catch(() => 'not-kept' as const);
      if (kept === 'not-kept') return refuse(arrival, ack);
      if (kept === 'known') return ack().catch(() => {});
    }
    await app.processEvent({ body: body as Record<string, unknown>, ack, customProperties: { arrival } satisfies Carried }); // parsed as far as it is read
  }

  /** A form stays open with its text. Others see the failure that Slack shows, and are told to press again. */
  async function refuse(arrival: Arrival, ack: Delivery['ack']): Promise<void> {
    if (arrival.said.kind === 'form') return ack(refusedSubmit(notKept)).catch(() => {});
    const comesAgain = arrival.trigger === null;
    if (!comesAgain) {
      const told = { lines: [notKept], card: null, form: null };
      void tellPresser(quickClient, { arrival: { ...arrival, trigger: null }, view: Promise.resolve(null) }, told, report);
    }
    throw new NotTaken();
  }

  async function learnInstallation(): Promise<void> {
    try {
      const installation = await askInstallation(client);
      self = installation.self;
      port().status.installed(installation.lacks);
    } catch (failure) {
      port().status.unreachable(classOf(failure));
      throw failure;
    }
  }

  async function connect(): Promise<void> {
    for (
      let waitMs: number = slackTimes.socketRetryFirstMs;
      self === undefined;
      waitMs = Math.min(waitMs * 2, slackTimes.socketRetryMaxMs)
    ) {
      try {
        await learnInstallation();
      } catch {
        firstAttemptEnded();
        await wait(waitMs, undefined, { signal: stopped.signal });
      }
    }
    await app.init();
    for (const kept of await port().inbox.unfinished()) if (!stopping) await port().hearing.hearAgain(kept);
    if (stopping) return;
    await Promise.all(sockets.map((socket) => socket.open()));
    firstAttemptEnded();
    const takeAnew = (body: unknown) => take({ body, ack: async () => {} });
    await catchUp({ client, self: whoWeAre, nowMs, take: takeAnew, signal: stopped.signal }, await port().inbox.openCards());
  }

  let firstAttemptEnded: () => void = () => {};
  const firstAttempt = new Promise<void>((resolve) => {
    firstAttemptEnded = resolve;
  });

  return {
    traits: {
      platform: 'slack',
      limits: { inputCharsMax: slackLimits.inputCharsMax, outputCharsMax: slackLimits.outputCharsMax },
      abilities: { editsInPlace: true, buttons: true, readsBack: true },
    },
    listen(inbox) {
      const standing = createStandings(quickClient, nowMs);
      const status = createConnectionStatus(inbox.status, receive.kind === 'socket');
      connected = { inbox, status, hearing: createHearing({ client: quickClient, inbox, standing, self: whoWeAre, report }) };
      if (receive.kind === 'http') return;
      for (let count = 0; count < socketsOpen; count += 1) {
        sockets.push(
          createSocket({
            appToken: receive.appToken,
            apiUrl,
            logger,
            deliver: take,
            opened: status.socketOpened,
            closed: status.socketClosed,
            failed: status.unreachable,
            report,
          }),
        );
      }
    },
    async start() {
      connecting = connect().catch((failure: unknown) => {
        if (!stopping) report(failure);
      });
      await Promise.race([firstAttempt, connecting]);
    },
    async stop() {
      stopping = true;
      stopped.abort();
      await Promise.all(sockets.map((socket) => socket.close()));
      await connecting;
      await connected?.hearing.idle();
    },
    post: (place, outgoing) => postMessage({ client, noted: (failure) => port().status.called(failure) }, place, outgoing),
    edit: (_place, message, outgoing) => editMessage({ client, noted: (failure) => port().status.called(failure) }, message, outgoing),
    acknowledge: (press) => port().hearing.acknowledge(press),
    tellPrivately: (press, told) => port().hearing.tellPrivately(press, told),
    fetch:
      receive.kind === 'http'
        ? createHttpReceiver({ signingSecret: receive.signingSecret, nowMs, deliver: take, report })
        : async () => new Response('Slack is received over sockets here.', { status: 404 }),
  };
}

/** A failure as it may be logged: its name, what it says without tokens and addresses, and where. */
function harmless(failure: unknown): Error {
  if (!(failure instanceof Error)) return new Error(redacted(String(failure)));
  const told = new Error(redacted(failure.message));
  told.name = failure.name;
  told.stack = redacted(failure.stack ?? '');
  return told;
}
