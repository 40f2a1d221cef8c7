import { setTimeout as wait } from 'node:timers/promises';
import { hearLeft } from '../hear-left.ts';
import type { Inbox, Trouble } from '../port.ts';
import type { Self } from './arrival.ts';
import type { Client } from './client.ts';
import type { ConnectionStatus } from './connection-status.ts';
import type { Failure } from './errors.ts';
import { classOf } from './errors.ts';
import type { Hearing } from './hearing.ts';
import { askSelf, registerCommands } from './installation.ts';
import { telegramTimes } from './limits.ts';
import { NotTaken } from './not-taken.ts';

export type ReceivingOptions = {
  readonly client: Client;
  readonly inbox: Pick<Inbox, 'unfinished' | 'away'>;
  readonly hearing: Pick<Hearing, 'hearAgain'>;
  readonly status: ConnectionStatus;
  readonly learned: (self: Self) => void;
  readonly nowMs: () => number;
  readonly report: (failure: unknown) => void;
  readonly signal: AbortSignal;
  /** The first attempt ended, whether it worked or not. */
  readonly attempted: () => void;
};

/** Learns who the bot is, tells its commands, and hears what was left: all before anything new is received. */
export async function prepare(options: ReceivingOptions): Promise<void> {
  const { client, inbox, hearing, learned, report, signal } = options;
  learned(await untilItWorks(options, () => askSelf(client)));
  await registerCommands(client).catch(report);
  await hearLeft({ inbox, hearAgain: hearing.hearAgain, report, signal });
}

/** Goes on until it works, or the service stops: then it rejects. */
export async function untilItWorks<T>(options: ReceivingOptions, act: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    options.signal.throwIfAborted();
    try {
      return await act();
    } catch (failure) {
      await failed(options, failure, failures);
    }
  }
}

const notKept: Trouble = {
  reason: 'What people do on Telegram cannot be kept',
  fix: 'Check the disk of this machine; the log says why. Gatebell goes on asking for it, and nothing is confirmed before it is kept.',
};

/** Tells of a failure in a row of so many, and waits as long as that asks for. Rejects when the service stops. */
export async function failed({ status, signal, attempted }: ReceivingOptions, failure: unknown, failures: number): Promise<Failure> {
  signal.throwIfAborted();
  const classed = classOf(failure);
  status.receiving(failure instanceof NotTaken ? notKept : classed);
  attempted();
  const waitMs = Math.min(telegramTimes.retryFirstMs * 2 ** (failures - 1), telegramTimes.retryMaxMs);
  const asked = classed.kind === 'retry-later' ? (classed.retryInMs ?? 0) : classed.kind === 'conflict' ? telegramTimes.conflictRetryMs : 0;
  await wait(Math.max(waitMs, asked), undefined, { signal });
  return classed;
}
