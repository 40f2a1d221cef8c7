import type { Entry } from '../../src/ledger/entry.ts';
import type { Kernel } from '../kernel.ts';

const cachedEntriesMax = 500;
const pageEntriesMax = 100;

/** The newest entries, read once for all who follow; older ones are read from the database, page by page. */
export type Tail = {
  /** Entries after a position, in order, at most a page; none when there are none yet. */
  readonly page: (after: number) => Promise<readonly Entry[]>;
  /** Calls once as soon as there is an entry after the position; the function it gives back cancels that. */
  readonly whenAfter: (position: number, call: () => void) => () => void;
  /** The newest position. */
  readonly newest: () => number;
};

/** Entries after `floor` up to `head`, without a gap. Nothing is read while nobody follows. */
type Cache = { floor: number; head: number; entries: readonly Entry[] };

export async function openTail({ reads, onCommitted }: Pick<Kernel, 'reads' | 'onCommitted'>): Promise<Tail> {
  let newest = await reads.lastPosition();
  const cache: Cache = { floor: newest, head: newest, entries: [] };
  const waiting = new Set<{ readonly position: number; readonly call: () => void }>();
  let filling: Promise<void> | undefined;

  onCommitted(({ position }) => {
    newest = Math.max(newest, position);
    for (const waiter of [...waiting]) if (waiter.position < newest && waiting.delete(waiter)) waiter.call();
  });

  async function fill(): Promise<void> {
    if (newest - cache.head > cachedEntriesMax)
      Object.assign(cache, { floor: newest - pageEntriesMax, head: newest - pageEntriesMax, entries: [] });
    while (cache.head < newest) {
      const page = await reads.entriesByPosition(cache.head, pageEntriesMax);
      if (page.length === 0) return;
      keep(cache, page);
    }
  }

  return {
    newest: () => newest,
    page: async (after) => {
      if (after >= newest) return [];
      if (after >= cache.floor && cache.head < newest) {
        filling ??= fill().finally(() => {
          filling = undefined;
        });
        await filling;
      }
      if (after < cache.floor) return reads.entriesByPosition(after, pageEntriesMax);
      const first = cache.entries.findIndex((entry) => entry.position > after);
      return first < 0 ? [] : cache.entries.slice(first, first + pageEntriesMax);
    },
    whenAfter(position, call) {
      const waiter = { position, call };
      if (newest > position) queueMicrotask(call);
      else waiting.add(waiter);
      return () => waiting.delete(waiter);
    },
  };
}

function keep(cache: Cache, page: readonly Entry[]): void {
  const all = [...cache.entries, ...page];
  const dropped = all.slice(0, Math.max(0, all.length - cachedEntriesMax));
  cache.floor = dropped.at(-1)?.position ?? cache.floor;
  cache.entries = all.slice(dropped.length);
  cache.head = page.at(-1)?.position ?? cache.head;
}
