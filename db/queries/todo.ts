import { and, asc, count, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { goalStream } from '../../src/ids.ts';
import type { Reads } from '../../src/ports.ts';
import { todo, todoNeed } from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileSingle, given, givenList } from './compile.ts';
import { firstOf, fromNumber, listed, statesOf } from './rows.ts';

const row = { state: todo.state, stream: todo.stream };
const ofGoal = eq(todo.goal, given('goal'));
const open = and(ofGoal, eq(todo.phase, 'open'));
const inGroup = and(eq(todo.lane, given('lane')), eq(todo.shape, given('shape')));
const free = lte(todo.free_at, given('now'));
const kept = gt(todo.free_at, given('now'));

export const todoQueries = {
  todo: compileSingle(
    build
      .select(row)
      .from(todo)
      .where(eq(todo.id, given('id'))),
  ),
  todosById: compile(
    build
      .select(row)
      .from(todo)
      .where(inArray(todo.id, givenList('ids'))),
  ),
  all: oldestFirst(ofGoal),
  ofLane: oldestFirst(and(ofGoal, eq(todo.lane, given('lane')))),
  inState: oldestFirst(and(ofGoal, eq(todo.phase, given('state')))),
  inStateOfLane: oldestFirst(and(ofGoal, eq(todo.lane, given('lane')), eq(todo.phase, given('state')))),
  openTodoCount: compileSingle(
    build
      .select({ count: count().as('count') })
      .from(todo)
      .where(open),
  ),
  openScopeSets: compile(build.selectDistinct({ scopes: todo.scopes }).from(todo).where(open).orderBy(asc(todo.scopes))),
  freeTodoGroups: compile(
    build
      .select({ lane: todo.lane, shape: todo.shape, rank: sql<number>`min(${todo.rank})`.as('rank') })
      .from(todo)
      .where(and(open, free))
      .groupBy(todo.lane, todo.shape)
      .orderBy(sql`3`),
  ),
  todoByRank: compileSingle(
    build
      .select(row)
      .from(todo)
      .where(and(open, eq(todo.rank, given('rank')))),
  ),
  namedFreeTodos: compile(
    build
      .select(row)
      .from(todo)
      .where(and(open, eq(todo.named, 1), inGroup, free))
      .orderBy(asc(todo.rank)),
  ),
  keptTodos: compile(build.select(row).from(todo).where(and(open, kept)).orderBy(asc(todo.rank)).limit(given('limit'))),
  todosNeeding: compile(
    build
      .select({ of: todoNeed.of })
      .from(todoNeed)
      .where(eq(todoNeed.need, given('need')))
      .orderBy(asc(todoNeed.of)),
  ),
  todosAwaiting: compile(
    build
      .select({ id: todo.id })
      .from(todo)
      .where(and(ofGoal, eq(todo.awaits, given('key'))))
      .orderBy(asc(todo.id)),
  ),
};

function oldestFirst(where: typeof open) {
  return compile(
    build
      .select(row)
      .from(todo)
      .where(and(where, gt(todo.seq, given('after'))))
      .orderBy(asc(todo.seq))
      .limit(given('limit')),
  );
}

type Asked = Pick<
  Reads,
  'todo' | 'todosById' | 'todos' | 'openTodoCount' | 'openScopeSets' | 'freeTodoGroups' | 'todoByRank' | 'namedFreeTodos' | 'keptTodos'
>;

export function todoReads(ask: Ask): Asked {
  return {
    todo: async (id) => firstOf('todo', await ask(todoQueries.todo, { id })),
    todosById: async (ids) => statesOf('todo', await ask(todoQueries.todosById, { ids: JSON.stringify(ids) })),
    todos: async (goal, filter, page) => {
      const rows = await ask(
        listOf(filter),
        { goal, state: filter.state ?? null, lane: filter.lane ?? null, ...fromNumber(page) },
        goalStream(goal),
      );
      return listed(statesOf('todo', rows), page, (of) => of.seq);
    },
    openTodoCount: async (goal) => (await ask(todoQueries.openTodoCount, { goal }, goalStream(goal)))[0]?.count ?? 0,
    openScopeSets: async (goal) => (await ask(todoQueries.openScopeSets, { goal }, goalStream(goal))).map((of) => of.scopes),
    freeTodoGroups: (goal, now) => ask(todoQueries.freeTodoGroups, { goal, now }, goalStream(goal)),
    todoByRank: async (goal, rank) => firstOf('todo', await ask(todoQueries.todoByRank, { goal, rank }, goalStream(goal))),
    namedFreeTodos: async (goal, group, now) =>
      statesOf('todo', await ask(todoQueries.namedFreeTodos, { goal, ...group, now }, goalStream(goal))),
    keptTodos: async (goal, now, limit) => statesOf('todo', await ask(todoQueries.keptTodos, { goal, now, limit }, goalStream(goal))),
  };
}

function listOf(filter: { readonly state: string | undefined; readonly lane: string | undefined }) {
  if (filter.state === undefined) return filter.lane === undefined ? todoQueries.all : todoQueries.ofLane;
  return filter.lane === undefined ? todoQueries.inState : todoQueries.inStateOfLane;
}
