import { z } from 'zod';
import { strengths } from '../evidence/strength.ts';
import { idOf } from '../ids.ts';
import type { DigestId, GoalId, ScheduleId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import { audience } from '../schedule/schedule.ts';
import { instantText } from '../time.ts';
import type { Instant } from '../time.ts';
import { number } from './numbers.ts';

/** A proof behind a line: what it is worth, since when it stands, and why it proves nothing any more. */
export const lineProof = z.object({
  id: z.string(),
  text: z.string(),
  strength: z.enum(strengths),
  made_at: instantText,
  stale_because: z.string().nullable(),
});

export type LineProof = z.infer<typeof lineProof>;

/** What a line shows, so that a later digest can correct it and a later decision can be drawn in it. */
export const reference = z.object({ kind: z.enum(['gate', 'answer', 'todo', 'evidence']), id: z.string() });

export type Reference = z.infer<typeof reference>;

/**
 * One line that can be checked: it follows from the entries of the goal with `from_seq < seq <= to_seq`. A line with a number is
 * read as the number and then the text. `receipt` is the entry that it tells of; `since` and `on`: since when something waits, and
 * on whom. No age stands in it: ages are told when it is read.
 */
export const line = z.object({
  text: z.string(),
  from_seq: z.number().int(),
  to_seq: z.number().int(),
  number: number.nullable(),
  receipt: z.object({ id: z.string(), seq: z.number().int() }).nullable(),
  evidence: z.array(lineProof),
  since: instantText.nullable(),
  on: z.array(z.string()),
  shows: z.array(reference),
  /** The digest that it corrects. */
  corrects: idOf('digest').nullable(),
});

export type Line = z.infer<typeof line>;

export const blockKinds = ['needs-you', 'corrections', 'changes', 'blocked', 'next', 'spend', 'unchanged'] as const;

/** What belongs together and is never torn apart when a digest is split. The most important block stands first. */
export const block = z.object({ kind: z.enum(blockKinds), heading: z.string(), lane: z.string().nullable(), lines: z.array(line) });

export type Block = z.infer<typeof block>;

const content = {
  goal: idOf('goal'),
  schedule: idOf('schedule'),
  slot: instantText.nullable(),
  audience,
  recipient: z.string(),
  from_seq: z.number().int(),
  to_seq: z.number().int(),
  blocks: z.array(block),
  /** SHA-256 of what the reader should know of the state, without ages: the same one again is told briefly or not at all. */
  signature: z.string(),
  /** SHA-256 of the canonical JSON of the blocks. */
  hash: z.string(),
  /** The digest before, when it was never delivered: this one tells its differences too. */
  includes: idOf('digest').nullable(),
};

/** A report of what changed for one reader, as it is sent. `slot` is null when it was asked for. `seq` is its own entry. */
export const digest = z.object({
  id: idOf('digest'),
  ...content,
  included_in: idOf('digest').nullable(),
  at: instantText,
  seq: z.number().int(),
});

export type Digest = z.infer<typeof digest>;

export type DigestEvent = {
  readonly type: 'digest-written';
  readonly goal: GoalId;
  readonly digest: DigestId;
  readonly schedule: ScheduleId;
  readonly slot: Instant | null;
} & Omit<Digest, 'id' | 'goal' | 'schedule' | 'slot' | 'included_in' | 'at' | 'seq'>;

/** Of a digest that is included in a later one only that is new: it is not sent any more. */
export function evolveDigest(before: Digest | undefined, event: DigestEvent, place: Place): Digest {
  if (before === undefined) {
    const { type: _, digest: id, ...written } = event;
    return { id, ...written, included_in: null, at: place.at, seq: place.seq };
  }
  if (before.id !== event.includes) throw new Error(`digest ${before.id} was written before`);
  return { ...before, included_in: event.digest };
}

/** What a later digest may have to correct, and the gates that it asks about, each once. */
export function referencesOf({ blocks }: Pick<Digest, 'blocks'>): readonly Reference[] {
  const asks = (kind: Block['kind']) => (one: Reference) => one.kind !== 'gate' || kind === 'needs-you';
  const all = blocks.flatMap(({ kind, lines }) => lines.flatMap(({ shows }) => shows.filter(asks(kind))));
  return [...new Map(all.map((one) => [`${one.kind} ${one.id}`, one])).values()];
}
