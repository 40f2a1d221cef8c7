import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import { idOf, ref } from '../ids.ts';
import { listed, numberedPageInput, pageOf } from '../page.ts';
import { defineView } from '../verb.ts';
import { todo } from './todo.ts';
import { findTodo } from './todo-input.ts';
import { viewTodo } from './todo-view.ts';

export const listTodos = defineView({
  name: 'list-todos',
  summary: 'List the todos of a goal.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject({
    goal: ref,
    lane: ref.optional(),
    state: z.enum(['open', 'completed', 'dropped']).optional(),
    ...numberedPageInput,
  }),
  output: listed(todo),
  run: async (look, input) => {
    const goal = await findGoal(look, input.goal);
    const { items, next } = await look.reads.todos(goal.id, { state: input.state, lane: input.lane }, pageOf(input));
    return { items: items.map((one) => viewTodo(one, look)), next };
  },
});

export const showTodo = defineView({
  name: 'show-todo',
  summary: 'Show one todo.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject({ todo: idOf('todo') }),
  output: todo,
  run: async (look, input) => {
    const found = await findTodo(look.reads, input.todo);
    await findGoal(look, found.goal);
    return viewTodo(found, look);
  },
});
