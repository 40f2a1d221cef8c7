import { expect, test } from 'vitest';
import { codesOf, openGoalWorld, refusedWith } from '../support/goal-world.ts';

const scope = 'deploy:prod';

test('a guarded scope without a go never runs, whether or not anybody asked', async () => {
  const world = await openGoalWorld({ guarded_scopes: [scope] });
  const todo = await world.addTodo({ scopes: [scope] });

  const reply = await world.start();

  expect(reply).toMatchObject({ decision: 'replan', reasons: [{ code: 'scope-needs-go', ref: todo.id }] });
  expect(reply.todo).toBeUndefined();
});

test('a go that names the todo and the scope opens it, once its hold is over', async () => {
  const world = await openGoalWorld({ guarded_scopes: [scope] });
  const todo = await world.addTodo({ scopes: [scope] });
  const gate = await world.ask({ blocks: { todos: [todo.id], scopes: [scope] } });
  const before = await world.start();
  await world.answer(gate, { hold_s: 10 });
  const heldBack = await world.start();

  world.clock.advance(10_000);
  const after = await world.start();

  expect([before.decision, heldBack.decision]).toEqual(['wait', 'wait']);
  expect(after).toMatchObject({ decision: 'run', todo: { id: todo.id }, context: { answers: [{ gate: gate.code, freed: true }] } });
});

test('a go for the scope alone opens no guarded scope', async () => {
  const world = await openGoalWorld({ guarded_scopes: [scope] });
  await world.addTodo({ scopes: [scope] });
  const gate = await world.ask({ blocks: { scopes: [scope] } });
  await world.answer(gate);

  expect(codesOf(await world.start())).toEqual(['scope-needs-go']);
});

test('a go for the todo alone opens no guarded scope', async () => {
  const world = await openGoalWorld({ guarded_scopes: [scope] });
  const todo = await world.addTodo({ scopes: [scope] });
  const gate = await world.ask({ blocks: { todos: [todo.id] } });
  await world.answer(gate);

  expect(codesOf(await world.start())).toEqual(['scope-needs-go']);
});

test('a go for one todo does not open its twin', async () => {
  const world = await openGoalWorld({ guarded_scopes: [scope] });
  const twin = await world.addTodo({ title: 'twin', scopes: [scope], priority: 'P0' });
  const named = await world.addTodo({ title: 'named', scopes: [scope] });
  const gate = await world.ask({ blocks: { todos: [named.id], scopes: [scope] } });
  await world.answer(gate);

  const first = await world.start();
  const second = await world.start(world.otherAgent);

  expect(first.todo?.id).toBe(named.id);
  expect(second.todo).toBeUndefined();
  expect((await world.todo(twin.id)).lease).toBeNull();
});

test('each of two guarded scopes needs its go', async () => {
  const world = await openGoalWorld({ guarded_scopes: [scope, 'data:delete'] });
  const todo = await world.addTodo({ scopes: [scope, 'data:delete'] });
  await world.answer(await world.ask({ key: 'a', blocks: { todos: [todo.id], scopes: [scope] } }));
  const half = await world.start(world.agent, { preview: true });
  await world.answer(await world.ask({ key: 'b', blocks: { todos: [todo.id], scopes: ['data:delete'] } }));

  const whole = await world.start();

  expect([half.decision, whole.decision]).toEqual(['replan', 'run']);
});

test('a stop for a guarded scope opens nothing', async () => {
  const world = await openGoalWorld({ guarded_scopes: [scope] });
  const todo = await world.addTodo({ scopes: [scope] });
  const gate = await world.ask({ blocks: { todos: [todo.id], scopes: [scope] } });
  await world.answer(gate, { option: 'no' });

  expect(codesOf(await world.start())).toEqual(['gate-without-go']);
});

test('a scope that becomes guarded blocks from now on', async () => {
  const world = await openGoalWorld();
  await world.addTodo({ scopes: [scope] });
  const running = await world.start();
  await world.commit(running);

  await world.run('change-goal', world.operator, { goal: world.goal, guarded_scopes: [scope] });

  expect(codesOf(await world.start())).toEqual(['scope-needs-go']);
});

test.for([
  ['title', 'Deploy it elsewhere'],
  ['detail', 'In another way.'],
  ['scopes', [scope, 'repo:app']],
  ['acceptance', [{ kind: 'command' }]],
] as const)('a changed %s after the go closes the guarded scope again', async ([field, value]) => {
  const world = await openGoalWorld({ guarded_scopes: [scope] });
  const todo = await world.addTodo({ scopes: [scope] });
  await world.answer(await world.ask({ blocks: { todos: [todo.id], scopes: [scope] } }));
  const open = await world.start(world.agent, { preview: true });

  await world.run('change-todo', world.operator, { todo: todo.id, [field]: value });

  expect([open.decision, codesOf(await world.start())]).toEqual(['run', ['scope-needs-go']]);
});

test('an agent that changes the title in a commit closes the guarded scope again', async () => {
  const world = await openGoalWorld({ guarded_scopes: [scope] });
  const todo = await world.addTodo({ scopes: [scope] });
  const gate = await world.ask({ blocks: { todos: [todo.id], scopes: [scope] } });
  await world.answer(gate);
  const running = await world.start();
  await world.commit(running, {
    used_answers: [{ gate: gate.code, use: 'used', how: 'Deployed.' }],
    todos: { update: [{ id: todo.id, title: 'Deploy all of it' }] },
  });

  expect(codesOf(await world.start())).toEqual(['scope-needs-go']);
});

test('a changed priority after the go closes nothing, and neither does the same title again', async () => {
  const world = await openGoalWorld({ guarded_scopes: [scope] });
  const todo = await world.addTodo({ scopes: [scope] });
  await world.answer(await world.ask({ blocks: { todos: [todo.id], scopes: [scope] } }));

  await world.run('change-todo', world.operator, { todo: todo.id, priority: 'P0', title: todo.title });

  expect((await world.start()).decision).toBe('run');
});

test('a go on what the todo was before a change does not open it, even if the person answers later', async () => {
  const world = await openGoalWorld({ guarded_scopes: [scope] });
  const todo = await world.addTodo({ scopes: [scope] });
  const gate = await world.ask({ blocks: { todos: [todo.id], scopes: [scope] } });
  await world.run('change-todo', world.operator, { todo: todo.id, title: 'Something else' });
  await world.answer(gate);

  expect(codesOf(await world.start())).toEqual(['scope-needs-go']);
});

test('the work of an irreversible scope cannot be asked as if it could be undone', async () => {
  const world = await openGoalWorld({ irreversible_scopes: [scope] });

  await refusedWith(world, 'bad-input', () => world.ask({ blocks: { scopes: [scope] } }));
  expect(await world.ask({ blocks: { scopes: [scope] }, risk: 'irreversible' })).toMatchObject({ state: 'open' });
});

test('an irreversible scope that a revision brings cannot be asked as if it could be undone', async () => {
  const world = await openGoalWorld({ irreversible_scopes: [scope] });
  const gate = await world.ask({ blocks: { lanes: ['main'] } });

  await refusedWith(world, 'bad-input', () =>
    world.run('revise-gate', world.agent, { gate: gate.code, blocks: { lanes: ['main'], scopes: [scope] } }),
  );
});

test('an irreversible scope that a named todo brings cannot be asked as if it could be undone', async () => {
  const world = await openGoalWorld({ irreversible_scopes: [scope] });
  const todo = await world.addTodo({ scopes: [scope] });
  const gate = await world.ask({ blocks: { lanes: ['main'] } });

  await refusedWith(world, 'bad-input', () => world.ask({ key: 'named', blocks: { todos: [todo.id] } }));
  await refusedWith(world, 'bad-input', () =>
    world.run('revise-gate', world.agent, { gate: gate.code, blocks: { lanes: ['main'], todos: [todo.id] } }),
  );
});

test('an answer that opens an irreversible scope through a named todo is held at least 30 seconds, be it listed since', async () => {
  const world = await openGoalWorld();
  const todo = await world.addTodo({ scopes: [scope] });
  const gate = await world.ask({ blocks: { todos: [todo.id] } });
  await world.run('change-goal', world.operator, { goal: world.goal, irreversible_scopes: [scope] });

  expect(await world.answer(gate, { hold_s: 0 })).toMatchObject({ deliver_at: '2026-12-01T09:00:30.000Z' });
});
