import type { Gate } from '../gate/gate.ts';
import type { Goal } from '../goal/goal.ts';
import type { Event, EventType } from '../ledger/event.ts';
import type { Entry } from '../ledger/entry.ts';
import type { Person } from '../people/person.ts';
import type { Reads } from '../ports.ts';
import { goalStream } from '../ids.ts';
import type { Stream } from '../ids.ts';
import type { Instant } from '../time.ts';
import type { Digest } from './digest.ts';

/** Who a digest is for. A route is read by many, so it shows every open gate of the goal. */
export type Reader = { readonly kind: 'route' } | { readonly kind: 'person'; readonly person: Person };

/** What a digest is made from: the entries of a goal between two moments, and the rows at the second. */
export type Difference = {
  readonly reads: Reads;
  readonly now: Instant;
  readonly goal: Goal;
  readonly stream: Stream;
  readonly reader: Reader;
  /** Whose earlier digests may have to be corrected, or null when there is none. */
  readonly earlier: Pick<Digest, 'schedule' | 'recipient'> | null;
  readonly from: number;
  readonly to: number;
  readonly entries: readonly Told[];
  /** Gates that these entries move, as they stand now, by id. */
  readonly gates: ReadonlyMap<string, Gate>;
};

/** Types of entries that a digest tells of. */
const toldTypes = [
  'turn-committed',
  'lease-lapsed',
  'todo-dropped',
  'gate-answered',
  'gate-withdrawn',
  'gate-superseded',
  'answer-revoked',
  'answer-used',
  'goal-changed',
] as const satisfies readonly EventType[];

type ToldEvent = Extract<Event, { type: (typeof toldTypes)[number] }>;

/** An entry with its event as it was appended. */
export type Told = { readonly entry: Entry; readonly event: ToldEvent };

type Between = Pick<Difference, 'reads' | 'now' | 'goal' | 'reader' | 'earlier' | 'from'>;

/** Reads the difference from a seq of the goal up to its head. */
export async function readDifference(between: Between): Promise<Difference> {
  const { reads, goal, from } = between;
  const stream = goalStream(goal.id);
  const to = (await reads.head(stream)).seq;
  const entries = (await reads.entriesOfTypes(stream, from, to, toldTypes)).map(told);
  const gates = new Map<string, Gate>();
  for (const { event } of entries) {
    if (!('gate' in event) || gates.has(event.gate)) continue;
    const gate = await reads.gate(event.gate);
    if (gate !== undefined) gates.set(gate.id, gate);
  }
  return { ...between, stream, to, entries, gates };
}

function told(entry: Entry): Told {
  return { entry, event: { type: entry.type, ...entry.data } as ToldEvent }; // written from one of these events
}
