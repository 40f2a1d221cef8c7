import { expect, test } from 'vitest';
import { openGoalWorld, passingTests, refusedWith } from '../support/goal-world.ts';

test('the first start brings the goal, its invariants and what was said; the next brings the difference', async () => {
  const world = await openGoalWorld({ invariants: ['No data is lost.'], acceptance: ['It runs.'] });
  await world.addTodo();
  await world.run('leave-note', world.owner, { goal: world.goal, text: 'Be careful.' });

  const first = await world.start();
  const second = await world.start(world.agent, { cursor: first.context.cursor });
  await world.run('leave-note', world.owner, { goal: world.goal, text: 'Be quick.' });
  const third = await world.start(world.agent, { cursor: second.context.cursor });

  expect(first.context).toMatchObject({ goal: { slug: 'ship' }, invariants: ['No data is lost.'], notes: [{ text: 'Be careful.' }] });
  expect(second.context).toEqual({ answers: [], notes: [], evidence: [], cursor: second.context.cursor });
  expect(third.context.notes.map(({ text }) => text)).toEqual(['Be quick.']);
});

test('a goal that changed since the cursor is brought again', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const { context } = await world.start();
  await world.run('change-goal', world.operator, { goal: world.goal, invariants: ['New.'] });

  const again = await world.start(world.agent, { cursor: context.cursor });

  expect(again.context).toMatchObject({ goal: { slug: 'ship' }, invariants: ['New.'] });
});

test('a quiet goal takes less than 4 KB, however much its texts use of their limits', async () => {
  const world = await openGoalWorld({
    vision: 'v'.repeat(1_200),
    invariants: ['i'.repeat(200), 'j'.repeat(200)],
    acceptance: ['a'.repeat(200)],
  });
  await world.addTodo({ detail: 'd'.repeat(300) });

  const first = await world.start();
  const next = await world.start(world.agent, { cursor: first.context.cursor });

  expect(JSON.stringify(first).length).toBeLessThan(4_096);
  expect(JSON.stringify(next).length).toBeLessThan(2_048);
});

test('a cursor that is not ours is refused', async () => {
  const world = await openGoalWorld();

  for (const cursor of ['', 'x1', 's', 's-1', 's1.5', 's1234567890123456']) {
    await refusedWith(world, 'bad-input', () => world.start(world.agent, { cursor }));
  }
});

test('a note for another agent is not told', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const note = (fields: object) => world.run('leave-note', world.owner, { goal: world.goal, ...fields });
  await note({ text: 'to ben', to: 'ben' });
  await note({ text: 'to ada', to: 'ada' });
  await note({ text: 'on side', lane: 'side' });
  await note({ text: 'on main', lane: 'main' });

  const { context } = await world.start();

  expect(context.notes.map(({ text }) => text)).toEqual(['to ada', 'on side', 'on main']);
});

test('a note for a lane is not lost on an agent that works elsewhere when it is left', async () => {
  const world = await openGoalWorld();
  await world.addTodo({ title: 'first' });
  await world.addTodo({ title: 'second', lane: 'side' });
  await world.run('leave-note', world.owner, { goal: world.goal, text: 'on side', lane: 'side' });
  const onMain = await world.start();
  await world.commit(onMain, { outcome: 'completed', evidence: [passingTests] });

  const told = onMain.context.notes;
  const onSide = await world.start(world.agent, { cursor: onMain.context.cursor });

  expect(onSide.todo?.title).toBe('second');
  expect([...told, ...onSide.context.notes]).toMatchObject([{ text: 'on side', lane: 'side' }]);
});

test('evidence and the handoff of the lane reach the next agent', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const first = await world.start();
  await world.commit(first, { evidence: [passingTests], handoff: { text: 'Look at the cache.', to: 'ben' } });

  const next = await world.start(world.otherAgent);

  expect(next.context.evidence).toMatchObject([{ kind: 'tests', attached: true }]);
  expect(next.context.handoff).toMatchObject({ text: 'Look at the cache.', to: 'ben', turn: first.turn?.id });
});

test('a start delivers the answers that freed its todo and those to what its agent asked, and nobody else’s', async () => {
  const world = await openGoalWorld();
  const todo = await world.addTodo();
  const freeing = await world.ask({ key: 'freeing', blocks: { todos: [todo.id] } }, world.otherAgent);
  const own = await world.ask({ key: 'own', blocks: { lanes: ['side'] } });
  const foreign = await world.ask({ key: 'foreign', blocks: { lanes: ['side'] } }, world.otherAgent);
  for (const gate of [freeing, own, foreign]) await world.answer(gate);

  const { context, turn } = await world.start();

  expect(context.answers.map(({ gate, freed }) => [gate, freed])).toEqual([
    [freeing.code, true],
    [own.code, false],
  ]);
  expect(await world.gate(freeing.code)).toMatchObject({ answer: { delivered_at: world.clock.now(), delivered_in: turn?.id } });
  expect((await world.gate(foreign.code)).answer?.delivered_at).toBeUndefined();
});

test('a heartbeat brings answers and notes once', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const started = await world.start();
  const gate = await world.ask({ blocks: { lanes: ['side'] } });
  await world.answer(gate);
  await world.run('leave-note', world.owner, { goal: world.goal, text: 'Hurry.' });

  const first = await world.heartbeat(started);
  const second = await world.heartbeat(started);

  expect(first.news).toMatchObject({ answers: [{ gate: gate.code, freed: false }], notes: [{ text: 'Hurry.' }], stop: null });
  expect(second.news).toEqual({ answers: [], notes: [], stop: null });
  expect((await world.gate(gate.code)).answer?.delivered_at).toBe(world.clock.now());
});

test('a heartbeat brings no answer whose hold has not ended', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const started = await world.start();
  await world.answer(await world.ask({ blocks: { lanes: ['side'] } }), { hold_s: 60 });

  const held = await world.heartbeat(started);
  world.clock.advance(60_000);
  const over = await world.heartbeat(started);

  expect([held.news.answers.length, over.news.answers.length]).toEqual([0, 1]);
});

test('a heartbeat asks to stop when the goal is paused or the todo is gone', async () => {
  const world = await openGoalWorld();
  const todo = await world.addTodo();
  const started = await world.start();
  await world.run('drop-todo', world.operator, { todo: todo.id });
  const dropped = await world.heartbeat(started);
  await world.run('change-goal', world.operator, { goal: world.goal, state: 'paused' });

  const paused = await world.heartbeat(started);

  expect([dropped.news.stop, paused.news.stop]).toEqual([{ why: 'The todo is dropped.' }, { why: 'The goal is paused.' }]);
});

test('neither a view nor a wait, a preview or a commit delivers an answer', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const started = await world.start();
  const gate = await world.ask({ blocks: { lanes: ['side'] } });
  await world.answer(gate);

  await world.gate(gate.code, world.agent);
  await world.look('board', world.agent, { goal: world.goal });
  await world.start(world.agent, { preview: true });
  await world.commit(started);

  expect((await world.gate(gate.code)).answer?.delivered_at).toBeUndefined();
});

test('an answer that an aborted turn did not account for is brought to the next', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const gate = await world.ask();
  await world.answer(gate);
  await world.abort(await world.start());

  const next = await world.start(world.otherAgent);

  expect(next.context.answers).toMatchObject([{ gate: gate.code, freed: true }]);
  await refusedWith(world, 'answers-unaccounted', () => world.commit(next, {}, world.otherAgent));
});

test('an answer used later is brought again, a used one is not', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const gate = await world.ask();
  await world.answer(gate, { comment: 'Mind the cache.' });
  const use = (how: string) => ({ used_answers: [{ gate: gate.code, use: how, how: 'As told.' }] });

  const first = await world.start();
  await world.commit(first, use('later'));
  const second = await world.start();
  await world.commit(second, use('used'));
  const third = await world.start();

  expect(second.context.answers).toMatchObject([{ gate: gate.code, freed: true, comment: 'Mind the cache.', by: 'Olga', lets: 'go' }]);
  expect(third.context.answers).toEqual([]);
});
