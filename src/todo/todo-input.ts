import { z } from 'zod';
import type { Goal } from '../goal/goal.ts';
import { idOf, key, slug } from '../ids.ts';
import type { TodoId } from '../ids.ts';
import { laterField, laterValues } from '../later.ts';
import { findLane } from '../lane/find-lane.ts';
import { limits } from '../limits.ts';
import { evidenceKinds } from '../evidence/evidence.ts';
import type { Reads } from '../ports.ts';
import { notFound, overLimit, Refusal } from '../refusal.ts';
import { instant } from '../time.ts';
import type { Acceptance, Todo, TodoEvent, Wait } from './todo.ts';
import { priorities } from './todo.ts';

const acceptanceInput = z
  .object({
    kind: laterValues(['command', 'evidence'], ['independent', 'accept']),
    argv: z.array(z.string().min(1).max(1_000)).min(1).max(limits.argvMax).optional(),
    evidence: z.enum(evidenceKinds.filter((kind) => kind !== 'statement')).optional(),
  })
  .strict()
  .transform(
    ({ kind, argv, evidence }): Acceptance =>
      kind === 'command' ? { kind, ...(argv === undefined ? {} : { argv }) } : { kind, evidence: evidence ?? 'any' },
  );

const waitInput = z
  .strictObject({ until: instant.optional(), signal: key.optional() })
  .refine((wait) => wait.until !== undefined || wait.signal !== undefined, { error: 'expected until, signal, or both' });

export const todoFields = {
  title: z.string().min(1).max(limits.titleMax),
  detail: z.string().max(limits.detailMax),
  priority: z.enum(priorities),
  needs: z.array(idOf('todo')).max(limits.needsPerTodoMax),
  capabilities: z.array(slug).max(limits.capabilitiesMax),
  scopes: z.array(key).max(limits.scopesPerTodoMax),
  resources: z.array(key).max(limits.resourcesPerTodoMax),
  acceptance: z.array(acceptanceInput).max(limits.acceptancePerTodoMax),
  wait: waitInput,
};

/** What a new todo is made of: by an operator, or by an agent in a commit. */
export const todoInput = z.strictObject({
  lane: slug,
  title: todoFields.title,
  detail: todoFields.detail.default(''),
  priority: todoFields.priority.default('P2'),
  class: laterValues(['work'], ['monitor']).default('work'),
  needs: todoFields.needs.default([]),
  capabilities: todoFields.capabilities.default([]),
  scopes: todoFields.scopes.default([]),
  resources: todoFields.resources.default([]),
  acceptance: todoFields.acceptance.default([]),
  wait: todoFields.wait.optional(),
  every_minutes: laterField(),
});

export type TodoInput = z.infer<typeof todoInput>;

/** Room for new todos in a goal: counted once, then used up by each todo that is prepared. */
export type TodoRoom = { open: number; readonly scopeSets: Set<string> };

export async function roomFor(reads: Reads, goal: Goal): Promise<TodoRoom> {
  return { open: await reads.openTodoCount(goal.id), scopeSets: new Set(await reads.openScopeSets(goal.id)) };
}

/** The entry of a new todo, checked against the goal. Reads only. */
export async function prepareTodo(
  reads: Reads,
  goal: Goal,
  id: TodoId,
  input: TodoInput,
  room: TodoRoom,
): Promise<TodoEvent & { type: 'todo-added' }> {
  const lane = await findLane(reads, goal, input.lane);
  const needs = await needed(reads, goal, input.needs);
  const scopes = sorted(input.scopes);
  room.open += 1;
  if (room.open > limits.openTodosPerGoalMax) throw overLimit(`open todos in goal ${goal.slug}`, limits.openTodosPerGoalMax, room.open);
  takeScopeSet(room, goal, scopes);
  return {
    type: 'todo-added',
    goal: goal.id,
    todo: id,
    lane: lane.slug,
    title: input.title,
    detail: input.detail,
    priority: input.priority,
    class: input.class,
    needs: needs.map((need) => need.id),
    needs_open: stillNeeded(needs),
    capabilities: sorted(input.capabilities),
    scopes,
    resources: sorted(input.resources),
    acceptance: input.acceptance,
    wait: input.wait === undefined ? null : await waitOf(reads, goal, input.wait),
  };
}

export function takeScopeSet({ scopeSets }: TodoRoom, goal: Goal, scopes: readonly string[]): void {
  scopeSets.add(JSON.stringify(scopes));
  if (scopeSets.size > limits.scopeSetsPerGoalMax) {
    throw overLimit(`distinct scope sets in goal ${goal.slug}`, limits.scopeSetsPerGoalMax, scopeSets.size);
  }
}

/** The todos that are needed, in the order given; refuses what is not a todo of this goal. */
export async function needed(reads: Reads, goal: Goal, ids: readonly TodoId[]): Promise<readonly Todo[]> {
  const unique = [...new Set(ids)];
  const todos = unique.length === 0 ? [] : await reads.todosById(unique);
  return unique.map((id) => {
    const found = todos.find((todo) => todo.id === id && todo.goal === goal.id);
    if (found === undefined) throw notFound('todo', id, `in goal ${goal.slug}`);
    return found;
  });
}

export function stillNeeded(needs: readonly Todo[]): TodoId[] {
  return needs.filter((need) => need.state !== 'completed').map((need) => need.id);
}

export async function waitOf(reads: Reads, goal: Goal, input: z.infer<typeof waitInput>): Promise<Wait> {
  const came = input.signal !== undefined && (await reads.signal(goal.id, input.signal)) !== undefined;
  return { until: input.until ?? null, signal: input.signal ?? null, signal_came: came };
}

export function sorted<Text extends string>(texts: readonly Text[]): Text[] {
  return [...new Set(texts)].sort();
}

export async function findTodo(reads: Reads, id: TodoId): Promise<Todo> {
  const todo = await reads.todo(id);
  if (todo === undefined) throw notFound('todo', id, 'in this installation');
  return todo;
}

export function refuseEnded(todo: Todo): asserts todo is Extract<Todo, { state: 'open' }> {
  if (todo.state === 'open') return;
  throw new Refusal('wrong-state', `Todo ${todo.id} is ${todo.state}.`, 'Add a new todo for what is left to do.');
}
