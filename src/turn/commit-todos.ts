import type { Goal } from '../goal/goal.ts';
import { notFound, Refusal } from '../refusal.ts';
import { todoChanged } from '../todo/change-todo.ts';
import { refuseCircle } from '../todo/refuse-circle.ts';
import type { Todo, TodoEvent } from '../todo/todo.ts';
import { needed, prepareTodo, refuseEnded, roomFor, stillNeeded, waitOf } from '../todo/todo-input.ts';
import type { Tx } from '../verb.ts';
import { withoutUndefined } from '../without-undefined.ts';
import type { CommitInput, TodoUpdate } from './commit-input.ts';
import type { OpenTurn } from './turn.ts';

/** The entries of the todo changes that a commit brings, each checked. Reads only. */
export async function prepareTodoChanges(
  tx: Tx,
  goal: Goal,
  turn: OpenTurn,
  { add, update, drop }: CommitInput['todos'],
): Promise<readonly TodoEvent[]> {
  const events: TodoEvent[] = [];
  const room = add.length === 0 ? undefined : await roomFor(tx.reads, goal);
  for (const one of add) if (room !== undefined) events.push(await prepareTodo(tx.reads, goal, tx.newId('todo'), one, room));
  const needing = new Map(update.flatMap(({ id, needs }) => (needs === undefined ? [] : [[id, needs] as const])));
  for (const [id, needs] of needing) await refuseCircle(tx.reads, id, needs, needing);
  for (const one of update) events.push(await prepareUpdate(tx, goal, await changeable(tx, goal, turn, one.id), one));
  for (const one of drop) {
    const todo = await changeable(tx, goal, turn, one.id);
    events.push({ type: 'todo-dropped', goal: goal.id, todo: todo.id, why: one.why });
  }
  refuseTwice([...update, ...drop].map((one) => one.id));
  return events;
}

async function prepareUpdate(tx: Tx, goal: Goal, before: Todo, update: TodoUpdate): Promise<TodoEvent> {
  const { title, detail, priority } = update;
  const needs = update.needs === undefined ? undefined : await needed(tx.reads, goal, update.needs);
  const lost = before.needs.find((need) => needs !== undefined && !needs.some((kept) => kept.id === need));
  if (lost !== undefined) {
    throw new Refusal(
      'not-allowed',
      `Todo ${before.id} needs ${lost}, and an agent cannot take a need away.`,
      'Keep it in needs; an operator can change it.',
    );
  }
  const wait = update.wait ? await waitOf(tx.reads, goal, update.wait) : update.wait;
  const event = todoChanged(before, withoutUndefined({ title, detail, priority, wait, needs: needs?.map((need) => need.id) }));
  return needs === undefined ? event : { ...event, needs_open: stillNeeded(needs) };
}

async function changeable(tx: Tx, goal: Goal, turn: OpenTurn, id: Todo['id']): Promise<Todo> {
  const todo = await tx.reads.todo(id);
  if (todo === undefined || todo.goal !== goal.id) throw notFound('todo', id, `in goal ${goal.slug}`);
  refuseEnded(todo);
  if (todo.lease === null || todo.lease.turn === turn.id || todo.lease.until <= tx.now) return todo;
  throw new Refusal(
    'wrong-state',
    `Todo ${id} is worked on in turn ${todo.lease.turn} until ${todo.lease.until}.`,
    'Leave it to that turn, or write a handoff.',
  );
}

function refuseTwice(ids: readonly string[]): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw new Refusal('bad-input', `Todo ${twice} is changed twice in one commit.`, 'Name each todo once in update or drop.');
}
