import type { Stream } from '../src/ids.ts';
import type { Event } from '../src/ledger/event.ts';
import { fold } from '../src/ledger/fold.ts';
import type { Instant } from '../src/time.ts';
import type { VerifyFault } from './chain.ts';
import { liveEntries } from './chain.ts';
import type { Connection } from './engine/connection.ts';
import { openFactStore } from './facts/store.ts';

const knownMax = 20_000;

/** Applies every entry of the attached database to the empty fact tables of this one. Stops at an entry that cannot be applied. */
export function replayInto(scratch: Connection): { readonly entries: number; readonly faults: readonly VerifyFault[] } {
  const known = new Map<string, unknown>();
  let entries = 0;
  for (const line of liveEntries(scratch)) {
    if (known.size > knownMax) known.clear();
    try {
      const event = { type: line.type, ...JSON.parse(line.data) } as Event; // written from an event
      const place = { seq: line.seq, at: line.at as Instant, actor: line.actor };
      fold(openFactStore(scratch, line.stream as Stream, known), event, place);
    } catch (error) {
      const what = `the entry at position ${line.position} cannot be replayed: ${error instanceof Error ? error.message : String(error)}`;
      return { entries, faults: [{ table: 'entry', id: line.id, stream: line.stream, what }] };
    }
    entries += 1;
  }
  return { entries, faults: [] };
}
