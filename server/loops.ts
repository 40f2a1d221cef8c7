import type { Clock, Execute, Reads } from '../src/ports.ts';
import { fireSlots } from './fire-slots.ts';
import { msBetween } from '../src/time.ts';
import type { Instant } from '../src/time.ts';
import type { Timers } from './timers.ts';

const aliveEveryMs = 10_000;
const lookEveryMs = 1_000;
const purgeEveryMs = 3_600_000;
/** A shorter absence is not felt by anybody: deadlines stay. */
const downtimeMinMs = 5_000;

/** The small writes beside the ledger that the loops ask of the engine. */
export type Operations = {
  /** Records that the service lives at this moment. */
  readonly keepAlive: () => Promise<unknown>;
  /** When it last lived; undefined before the first start. */
  readonly lastAlive: () => Promise<Instant | undefined>;
  /** Forgets command ids and presses that are older than they are kept for. */
  readonly purge: () => Promise<unknown>;
};

export type LoopParts = {
  readonly execute: Execute;
  readonly reads: Reads;
  readonly clock: Clock;
  readonly operations: Operations;
  readonly timers: Timers;
  /** Calls the agents that are to be woken and whose call is due. */
  readonly callWakes?: () => Promise<void>;
  readonly onFault: (error: unknown, loop: string) => void;
};

/** Adds the time when the service was down to every open deadline. Runs before anything else is taken. Gives that time. */
export async function makeUpForDowntime({
  execute,
  clock,
  operations,
}: Pick<LoopParts, 'execute' | 'clock' | 'operations'>): Promise<number> {
  const from = await operations.lastAlive();
  const to = clock.now();
  const downMs = from === undefined ? 0 : msBetween(from, to);
  if (downMs > downtimeMinMs) await execute('move-deadlines', { kind: 'service' }, { from, to });
  await operations.keepAlive();
  return downMs;
}

export type Loops = { readonly stop: () => Promise<void> };

/** What time alone brings about. Each looks at committed rows first: an idle service writes nothing but that it lives. */
export function startLoops(parts: LoopParts): Loops {
  const { execute, reads, clock, operations } = parts;
  const loops = [
    every(parts, 'alive', aliveEveryMs, () => operations.keepAlive()),
    every(parts, 'lapse-leases', lookEveryMs, async () => {
      const lapsed = await reads.lapsedTurns(clock.now(), 1);
      if (lapsed.length > 0) await execute('lapse-leases', { kind: 'service' }, {});
    }),
    every(parts, 'mark-overdue', lookEveryMs, async () => {
      const due = await reads.gatesPastDue(clock.now(), 1);
      if (due.length > 0) await execute('mark-overdue', { kind: 'service' }, {});
    }),
    every(parts, 'fire-slots', lookEveryMs, () => fireSlots(parts)),
    ...(parts.callWakes === undefined ? [] : [every(parts, 'call-wakes', lookEveryMs, parts.callWakes)]),
    every(parts, 'purge', purgeEveryMs, () => operations.purge()),
  ];
  return {
    stop: async () => {
      await Promise.all(loops.map((stop) => stop()));
    },
  };
}

/** Calls again `ms` after the call before has ended, also when it failed. Stopping waits for one that runs. */
function every(
  { timers, onFault }: Pick<LoopParts, 'timers' | 'onFault'>,
  name: string,
  ms: number,
  call: () => Promise<unknown>,
): () => Promise<void> {
  let stopped = false;
  let running = Promise.resolve();
  let cancel = () => {};
  const next = () => {
    if (stopped) return;
    cancel = timers.after(ms, () => {
      running = call()
        .then(() => {})
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
