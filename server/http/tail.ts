import type { Entry } from '../../src/ledger/entry.ts';
import type { Kernel } from '../kernel.ts';

const cachedEntriesMax = 500;
const pageEntriesMax = 100;

/** The newest entries, kept once for all who follow; older ones are read from the database, page by page. */
export type Tail = {
  /** Entries after a position, in order, at most a page; none when there are none yet. */
  readonly page: (after: number) => Promise<readonly Entry[]>;
  /** Calls once as soon as there is an entry after the position; the function it gives back cancels that. */
  readonly whenAfter: (position: number, call: () => void) => () => void;
  readonly head: () => number;
  readonly close: () => void;
};

export async function openTail(kernel: Pick<Kernel, 'reads' | 'onCommitted'>, onError: (error: unknown) => void): Promise<Tail> {
  const start = await kernel.reads.lastPosition();
  const cache: { floor: number; head: number; entries: readonly Entry[] } = { floor: start, head: start, entries: [] };
  const waiting = new Set<{ readonly position: number; readonly call: () => void }>();
  let _filling: Promise<void> | undefined;
  let behind = false;

  async function fill(): Promise<void> {
    while (behind) {
      behind = false;
      let page = await kernel.reads.entriesByPosition(cache.head, pageEntriesMax);
      while (page.length > 0) {
        keep(page);
        page = page.length < pageEntriesMax ? [] : await kernel.reads.entriesByPosition(cache.head, pageEntriesMax);
      }
    }
  }

  function keep(page: readonly Entry[]): void {
    const all = [...cache.entries, ...page];
    const dropped = all.slice(0, Math.max(0, all.length - cachedEntriesMax));
    cache.floor = dropped.at(-1)?.position ?? cache.floor;
    cache.entries = all.slice(dropped.length);
    cache.head = page.at(-1)?.position ?? cache.head;
    for (const waiter of [...waiting]) if (waiter.position < cache.head && waiting.delete(waiter)) waiter.call();
  }

  const close = kernel.onCommitted(() => {
    behind = true;
    _filling ??= fill()
      .catch(onError)
      .finally(() => {
        _filling = undefined;
      });
  });

  return {
    close,
    head: () => cache.head,
    page: async (after) => {
      if (after < cache.floor) return kernel.reads.entriesByPosition(after, pageEntriesMax);
      const first = cache.entries.findIndex((entry) => entry.position > after);
      return first < 0 ? [] : cache.entries.slice(first, first + pageEntriesMax);
    },
    whenAfter(position, call) {
      const waiter = { position, call };
      if (cache.head > position) queueMicrotask(call);
      else waiting.add(waiter);
      return () => waiting.delete(waiter);
    },
  };
}
