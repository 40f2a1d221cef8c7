import type { Json } from '../json.ts';
import { limits } from './limits.ts';
import { conflict } from './refuse.ts';
import type { State } from './state.ts';
import type { Updates } from './updates.ts';

export type Polling = {
  /** Ends with updates, with the time-out, when the client is gone, or with 409 when another one polls. */
  readonly poll: (args: Json, gone: AbortSignal) => Promise<readonly Json[]>;
  /** Ends the poll that is open: 409. */
  readonly interrupt: (why: string) => void;
  readonly isOpen: () => boolean;
};

export function createPolling({ clock }: State, updates: Updates): Polling {
  let open: { readonly interrupt: (why: string) => void } | null = null;

  function poll({ offset = 0, limit = limits.updates, timeout = 0 }: Json, gone: AbortSignal): Promise<readonly Json[]> {
    open?.interrupt('terminated by other getUpdates request; make sure that only one bot instance is running');
    const take = () => updates.fetch(Number(offset), Math.min(Math.max(Number(limit), 1), limits.updates));
    const waiting = take();
    const waitMs = Math.min(Number(timeout), limits.pollS) * 1_000;
    if (waiting.length > 0 || waitMs <= 0) return Promise.resolve(waiting);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        if (open !== own) return;
        open = null;
        quiet();
        stopClock();
        settle();
      };
      const own = { interrupt: (why: string) => end(() => reject(conflict(why))) };
      const quiet = updates.onNew(() => end(() => resolve(take())));
      const stopClock = clock.after(waitMs, () => end(() => resolve([])));
      open = own;
      gone.addEventListener('abort', () => end(() => resolve([])), { once: true });
      if (gone.aborted) end(() => resolve([]));
    });
  }

  return { poll, interrupt: (why) => open?.interrupt(why), isOpen: () => open !== null };
}
