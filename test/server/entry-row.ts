import type { Entry } from '../../src/ledger/entry.ts';
import type { Committed } from '../../src/ports.ts';
import type { Kernel } from '../../server/kernel.ts';

export function anEntry(fields: Partial<Entry> & Pick<Entry, 'position'>): Entry {
  const at = '2026-12-01T09:00:00.000Z' as Entry['at'];
  const rest = {
    stream: 'goal:goal_a',
    seq: fields.position,
    type: 'note-left',
    at,
    actor: 'service',
    command: 'c',
    data: {},
    hash: 'h',
    previous: 'p',
  };
  return { id: `en_${fields.position}`, ...rest, ...fields };
}

/** Entries in memory, with the two reads that following them takes. Counts how often the database was asked. */
export function ledgerInMemory() {
  const entries: Entry[] = [];
  const listeners = new Set<(committed: Committed) => void>();
  const asked = { pages: 0 };
  const reads = {
    lastPosition: async () => entries.at(-1)?.position ?? 0,
    entriesByPosition: async (after: number, limit: number) => {
      asked.pages += 1;
      return entries.filter((entry) => entry.position > after).slice(0, limit);
    },
  };
  return {
    asked,
    kernel: {
      reads: reads as Partial<Kernel['reads']> as Kernel['reads'], // following needs no other read
      onCommitted(listener: (committed: Committed) => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    commit(...added: readonly Entry[]) {
      entries.push(...added);
      const committed = {
        position: entries.at(-1)?.position ?? 0,
        streams: added.map((entry) => entry.stream as Committed['streams'][number]),
      };
      for (const listener of listeners) listener(committed);
    },
  };
}
