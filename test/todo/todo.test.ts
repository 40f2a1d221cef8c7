import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { misfits, openGoalWorld, passingTests, refusedWith } from '../support/goal-world.ts';

test.for([
  ['title', 't'.repeat(limits.titleMax), 't'.repeat(limits.titleMax + 1)],
  ['detail', 'd'.repeat(limits.detailMax), 'd'.repeat(limits.detailMax + 1)],
  ['scopes', keys(limits.scopesPerTodoMax), keys(limits.scopesPerTodoMax + 1)],
  ['resources', keys(limits.resourcesPerTodoMax), keys(limits.resourcesPerTodoMax + 1)],
  ['priority', 'P3', 'P4'],
] as const)('a todo takes its %s up to the limit', async ([field, most, over]) => {
  const world = await openGoalWorld();

  await misfits(() => world.addTodo({ [field]: over }));
  expect((await world.addTodo({ [field]: most }))[field]).toEqual(most);
});

function keys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `repo:${index}`);
}

test.for([
  ['class', 'monitor'],
  ['every_minutes', 5],
  ['acceptance', [{ kind: 'accept' }]],
  ['acceptance', [{ kind: 'independent' }]],
] as const)('%s %o belongs to a later part and is refused as not available', async ([field, value]) => {
  const world = await openGoalWorld();

  await expect(world.addTodo({ [field]: value })).rejects.toMatchObject({ issues: [{ params: { code: 'not-available' } }] });
});

test('an empty wait, or one for no moment at all, does not fit', async () => {
  const world = await openGoalWorld();

  for (const wait of [{}, { until: 'tomorrow' }, { until: '2026-12-01' }, { signal: '' }]) await misfits(() => world.addTodo({ wait }));
});

test.for(['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+05:00'])(
  'a wait until %s, which an offset carries out of four-digit years, does not fit: it would compare as over',
  async (until) => {
    const world = await openGoalWorld();

    await misfits(() => world.addTodo({ wait: { until } }));
    await misfits(() => world.ask({ deadline: until }));
  },
);

test('scopes, resources and capabilities are sets in order', async () => {
  const world = await openGoalWorld();

  const todo = await world.addTodo({ scopes: ['b', 'a', 'b'], resources: ['y', 'x'], capabilities: ['q', 'p', 'q'] });

  expect(todo).toMatchObject({ scopes: ['a', 'b'], resources: ['x', 'y'], capabilities: ['p', 'q'] });
});

test('a goal has at most 2,000 open todos and 200 distinct scope sets', async () => {
  const world = await openGoalWorld();
  await Promise.all(Array.from({ length: limits.scopeSetsPerGoalMax }, (_, index) => world.addTodo({ scopes: [`repo:${index}`] })));
  await refusedWith(world, 'over-limit', () => world.addTodo({ scopes: ['repo:one-more'] }));
  expect(await world.addTodo({ scopes: ['repo:0'] })).toMatchObject({ state: 'open' });

  await Promise.all(
    Array.from({ length: limits.openTodosPerGoalMax - limits.scopeSetsPerGoalMax - 1 }, () => world.addTodo({ scopes: ['repo:0'] })),
  );
  await refusedWith(world, 'over-limit', () => world.addTodo({ scopes: ['repo:0'] }));
});

test('a change of scopes is held to the limit of scope sets too', async () => {
  const world = await openGoalWorld();
  const todos = await Promise.all(
    Array.from({ length: limits.scopeSetsPerGoalMax }, (_, index) => world.addTodo({ scopes: [`repo:${index}`] })),
  );
  const twin = await world.addTodo({ scopes: ['repo:0'] });

  await refusedWith(world, 'over-limit', () => world.run('change-todo', world.operator, { todo: twin.id, scopes: ['repo:one-more'] }));
  expect(await world.run('change-todo', world.operator, { todo: todos[1]?.id, scopes: ['repo:0'] })).toMatchObject({ scopes: ['repo:0'] });
});

test('an ended todo is not changed and not dropped again', async () => {
  const world = await openGoalWorld();
  const todo = await world.addTodo();
  await world.commit(await world.start(), { outcome: 'completed', evidence: [passingTests] });

  await refusedWith(world, 'wrong-state', () => world.run('change-todo', world.operator, { todo: todo.id, title: 'x' }));
  await refusedWith(world, 'wrong-state', () => world.run('drop-todo', world.operator, { todo: todo.id }));
  expect(await world.todo(todo.id)).toMatchObject({ state: 'completed', evidence: [expect.stringMatching(/^ev_/)] });
});

test('a todo cannot need one of another goal', async () => {
  const world = await openGoalWorld();
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.' });
  await world.run('add-lane', world.operator, { goal: 'other', slug: 'main', title: 'Main' });
  const foreign = await world.addTodo({ goal: 'other' });

  await refusedWith(world, 'not-found', () => world.addTodo({ needs: [foreign.id] }));
});

test('todos are listed by lane and state, page by page', async () => {
  const world = await openGoalWorld();
  for (const title of ['a', 'b', 'c']) await world.addTodo({ title });
  await world.addTodo({ title: 'd', lane: 'side' });
  const list = (fields: object) =>
    world.look<{ items: readonly { title: string }[]; next: string | null }>('list-todos', world.agent, { goal: 'ship', ...fields });

  const first = await list({ lane: 'main', limit: 2 });
  const second = await list({ lane: 'main', limit: 2, after: first.next ?? undefined });

  expect([first.items, second.items].map((items) => items.map(({ title }) => title))).toEqual([['a', 'b'], ['c']]);
  expect([second.next, (await list({ state: 'dropped' })).items]).toEqual([null, []]);
});
