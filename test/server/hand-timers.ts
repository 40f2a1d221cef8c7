import type { Timers } from '../../server/timers.ts';

/** Timers that fire when a test says how much time passed. */
export function handTimers(): Timers & { readonly pass: (ms: number) => void; readonly waiting: () => number } {
  let now = 0;
  const set = new Set<{ readonly at: number; readonly call: () => void }>();
  return {
    after(ms, call) {
      const timer = { at: now + ms, call };
      set.add(timer);
      return () => set.delete(timer);
    },
    pass(ms) {
      now += ms;
      for (const timer of [...set].sort((a, b) => a.at - b.at)) if (timer.at <= now && set.delete(timer)) timer.call();
    },
    waiting: () => set.size,
  };
}
