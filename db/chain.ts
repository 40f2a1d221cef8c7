import type { Stream } from '../src/ids.ts';
import type { Head } from '../src/ledger/entry.ts';
import { beforeFirst, chainedText, receiptOf } from '../src/ledger/entry.ts';
import type { Event } from '../src/ledger/event.ts';
import type { Query } from './bind.ts';
import type { Connection } from './engine/connection.ts';
import { sha256 } from './engine/secrets.ts';
import type { entry } from './schema.ts';

type Line = typeof entry.$inferSelect;

/** One thing that does not hold, and where. */
export type VerifyFault = { readonly table: string; readonly id: string; readonly stream: string; readonly what: string };

const pageLines = 1_000;

const page: Query<Line> = {
  sql: 'select * from live.entry where position > ? order by position limit ?',
  parameters: [{ name: 'after' }, { name: 'limit' }],
};

const heads: Query<{ stream: string; seq: number; hash: string }> = { sql: 'select stream, seq, hash from live.head', parameters: [] };

/** The entries of the attached database, in order. */
export function* liveEntries(scratch: Connection): Generator<Line> {
  for (let after = 0; ; ) {
    const lines = scratch.rows(page, { after, limit: pageLines });
    yield* lines;
    after = lines.at(-1)?.position ?? after;
    if (lines.length < pageLines) return;
  }
}

/** Where a stream skips, an entry does not follow from the one before, or a head is not its stream's last entry. */
export function chainFaults(scratch: Connection): readonly VerifyFault[] {
  const last = new Map<string, Head>();
  const faults: VerifyFault[] = [];
  for (const line of liveEntries(scratch)) {
    const what = faultOf(line, last.get(line.stream) ?? beforeFirst);
    if (what !== undefined) faults.push({ table: 'entry', id: line.id, stream: line.stream, what });
    last.set(line.stream, { seq: line.seq, hash: line.hash });
  }
  const kept = new Map(scratch.rows(heads, {}).map(({ stream, seq, hash }) => [stream, { seq, hash }]));
  for (const stream of new Set([...last.keys(), ...kept.keys()])) {
    const own = last.get(stream);
    const head = kept.get(stream);
    if (own?.seq === head?.seq && own?.hash === head?.hash) continue;
    faults.push({
      table: 'head',
      id: stream,
      stream,
      what: `the head says ${head?.seq ?? 'nothing'} and the last entry is ${own?.seq ?? 'missing'}`,
    });
  }
  return faults;
}

function faultOf(line: Line, before: Head): string | undefined {
  if (line.seq !== before.seq + 1) return `entry ${line.seq} follows entry ${before.seq}`;
  if (line.previous !== before.hash) return `entry ${line.seq} does not name the hash of the entry before`;
  const { seq, at, actor, command, data } = line;
  const type = line.type as Event['type']; // as it was hashed
  const hash = sha256(chainedText(before.hash, { stream: line.stream as Stream, seq, type, at, actor, command, dataText: data }));
  if (hash !== line.hash) return `the hash of entry ${seq} is not that of its content`;
  if (receiptOf(seq, hash, before.hash).id !== line.id) return `the id of entry ${seq} is not made of its hash`;
  return undefined;
}
