import { setImmediate } from 'node:timers/promises';
import type { Committed } from '../../src/ports.ts';
import { Refusal } from '../../src/refusal.ts';
import { beforeAll } from '../../src/time.ts';
import type { Instant } from '../../src/time.ts';
import { ledgerQueries } from '../queries/ledger.ts';
import type { Connection } from './connection.ts';
import { openWriting } from './connection.ts';
import { storageFailed } from './failure.ts';
import type { Attempt, Workshop } from './group.ts';
import { attemptGroup } from './group.ts';
import type { Outcome, Work } from './work.ts';

export const groupMax = 64;

/** Told after each group is on disk: what came of each member, and what was appended. */
export type Written<Ticket> = {
  readonly settled: readonly { readonly ticket: Ticket; readonly outcome: Outcome }[];
  readonly committed: Committed | undefined;
};

export type Writer<Ticket> = {
  submit(ticket: Ticket, work: Work): void;
  /** Ends when all that was submitted is written. */
  close(): Promise<void>;
};

/**
 * The one writer of a file. It takes what is queued, at most 64 at a time and without waiting for more, writes it in one
 * transaction, and tells of it after the commit. A group whose transaction is lost is run again, each member alone.
 */
export function openWriter<Ticket>(file: string, workshop: Workshop, tell: (written: Written<Ticket>) => void): Writer<Ticket> {
  const queue: { readonly ticket: Ticket; readonly work: Work }[] = [];
  let connection: Connection | undefined = openWriting(file);
  let newestAt = newestIn(connection);
  let draining: Promise<void> | undefined;

  async function drain(): Promise<void> {
    await Promise.resolve(); // takes all that is submitted in one go
    while (queue.length > 0) {
      await write(queue.splice(0, groupMax));
      await setImmediate(); // lets messages in
    }
    draining = undefined;
  }

  async function write(group: typeof queue): Promise<void> {
    const attempt = await attemptOnce(group.map(({ work }) => work));
    if (attempt.kind === 'committed') {
      const settled = group.map(({ ticket }, place) => ({ ticket, outcome: attempt.outcomes[place] ?? lostOutcome(undefined) }));
      return tell({ settled, committed: attempt.committed });
    }
    if (group.length > 1) {
      for (const one of group) await write([one]);
      return;
    }
    workshop.report('a transaction was lost', attempt.cause);
    tell({ settled: group.map(({ ticket }) => ({ ticket, outcome: lostOutcome(attempt.cause) })), committed: undefined });
  }

  async function attemptOnce(group: readonly Work[]): Promise<Attempt> {
    try {
      connection ??= openWriting(file);
      newestAt ??= newestIn(connection);
    } catch (cause) {
      return { kind: 'lost', cause };
    }
    const attempt = await attemptGroup(connection, workshop, group, newestAt);
    if (attempt.kind === 'committed') newestAt = attempt.newestAt;
    else abandon();
    return attempt;
  }

  /** A connection on which a statement failed half-way can refuse every later commit, so it is not used again. */
  function abandon(): void {
    const abandoned = connection;
    connection = undefined;
    try {
      if (abandoned?.inTransaction()) abandoned.exec('ROLLBACK');
    } catch (error) {
      workshop.report('a lost transaction could not be rolled back', error);
    }
    abandoned?.close();
  }

  return {
    submit: (ticket, work) => {
      queue.push({ ticket, work });
      draining ??= drain();
    },
    close: async () => {
      while (draining !== undefined) await draining;
      connection?.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      connection?.close();
      connection = undefined;
    },
  };
}

function newestIn(connection: Connection): Instant {
  return (connection.rows(ledgerQueries.newestAt, {})[0]?.at ?? beforeAll) as Instant; // `at` is written from an Instant
}

function lostOutcome(cause: unknown): Outcome {
  return { kind: 'refused', refusal: cause instanceof Refusal ? cause : storageFailed(cause) };
}
