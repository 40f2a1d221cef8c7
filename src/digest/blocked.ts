import { authorityOf, whoCanAnswer } from '../gate/authority.ts';
import type { Gate } from '../gate/gate.ts';
import { goAt, heldUntil } from '../gate/gate.ts';
import { limits } from '../limits.ts';
import type { Todo } from '../todo/todo.ts';
import type { Difference } from './difference.ts';
import type { Block, Line } from './digest.ts';
import { firstLines, stateLine } from './lines.ts';

/** What cannot go on: since when, and on whom it waits. */
export async function blocked(difference: Difference): Promise<readonly Block[]> {
  const { reads, goal, now } = difference;
  const kept = await reads.keptTodos(goal.id, now, limits.openTodosPerGoalMax);
  const lines = [...(await gateLines(difference, kept)), ...kept.flatMap((todo) => waitLine(difference, todo))];
  return lines.length === 0
    ? []
    : [{ kind: 'blocked', heading: 'Blocked and waiting', lane: null, lines: [...firstLines(difference, lines)] }];
}

async function gateLines(difference: Difference, kept: readonly Todo[]): Promise<readonly Line[]> {
  const { reads, goal, now } = difference;
  const held = new Map<string, string[]>();
  const hold = (gate: string, what: string) => held.set(gate, [...(held.get(gate) ?? []), what]);
  for (const { gate, kind, target } of await reads.activeBlocks(goal.id, now)) hold(gate, `${kind} ${target}`);
  for (const todo of kept) {
    for (const { gate, go_at } of todo.named_by) if (go_at === null || go_at > now) hold(gate, `"${todo.title}"`);
  }
  const gates: Gate[] = [];
  for (const id of held.keys()) {
    const gate = await reads.gate(id);
    if (gate !== undefined) gates.push(gate);
  }
  const lines: Line[] = [];
  for (const gate of gates.sort((a, b) => a.number - b.number)) lines.push(await gateLine(difference, gate, held.get(gate.id) ?? []));
  return lines;
}

const namedMax = 5;

async function gateLine({ reads, goal, now, to }: Difference, gate: Gate, what: readonly string[]): Promise<Line> {
  const named = `${what.slice(0, namedMax).join(', ')}${what.length > namedMax ? ' and others' : ''}`;
  const span = { from: gate.changed_seq - 1, to };
  const shows: Line['shows'] = [{ kind: 'gate', id: gate.id }];
  if (gate.state === 'open') {
    const who = await whoCanAnswer(reads, gate, await authorityOf(reads, gate, goal));
    return stateLine(span, `${named}: waits for ${gate.code}`, { since: gate.asked_at, on: who.map(({ name }) => name), shows });
  }
  if (heldUntil(gate, now) !== null && goAt(gate) !== null) {
    return stateLine(span, `${named}: ${gate.code} is answered, and can still be taken back`, { since: gate.changed_at, shows });
  }
  const how = gate.state === 'answered' ? 'answered with stop' : gate.state;
  const since = gate.state === 'answered' ? gate.answer.at : gate.closed_at;
  return stateLine(span, `${named}: ${gate.code} is ${how}, so only another plan or gate lets it go on`, {
    since,
    on: ['the agents'],
    shows,
  });
}

function waitLine({ now, to }: Difference, todo: Todo): readonly Line[] {
  const { wait } = todo;
  const shown: Partial<Line> = { since: todo.created_at, shows: [{ kind: 'todo', id: todo.id }] };
  const span = { from: todo.seq - 1, to };
  if (wait?.signal && !wait.signal_came) {
    return [stateLine(span, `"${todo.title}" waits for the signal ${wait.signal}`, { ...shown, on: ['whoever sends it'] })];
  }
  if (wait?.until && wait.until > now) return [stateLine(span, `"${todo.title}" waits for a time, ${wait.until}`, shown)];
  return [];
}
