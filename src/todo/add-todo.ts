import { findGoal } from '../goal/find-goal.ts';
import { goalStream, ref } from '../ids.ts';
import { defineVerb, placeOf } from '../verb.ts';
import { evolveTodo, todo } from './todo.ts';
import { prepareTodo, roomFor, todoInput } from './todo-input.ts';

export const addTodo = defineVerb({
  name: 'add-todo',
  summary: 'Add a todo: one bounded piece of work in a lane.',
  callers: ['operator'],
  input: todoInput.extend({ goal: ref }),
  output: todo,
  run: async (tx, input) => {
    const goal = await findGoal(tx, input.goal);
    const event = await prepareTodo(tx.reads, goal, tx.newId('todo'), input, await roomFor(tx.reads, goal));

    const receipt = tx.append(goalStream(goal.id), event);

    return evolveTodo(undefined, { kind: 'own', event }, placeOf(tx, receipt));
  },
});
