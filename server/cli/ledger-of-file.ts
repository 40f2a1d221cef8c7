import { checkFile } from '../../db/open.ts';
import { openReaders } from '../../db/engine/readers.ts';
import { goalStream } from '../../src/ids.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import { exits, Stop } from './exit.ts';

const pageSize = 1_000;

/** The entries of a database file, in order: of one goal, or of the whole installation. Reads only, also beside a service. */
export async function entriesOfFile(file: string, goal: string | undefined, after: number): Promise<readonly Entry[]> {
  checkFile(file);
  const readers = await openReaders(file);
  try {
    return await readers.snapshot(async (reads) => {
      if (goal === undefined)
        return everyPage(
          (position) => reads.entriesByPosition(position, pageSize),
          after,
          (entry) => entry.position,
        );
      const found = await reads.goal(goal);
      if (found === undefined) throw new Stop(exits.refused, [`There is no goal "${goal}" in ${file}.`]);
      return everyPage(
        (seq) => reads.entries(goalStream(found.id), seq, pageSize),
        after,
        (entry) => entry.seq,
      );
    });
  } finally {
    readers.close();
  }
}

async function everyPage(
  read: (after: number) => Promise<readonly Entry[]>,
  after: number,
  placeOf: (entry: Entry) => number,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let place = after;
  for (;;) {
    const page = await read(place);
    entries.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return entries;
    place = placeOf(last);
  }
}
