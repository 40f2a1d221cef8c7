import { setTimeout as wait } from 'node:timers/promises';
import type { webApi } from '@slack/bolt';
import { hearLeft } from '../hear-left.ts';
import type { Inbox } from '../port.ts';
import type { Self } from './arrival.ts';
import { catchUp } from './catch-up.ts';
import type { ConnectionStatus } from './connection-status.ts';
import type { Delivery } from './delivery.ts';
import { classOf } from './errors.ts';
import type { Hearing } from './hearing.ts';
import { askInstallation } from './installation.ts';
import { slackTimes } from './limits.ts';
import type { Socket } from './socket.ts';

export type ConnectingOptions = {
  readonly client: webApi.WebClient;
  readonly inbox: Pick<Inbox, 'unfinished' | 'openCards'>;
  readonly hearing: Pick<Hearing, 'hearAgain'>;
  readonly status: ConnectionStatus;
  readonly sockets: readonly Socket[];
  readonly learned: (self: Self) => void;
  readonly take: (delivery: Delivery) => Promise<void>;
  readonly nowMs: () => number;
  readonly report: (failure: unknown) => void;
  readonly signal: AbortSignal;
  /** The first attempt ended, whether it worked or not. */
  readonly attempted: () => void;
};

/** Learns who the app is, hears what was left, and only then receives. Goes on until it is connected, or stopped. */
export async function connect(options: ConnectingOptions): Promise<void> {
  const { client, inbox, sockets, take, nowMs, signal } = options;
  const self = await learnInstallation(options);
  await hearLeft({ inbox, hearAgain: options.hearing.hearAgain, report: options.report, signal });
  if (signal.aborted) return;
  await Promise.all(sockets.map((socket) => socket.open()));
  options.attempted();
  const takeAnew = (body: unknown) => take({ body, ack: async () => {} });
  await catchUp({ client, team: self.team, nowMs, take: takeAnew, signal }, await inbox.openCards());
}

async function learnInstallation({ client, status, learned, signal, attempted }: ConnectingOptions): Promise<Self> {
  for (let waitMs: number = slackTimes.socketRetryFirstMs; ; waitMs = Math.min(waitMs * 2, slackTimes.socketRetryMaxMs)) {
    try {
      const { self, lacks } = await askInstallation(client);
      learned(self);
      status.installed(lacks);
      return self;
    } catch (failure) {
      status.unreachable(classOf(failure));
      attempted();
    }
    await wait(waitMs, undefined, { signal });
  }
}
