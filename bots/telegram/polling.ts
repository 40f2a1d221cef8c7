import type { Client } from './client.ts';
import type { Failure } from './errors.ts';
import { allowedUpdates, telegramLimits, telegramTimes } from './limits.ts';
import { NotTaken } from './not-taken.ts';
import type { ReceivingOptions } from './receiving.ts';
import { failed, untilItWorks } from './receiving.ts';
import { updateId } from './updates.ts';

export type PollingOptions = ReceivingOptions & {
  /** Waits longer than a poll lasts. */
  readonly pollClient: Client;
  readonly take: (update: unknown) => Promise<void>;
  /** Since when nobody received; presses that are older than Telegram keeps them are lost. */
  readonly awaySinceMs: number;
};

/**
 * Asks for updates until the service stops. An update is confirmed by asking for the one behind it, and that is done only when
 * it is kept: what could not be kept comes again. The first poll, and that after a failure, does not wait: it shows at once
 * whether it works.
 */
export async function poll(options: PollingOptions): Promise<void> {
  const { inbox, status, nowMs, signal, attempted } = options;
  await takeWebhookAway(options);
  let lastMs = options.awaySinceMs;
  let offset: number | null = null;
  let failures = 0;
  let last: Failure | null = null;
  let isFirst = true;
  while (!signal.aborted) {
    try {
      const isQuick: boolean = isFirst || (last !== null && last.kind !== 'conflict');
      const updates: readonly unknown[] = await fetchUpdates(options, offset, isQuick ? 0 : telegramTimes.pollMs);
      const fetchedMs = nowMs();
      const taken = await takeAll(options, updates);
      offset = taken.offset;
      if (taken.failure !== null) throw taken.failure;
      if (fetchedMs - lastMs > telegramTimes.pressKeptMs) await inbox.away(lastMs, fetchedMs);
      lastMs = fetchedMs;
      [failures, last, isFirst] = [0, null, false];
      status.receiving(null);
      attempted();
    } catch (failure) {
      if (signal.aborted) return;
      failures += 1;
      last = await failed(options, failure, failures);
      if (last.kind === 'conflict') await takeWebhookAway(options);
    }
  }
}

/** Nothing that waits is dropped with it. */
async function takeWebhookAway(options: PollingOptions): Promise<void> {
  await untilItWorks(options, () => options.client.deleteWebhook({ drop_pending_updates: false }));
}

async function fetchUpdates({ pollClient, signal }: PollingOptions, offset: number | null, waitMs: number): Promise<readonly unknown[]> {
  const asked = {
    timeout: waitMs / 1_000,
    limit: telegramLimits.updatesMax,
    allowed_updates: [...allowedUpdates],
    ...(offset === null ? {} : { offset }),
  };
  // The library's own type of a signal is that of a package; it only listens for the end.
  const updates: unknown = await pollClient.getUpdates(asked, signal as Parameters<Client['getUpdates']>[1]);
  if (!Array.isArray(updates)) throw new Error('Telegram was asked for updates and gave something else');
  return updates;
}

type Taken = { readonly offset: number | null; readonly failure: Error | null };

/**
 * Up to the first one that could not be kept. Where nothing came, all is confirmed, and none is asked for by number: numbers
 * begin anew somewhere else after a week without any.
 */
async function takeAll({ take }: PollingOptions, updates: readonly unknown[]): Promise<Taken> {
  let offset: number | null = null;
  for (const update of updates) {
    const number = updateId(update);
    if (number === null) continue;
    try {
      await take(update);
    } catch {
      return { offset: number, failure: new NotTaken() };
    }
    offset = number + 1;
  }
  const isStuck = offset === null && updates.length > 0;
  return { offset, failure: isStuck ? new Error('Telegram sent updates without numbers') : null };
}
