import type { RouteId } from '../../src/ids.ts';
import type { Committed, Execute, Reads } from '../../src/ports.ts';
import type { Posts } from '../../src/post/post.ts';
import type { RouteTrouble } from '../../src/post/trouble.ts';
import { Refusal } from '../../src/refusal.ts';
import type { Wakes } from '../../src/schedule/wake.ts';
import type { Instant } from '../../src/time.ts';
import { ledgerQueries } from '../queries/ledger.ts';
import { pressQueries } from '../queries/press.ts';
import { settingQueries } from '../queries/setting.ts';
import { dueWakes } from '../queries/wake.ts';
import type { Operation, Prompt } from './operations.ts';
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
  /** The calls to the wake_url of agents. */
  readonly wakes: Wakes;
  readonly operations: {
    /** Records that the service lives. */
    keepAlive(): Promise<void>;
    /** When it last lived; undefined before the first time. */
    lastAlive(): Promise<Instant | undefined>;
    /** Forgets command ids that are older than a day, and presses that are older than 30. Gives how many. */
    purge(): Promise<number>;
    /** The value of a setting that the installation keeps for itself; the first that is given stands. */
    setting(name: string, first: string): Promise<string>;
    /** Records that nothing can be put on a route. False when that is known: only the first report changes anything. */
    breakRoute(route: RouteId, trouble: Pick<RouteTrouble, 'reason' | 'fix'>): Promise<boolean>;
    /** Records that something was put there. False when there was no trouble. */
    healRoute(route: RouteId): Promise<boolean>;
    /** What failed on a platform is due at once, whether it is mended or not. */
    retryPlatform(platform: string): Promise<void>;
    /** Records when what was pressed on a platform was lost. Each card that waits there for an answer is wanted anew. */
    keepAbsence(platform: string, since: Instant, until: Instant): Promise<void>;
    /** Records that a message asks an account for a text, for 30 days. */
    keepPrompt(prompt: Prompt): Promise<void>;
  };
  readonly journal: {
    /** False when it is there already. */
    keep(platform: string, id: string, raw: string): Promise<boolean>;
    /** Keeps that it came, and no more what it was. */
    finish(platform: string, id: string): Promise<void>;
    forget(platform: string, id: string): Promise<void>;
    /** What was not finished, oldest first. */
    unfinished(platform: string): Promise<readonly { readonly id: string; readonly raw: string; readonly at: Instant }[]>;
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
const unfinishedMax = 10_000;

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
    wakes: {
      due: (now, limit) => dueWakes(readers.ask, now, limit),
      mark: async ({ id, attempts }, progress) => (await operate({ name: 'mark-wake', wake: { id, attempts }, progress })) === 1,
    },
    operations: {
      keepAlive: async () => {
        await operate({ name: 'keep-alive' });
      },
      lastAlive: async () => (await readers.ask(ledgerQueries.alive, {}))[0]?.at as Instant | undefined, // written from an Instant
      purge: () => operate({ name: 'purge' }),
      setting: async (name, first) => {
        await operate({ name: 'keep-setting', setting: name, value: first });
        return (await readers.ask(settingQueries.setting, { name }))[0]?.value ?? first;
      },
      breakRoute: async (route, trouble) => (await operate({ name: 'break-route', route, trouble })) === 1,
      healRoute: async (route) => (await operate({ name: 'heal-route', route })) === 1,
      retryPlatform: async (platform) => {
        await operate({ name: 'retry-platform', platform });
      },
      keepAbsence: async (platform, since, until) => {
        await operate({ name: 'keep-absence', platform, since, until });
      },
      keepPrompt: async (prompt) => {
        await operate({ name: 'keep-prompt', ...prompt });
      },
    },
    journal: {
      keep: async (platform, id, raw) => (await operate({ name: 'keep-press', platform, id, raw })) === 1,
      finish: async (platform, id) => {
        await operate({ name: 'finish-press', platform, id });
      },
      forget: async (platform, id) => {
        await operate({ name: 'forget-press', platform, id });
      },
      unfinished: async (platform) => {
        const rows = await readers.ask(pressQueries.unfinished, { platform, limit: unfinishedMax });
        return rows.map(({ id, raw, at }) => ({ id: id.slice(platform.length + 1), raw, at: at as Instant })); // written from an Instant
      },
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
