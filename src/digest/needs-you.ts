import { rankParts, rankPoints } from '../attention/rank.ts';
import { authorityOf, whoCanAnswer } from '../gate/authority.ts';
import type { Gate } from '../gate/gate.ts';
import { allowedToAnswer } from '../gate/rules.ts';
import { limits } from '../limits.ts';
import type { Difference } from './difference.ts';
import type { Block, Line } from './digest.ts';
import { numberLine, proofsOf, stateLine } from './lines.ts';

/** Open gates of the goal that this reader may answer, in the order of the queue; on a route all of them. */
export async function gatesForReader({ reads, goal, reader, now }: Omit<Difference, 'entries'>): Promise<readonly Gate[]> {
  const { items } = await reads.gates({ goal: goal.id, state: 'open' }, { after: undefined, limit: limits.openGatesPerGoalMax });
  const theirs: Gate[] = [];
  for (const gate of items) {
    if (reader.kind === 'route' || allowedToAnswer(gate, reader.person, await authorityOf(reads, gate, goal)) !== undefined)
      theirs.push(gate);
  }
  const points = new Map(theirs.map((gate) => [gate.id, pointsOf(gate, now)]));
  return theirs.sort((a, b) => (points.get(b.id) ?? 0) - (points.get(a.id) ?? 0) || a.number - b.number);
}

export async function needsYou(difference: Difference, gates: readonly Gate[]): Promise<readonly Block[]> {
  if (gates.length === 0) return [];
  const lines: Line[] = [];
  for (const gate of gates) lines.push(await gateLine(difference, gate));
  const [ids, personal] = [gates.map(({ id }) => id), difference.reader.kind === 'person'];
  const text = `${gates.length === 1 ? 'gate waits' : 'gates wait'} for ${personal ? 'your answer' : 'an answer'}`;
  const count = numberLine(difference, gates.length, text, { query: 'gates-open', from: 0, gates: ids });
  return [{ kind: 'needs-you', heading: personal ? 'Needs you' : 'Needs an answer', lane: null, lines: [count, ...lines] }];
}

async function gateLine(difference: Difference, gate: Gate): Promise<Line> {
  const { reads, goal, to } = difference;
  const who = await whoCanAnswer(reads, gate, await authorityOf(reads, gate, goal));
  return stateLine({ from: gate.changed_seq - 1, to }, `${gate.code}: ${gate.question}`, {
    since: gate.asked_at,
    on: who.map(({ name }) => name),
    evidence: await proofsOf(difference, gate.evidence, gate.asked_by),
    shows: [{ kind: 'gate', id: gate.id }],
  });
}

function pointsOf(gate: Gate, now: Difference['now']): number {
  return rankPoints(rankParts(gate, { lanes: gate.blocks.lanes.length, todos: gate.blocks.todos.length }, now));
}
