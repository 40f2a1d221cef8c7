import { z } from 'zod';
import { differing, isNothing } from '../differing.ts';
import { findGoal } from '../goal/find-goal.ts';
import { goalStream, idOf } from '../ids.ts';
import { limits } from '../limits.ts';
import { defineVerb, placeOf } from '../verb.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { refuseCircle } from './refuse-circle.ts';
import type { Todo, TodoEvent } from './todo.ts';
import { evolveTodo, todo } from './todo.ts';
import { findTodo, needed, refuseEnded, roomFor, sorted, stillNeeded, takeScopeSet, todoFields, waitOf } from './todo-input.ts';

/** A change of title, detail, scopes or acceptance raises the revision: a go that named the todo before no longer opens a guarded scope. */
export const changeTodo = defineVerb({
  name: 'change-todo',
  summary: 'Change an open todo. Its lane stays.',
  callers: ['operator'],
  input: z.strictObject({ todo: idOf('todo'), ...z.object(todoFields).partial().shape, wait: todoFields.wait.nullable().optional() }),
  output: todo,
  run: async (tx, input) => {
    const before = await findTodo(tx.reads, input.todo);
    refuseEnded(before);
    const goal = await findGoal(tx, before.goal);
    const needs = input.needs === undefined ? undefined : await needed(tx.reads, goal, input.needs);
    await refuseCircle(tx.reads, before.id, input.needs ?? [], new Map());
    const wait = input.wait ? await waitOf(tx.reads, goal, input.wait) : input.wait;
    if (input.scopes !== undefined) takeScopeSet(await roomFor(tx.reads, goal), goal, sorted(input.scopes));
    const { title, detail, priority, acceptance } = input;
    const changes = differing<Todo, Changed['changes']>(before, {
      ...withoutUndefined({ title, detail, priority, acceptance, wait, needs: needs?.map((need) => need.id) }),
      ...(input.scopes && { scopes: sorted(input.scopes) }),
      ...(input.capabilities && { capabilities: sorted(input.capabilities) }),
      ...(input.resources && { resources: sorted(input.resources) }),
    });
    if (isNothing(changes)) return before;
    const event = todoChanged(before, changes);
    const stamped: TodoEvent = needs === undefined ? event : { ...event, needs_open: stillNeeded(needs) };

    const receipt = tx.append(goalStream(goal.id), stamped);

    return evolveTodo(before, { kind: 'own', event: stamped }, placeOf(tx, receipt));
  },
});

export const dropTodo = defineVerb({
  name: 'drop-todo',
  summary: 'Drop an open todo: it will not be done.',
  callers: ['operator'],
  input: z.strictObject({ todo: idOf('todo'), why: z.string().max(limits.whyMax).default('dropped by an operator') }),
  output: todo,
  run: async (tx, input) => {
    const before = await findTodo(tx.reads, input.todo);
    refuseEnded(before);
    const event: TodoEvent = { type: 'todo-dropped', goal: before.goal, todo: before.id, why: input.why };
    const receipt = tx.append(goalStream(before.goal), event);
    return evolveTodo(before, { kind: 'own', event }, placeOf(tx, receipt));
  },
});

type Changed = TodoEvent & { type: 'todo-changed' };

export function todoChanged(before: Todo, changes: Changed['changes']): Changed {
  const raised = (['title', 'detail', 'scopes', 'acceptance'] as const).some(
    (field) => changes[field] !== undefined && JSON.stringify(changes[field]) !== JSON.stringify(before[field]),
  );
  return { type: 'todo-changed', goal: before.goal, todo: before.id, changes, raised };
}
