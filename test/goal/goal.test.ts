import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { aGoal, misfits, openGoalWorld, refusedWith } from '../support/goal-world.ts';

const texts = (count: number, length: number) => Array.from({ length: count }, (_, index) => `${index}`.padEnd(length, 'x'));

test.for([
  ['vision', 'v'.repeat(limits.visionMax), 'v'.repeat(limits.visionMax + 1)],
  ['title', 't'.repeat(limits.titleMax), 't'.repeat(limits.titleMax + 1)],
  ['invariants', texts(limits.invariantsMax, limits.invariantMax), texts(limits.invariantsMax + 1, 3)],
  ['invariants', ['i'.repeat(limits.invariantMax)], ['i'.repeat(limits.invariantMax + 1)]],
  ['acceptance', texts(limits.acceptanceItemsMax, limits.acceptanceItemMax), texts(limits.acceptanceItemsMax + 1, 3)],
  ['acceptance', ['a'.repeat(limits.acceptanceItemMax)], ['a'.repeat(limits.acceptanceItemMax + 1)]],
  ['time_zone', 'Europe/Berlin', 'Europe/Nowhere'],
  ['slug', 's'.repeat(40), 's'.repeat(41)],
  ['guarded_scopes', ['deploy:prod'], ['deploy prod']],
] as const)('a goal takes its %s up to the limit', async ([field, most, over]) => {
  const world = await openGoalWorld();
  const create = (value: unknown) =>
    world.run<Record<string, unknown>>('create-goal', world.operator, aGoal({ slug: 'next', [field]: value }));

  await misfits(() => create(over));
  expect((await create(most))[field]).toEqual(most);
});

test('the limits of the design are the limits of the code', () => {
  expect(limits).toMatchObject({
    visionMax: 1_200,
    invariantsMax: 10,
    invariantMax: 200,
    acceptanceItemsMax: 20,
    acceptanceItemMax: 200,
    titleMax: 120,
    detailMax: 2_000,
    openTodosPerGoalMax: 2_000,
    scopesPerTodoMax: 8,
    scopeSetsPerGoalMax: 200,
    questionMax: 300,
    optionLabelMax: 30,
    effectMax: 140,
    optionsMax: 5,
    evidenceFileBytesMax: 10_485_760,
    bodyBytesMax: 1_048_576,
    evidencePerCommitMax: 50,
    todoChangesPerCommitMax: 20,
    gatesPerCommitMax: 5,
    openGatesPerGoalMax: 200,
    agentsPerGoalMax: 100,
    noteMax: 4_000,
    leaseMaxMs: 86_400_000,
  });
});

test.for(['quota', 'urgent_when', 'defaults_allowed'])('%s belongs to a later part and is refused, not stored', async (field) => {
  const world = await openGoalWorld();

  await expect(world.run('change-goal', world.operator, { goal: 'ship', [field]: true })).rejects.toMatchObject({
    issues: [{ path: [field], params: { code: 'not-available' } }],
  });
});

test('a goal is named by id or slug, and its owners read as slugs', async () => {
  const world = await openGoalWorld();

  const [byId, bySlug] = [
    await world.look('show-goal', world.owner, { goal: world.goal }),
    await world.look('show-goal', world.owner, { goal: 'ship' }),
  ];

  expect(byId).toEqual(bySlug);
  expect(byId).toMatchObject({ owners: ['olga'] });
});

test('a change gives the fields that it names and leaves the others', async () => {
  const world = await openGoalWorld({ invariants: ['Keep.'] });

  const changed = await world.run('change-goal', world.operator, { goal: 'ship', title: 'New', owners: ['sven'] });

  expect(changed).toMatchObject({ title: 'New', owners: ['sven'], invariants: ['Keep.'], state: 'active' });
  await refusedWith(world, 'not-found', () => world.run('change-goal', world.operator, { goal: 'ship', owners: ['nobody'] }));
});

test('only operators set goals up; agents and persons read them', async () => {
  const world = await openGoalWorld();

  for (const actor of [world.agent, world.owner]) {
    await refusedWith(world, 'not-allowed', () => world.run('change-goal', actor, { goal: 'ship', title: 'Mine' }));
    await refusedWith(world, 'not-allowed', () => world.run('add-todo', actor, { goal: 'ship', lane: 'main', title: 'Mine' }));
    expect(await world.look('show-goal', actor, { goal: 'ship' })).toMatchObject({ slug: 'ship' });
  }
  await refusedWith(world, 'not-allowed', () => world.run('leave-note', world.agent, { goal: 'ship', text: 'Obey me.' }));
});

test('an agent sees nothing of a goal that it is not bound to', async () => {
  const world = await openGoalWorld();
  await world.run('create-goal', world.operator, aGoal({ slug: 'other' }));

  for (const view of ['show-goal', 'board', 'ledger', 'list-todos', 'list-lanes', 'list-gates']) {
    await refusedWith(world, 'not-allowed', () => world.look(view, world.agent, { goal: 'other' }));
  }
});

test('a note takes 4,000 characters and not one more', async () => {
  const world = await openGoalWorld();
  const leave = (length: number) => world.run('leave-note', world.owner, { goal: 'ship', text: 'n'.repeat(length) });

  await misfits(() => leave(limits.noteMax + 1));
  expect(await leave(limits.noteMax)).toMatchObject({ by: `person:${world.owner.person}`, lane: null, to: null });
});

test('a change that says nothing, or what stands already, is no entry', async () => {
  const world = await openGoalWorld();
  const todo = await world.addTodo({ title: 'Deploy', scopes: ['repo:a', 'repo:b'], wait: { until: '2026-12-02T09:00:00Z' } });
  const { id: route } = await world.run<{ id: string }>('add-route', world.operator, {
    goal: world.goal,
    platform: 'slack',
    address: 'C0123ABCD',
  });
  const { heads } = world;
  const before = heads();

  for (const [verb, named, same] of [
    ['change-goal', { goal: 'ship' }, { title: 'Ship it', owners: ['olga'], state: 'active' }],
    ['change-lane', { goal: 'ship', lane: 'main' }, { title: 'Main', weight: 1 }],
    ['change-todo', { todo: todo.id }, { title: 'Deploy', scopes: ['repo:b', 'repo:a'], wait: { until: '2026-12-02T10:00:00+01:00' } }],
    ['change-agent', { agent: 'ada' }, { runtime: 'script', goals: ['ship'], state: 'active' }],
    ['change-person', { person: 'olga' }, { name: 'Olga', roles: [] }],
    ['change-route', { route }, { address: 'C0123ABCD', purposes: ['gates', 'notices'] }],
  ] as const) {
    const silent = await world.run(verb, world.operator, named);
    const again = await world.run(verb, world.operator, { ...named, ...same });

    expect(again).toEqual(silent);
    expect(heads(), verb).toEqual(before);
  }
});
