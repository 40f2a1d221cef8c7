import type { Committed, Execute, Reads } from '../../src/ports.ts';
import type { Posts } from '../../src/post/post.ts';
import { Refusal } from '../../src/refusal.ts';
import type { Instant } from '../../src/time.ts';
import { ledgerQueries } from '../queries/ledger.ts';
import type { Operation } from './operations.ts';
import type { Readers } from './readers.ts';
import type { Outcome, Work } from './work.ts';
import type { Written } from './writer.ts';

/** The store of the service: the one way to change it, reads of what is committed, and word of each commit. */
export type Engine = {
  readonly execute: Execute;
  /** Each read sees the newest commit. */
  readonly reads: Reads;
  /** All reads of `work` see one and the same commit. `work` awaits nothing but its reads. */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  readonly posts: Posts;
  readonly operations: {
    /** Records that the service lives. */
    keepAlive(): Promise<void>;
    /** When it last lived; undefined before the first time. */
    lastAlive(): Promise<Instant | undefined>;
    /** Forgets command ids older than a day. Gives how many. */
    purgeCommands(): Promise<number>;
  };
  /** Calls `listener` after every commit with entries. Gives how to stop that. */
  onCommitted(listener: (committed: Committed) => void): () => void;
  /** How many commands wait for their commit. */
  queued(): number;
  /** Refuses what comes from now on, and ends when what came before is answered. */
  close(): Promise<void>;
};

/** Where work is handed over to the writer, in this thread or another. */
export type Desk = {
  hand(ticket: number, work: Work): void;
  close(): Promise<void>;
};

/** What the writer tells: groups on disk, or that it ended and will not answer. */
export type Told = { written(written: Written<number>): void; ended(error: unknown): void };

const queueMax = 4_096;

export function openEngine(readers: Readers, openDesk: (told: Told) => Desk): Engine {
  const waiting = new Map<number, { resolve(outcome: Outcome): void; reject(refusal: Refusal): void }>();
  const listeners = new Set<(committed: Committed) => void>();
  let lastTicket = 0;
  let closed: Refusal | undefined;

  const desk = openDesk({
    written: ({ settled, committed }) => {
      for (const { ticket, outcome } of settled) {
        waiting.get(ticket)?.resolve(outcome);
        waiting.delete(ticket);
      }
      if (committed !== undefined) for (const listener of listeners) listener(committed);
    },
    ended: () => {
      closed = writerEnded();
      for (const { reject } of waiting.values()) reject(writerEnded());
      waiting.clear();
    },
  });

  async function submit(work: Work): Promise<Extract<Outcome, { kind: 'done' }>> {
    if (closed !== undefined) throw closed;
    if (waiting.size >= queueMax)
      throw new Refusal('busy', `${queueMax} commands wait for their commit.`, 'Send it again in a few seconds.');
    lastTicket += 1;
    const ticket = lastTicket;
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      waiting.set(ticket, { resolve, reject });
      desk.hand(ticket, work);
    });
    if (outcome.kind === 'refused') throw outcome.refusal;
    return outcome;
  }

  async function operate(operation: Operation): Promise<number> {
    const { reply } = await submit({ kind: 'operation', operation });
    return Number(reply);
  }

  return {
    execute: async (name, actor, input, command) => {
      const { reply, replayed } = await submit({ kind: 'verb', name, actor, input, command });
      return { reply, replayed };
    },
    reads: readers.reads,
    snapshot: readers.snapshot,
    posts: {
      ...readers.posts,
      mark: async ({ id, version }, progress) => (await operate({ name: 'mark-post', post: { id, version }, progress })) === 1,
    },
    operations: {
      keepAlive: async () => {
        await operate({ name: 'keep-alive' });
      },
      lastAlive: async () => (await readers.ask(ledgerQueries.alive, {}))[0]?.at as Instant | undefined, // written from an Instant
      purgeCommands: () => operate({ name: 'purge-commands' }),
    },
    onCommitted: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    queued: () => waiting.size,
    close: async () => {
      closed ??= new Refusal('stopping', 'The service is stopping.', 'Send it again when the service is back.');
      await desk.close();
      readers.close();
    },
  };
}

function writerEnded(): Refusal {
  return new Refusal(
    'internal',
    'The writer of the database ended. What was under way may or may not be stored.',
    'Send it again with the same idempotency key once the service is back.',
  );
}
