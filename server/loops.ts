import type { Execute, Reads, Clock } from '../src/ports.ts';
import { msBetween } from '../src/time.ts';
import type { Instant } from '../src/time.ts';
import type { Timers } from './timers.ts';

const aliveEveryMs = 10_000;
const lookEveryMs = 1_000;
const purgeEveryMs = 3_600_000;
/** A shorter absence is not felt by anybody: deadlines stay. */
const downtimeMinMs = 5_000;

export type Operations = {
  /** Records that the service lives at this moment. */
  readonly alive: (now: Instant) => Promise<void>;
  /** When it last lived; undefined before the first start. */
  readonly lastAlive: () => Promise<Instant | undefined>;
  /** Forgets command ids that are older than they are kept for. */
  readonly purgeCommands: (now: Instant) => Promise<void>;
};

export type LoopParts = {
  readonly execute: Execute;
  readonly reads: Reads;
  readonly clock: Clock;
  readonly operations: Operations;
  readonly timers: Timers;
  readonly onFault: (error: unknown, loop: string) => void;
};

/** Adds the time when the service was down to every open deadline. Runs before anything else is taken. */
export async function makeUpForDowntime({ execute, clock, operations }: Pick<LoopParts, 'execute' | 'clock' | 'operations'>): Promise<number> {
  const last = await operations.lastAlive();
  const now = clock.now();
  const downMs = last === undefined ? 0 : msBetween(last, now);
  if (downMs > downtimeMinMs) await execute('move-deadlines', { kind: 'service' }, { by_ms: downMs });
  await operations.alive(now);
  return downMs;
}

/** What time alone brings about. Each looks at committed rows first: an idle service writes nothing but that it lives. */
export function startLoops(parts: LoopParts): { readonly stop: () => Promise<void> } {
  const { execute, reads, clock, operations } = parts;
  const loops = [
    every(parts, 'alive', aliveEveryMs, () => operations.alive(clock.now())),
    every(parts, 'lapse-leases', lookEveryMs, async () => {
      const lapsed = await reads.lapsedTurns(clock.now(), 1);
      if (lapsed.length > 0) await execute('lapse-leases', { kind: 'service' }, {});
    }),
    every(parts, 'mark-overdue', lookEveryMs, async () => {
      const due = await reads.gatesPastDue(clock.now(), 1);
      if (due.length > 0) await execute('mark-overdue', { kind: 'service' }, {});
    }),
    every(parts, 'purge-commands', purgeEveryMs, () => operations.purgeCommands(clock.now())),
  ];
  return {
    stop: async () => {
      await Promise.all(loops.map((stop) => stop()));
    },
  };
}

/** Calls again `ms` after the call before has ended, also when it failed. Stopping waits for one that runs. */
function every({ timers, onFault }: Pick<LoopParts, 'timers' | 'onFault'>, name: string, ms: number, call: () => Promise<void>): () => Promise<void> {
  let stopped = false;
  let running = Promise.resolve();
  let cancel = () => {};
  const next = () => {
    if (stopped) return;
    cancel = timers.after(ms, () => {
      running = call()
        .catch((error: unknown) => onFault(error, name))
        .then(next);
    });
  };
  next();
  return () => {
    stopped = true;
    cancel();
    return running;
  };
}
