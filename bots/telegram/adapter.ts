import type { Inbox, Platform } from '../port.ts';
import type { Self } from './arrival.ts';
import { createClient } from './client.ts';
import type { ConnectionStatus } from './connection-status.ts';
import { createConnectionStatus } from './connection-status.ts';
import type { Hearing } from './hearing.ts';
import { createHearing } from './hearing.ts';
import { createHttpReceiver } from './http.ts';
import { createIntake } from './intake.ts';
import { commandPrefix, telegramLimits, telegramTimes } from './limits.ts';
import { NotTaken } from './not-taken.ts';
import { poll } from './polling.ts';
import type { Posting } from './posts.ts';
import { editMessage, postMessage } from './posts.ts';
import type { ReceivingOptions } from './receiving.ts';
import { prepare } from './receiving.ts';
import { harmless } from './redact.ts';
import { createStandings } from './standing.ts';
import { keepWebhook } from './webhook.ts';

export type TelegramOptions = {
  readonly token: string;
  /** Where the Bot API is. */
  readonly apiUrl: string;
  /** `url` is where Telegram posts to: the public address of `/telegram/webhook`. */
  readonly receive: { readonly kind: 'polling' } | { readonly kind: 'webhook'; readonly secret: string; readonly url: string };
  readonly nowMs: () => number;
  /** How long the service was down before this start. */
  readonly awayMs: number;
  /** Takes failures that nobody else is told of. No token is in them. */
  readonly report: (failure: unknown) => void;
};

/** Telegram as a platform. `fetch` takes what Telegram sends to `/telegram/webhook`; where it is polled it takes nothing. */
export type Telegram = Platform & { readonly fetch: (request: Request) => Promise<Response> };

const traits: Platform['traits'] = {
  platform: 'telegram',
  commandPrefix,
  limits: { inputCharsMax: telegramLimits.inputCharsMax, outputCharsMax: telegramLimits.outputCharsMax },
  abilities: { editsInPlace: true, buttons: true, readsBack: false },
};

/** Telegram behind the port, with grammY. The order of each update: kept, confirmed, heard. */
export function createTelegram(options: TelegramOptions): Telegram {
  const { token, apiUrl, receive, nowMs, awayMs } = options;
  const report = (failure: unknown) => options.report(harmless(failure));
  const client = createClient(token, apiUrl, telegramTimes.callTimeoutMs);
  const pollClient = createClient(token, apiUrl, telegramTimes.pollTimeoutMs);
  const stopping = new AbortController();
  let listening: Listening | undefined;
  let receiving: Promise<void> = Promise.resolve();
  // A webhook of an earlier run delivers from the first moment; what was left is heard before anything new.
  let isPrepared = false;

  function port(): Listening {
    if (listening === undefined) throw new Error('Telegram was started before anybody listened');
    return listening;
  }

  async function take(update: unknown): Promise<void> {
    if (stopping.signal.aborted || listening === undefined || !isPrepared) throw new NotTaken();
    await listening.take(update);
  }

  async function receiveAll(attempted: () => void): Promise<void> {
    const awaySinceMs = nowMs() - awayMs;
    const common: ReceivingOptions = { ...port(), client, nowMs, report, signal: stopping.signal, attempted };
    await prepare(common);
    isPrepared = true;
    if (receive.kind === 'polling') await poll({ ...common, pollClient, take, awaySinceMs });
    else await keepWebhook({ ...common, ...receive, awaySinceMs });
  }

  const posting: Posting = {
    client,
    noted: (failure) => listening?.status.called(failure),
    moved: async (from, to) => listening?.inbox.moved(from, to),
    report,
  };
  return {
    traits,
    listen(inbox) {
      listening = listen({ ...options, report }, inbox);
    },
    async start() {
      await new Promise<void>((attempted) => {
        receiving = receiveAll(attempted)
          .catch((failure: unknown) => {
            if (!stopping.signal.aborted) report(failure);
          })
          .finally(attempted);
      });
    },
    async stop() {
      stopping.abort();
      await receiving;
      await listening?.hearing.idle();
    },
    post: (place, outgoing) => postMessage(posting, place, outgoing),
    edit: (_place, message, outgoing) => editMessage(posting, message, outgoing),
    // A press is answered with what came of it, or without words when that takes long: nothing is said before.
    acknowledge: async () => {},
    tellPrivately: (press, told) => port().hearing.tellPrivately(press, told),
    fetch:
      receive.kind === 'webhook'
        ? createHttpReceiver({ secret: receive.secret, take })
        : async () => new Response('Telegram is polled here.', { status: 404 }),
  };
}

/** What there is from the moment that somebody listens. */
type Listening = {
  readonly inbox: Inbox;
  readonly hearing: Hearing;
  readonly status: ConnectionStatus;
  readonly learned: (self: Self) => void;
  readonly take: (update: unknown) => Promise<void>;
};

function listen({ token, apiUrl, nowMs, report }: TelegramOptions, inbox: Inbox): Listening {
  const quickClient = createClient(token, apiUrl, telegramTimes.tellTimeoutMs);
  let known: Self | undefined;
  const self = () => {
    if (known === undefined) throw new NotTaken();
    return known;
  };
  const standings = createStandings(quickClient, nowMs);
  const hearing = createHearing({ client: quickClient, inbox, standing: standings.of, self, nowMs, report });
  return {
    inbox,
    hearing,
    status: createConnectionStatus(inbox.status),
    learned(learned) {
      known = learned;
    },
    take: createIntake({ inbox, hearing, self, membershipChanged: standings.forget, report }),
  };
}
