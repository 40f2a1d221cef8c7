import type { Evidence } from '../evidence/evidence.ts';
import { proofWords, staleBecause, strengthOf } from '../evidence/strength.ts';
import type { TodoId } from '../ids.ts';
import type { Entry } from '../ledger/entry.ts';
import { limits } from '../limits.ts';
import type { Reads } from '../ports.ts';
import type { Todo } from '../todo/todo.ts';
import type { Line, LineProof } from './digest.ts';
import type { Difference } from './difference.ts';
import type { DigestNumber, NumberAsked } from './numbers.ts';

/** A line about the state at the end of the difference. */
export function stateLine({ from, to }: Pick<Difference, 'from' | 'to'>, text: string, more: Partial<Line> = {}): Line {
  const plain = { number: null, receipt: null, evidence: [], since: null, on: [], shows: [], corrects: null };
  return { text, from_seq: from, to_seq: to, ...plain, ...more };
}

/** A line that tells of one entry: its receipt. */
export function entryLine({ id, seq }: Pick<Entry, 'id' | 'seq'>, text: string, more: Partial<Line> = {}): Line {
  return stateLine({ from: seq - 1, to: seq }, text, { receipt: { id, seq }, ...more });
}

/** The first of the lines, and that there are more. */
export function firstLines(span: Pick<Difference, 'from' | 'to'>, lines: readonly Line[]): readonly Line[] {
  if (lines.length <= limits.digestLinesPerBlockMax) return lines;
  return [...lines.slice(0, limits.digestLinesPerBlockMax), stateLine(span, 'and more than a digest shows')];
}

/** A number, and the question that it answers. */
export function numberLine(difference: Difference, value: number, text: string, asked: Asked): Line {
  const { stream, from, to } = difference;
  const { query, ...narrowed } = asked;
  const number: DigestNumber = { value, query, with: { stream, from, to, ...narrowed } };
  return stateLine({ from: number.with.from, to }, text, { number });
}

type Asked = { readonly query: NumberAsked['query'] } & Partial<Omit<NumberAsked['with'], 'stream' | 'to'>>;

/** The proofs with these ids as a line shows them. `doer` is the actor who did what they prove. */
export async function proofsOf({ reads, goal, now }: Difference, ids: readonly string[], doer: string | null): Promise<LineProof[]> {
  const kept = ids.length === 0 ? [] : await reads.evidenceById(goal.id, ids);
  const subjects = await subjectsOf(reads, kept);
  return kept.map((one) => ({
    id: one.id,
    text: proofWords(one).slice(0, proofMax),
    strength: strengthOf(one, doer),
    made_at: one.made_at,
    stale_because: staleBecause(one, subjects.get(one.proof.subject ?? ''), now),
  }));
}

const proofMax = 300;

async function subjectsOf(reads: Reads, kept: readonly Evidence[]): Promise<ReadonlyMap<string, Todo>> {
  const named = kept.flatMap(({ proof }) => (proof.subject?.startsWith('todo_') ? [proof.subject as TodoId] : [])); // ids that may be of no todo
  const todos = named.length === 0 ? [] : await reads.todosById([...new Set(named)]);
  return new Map<string, Todo>(todos.map((todo) => [todo.id, todo]));
}
