import { expect, test } from 'vitest';
import { minute } from '../../src/time.ts';
import { codesOf, held, openGoalWorld, refusedWith } from '../support/goal-world.ts';
import { service } from '../support/world.ts';

test('a start in a lane that is not there is refused', async () => {
  const world = await openGoalWorld();

  await refusedWith(world, 'not-found', () => world.start(world.agent, { lane: 'nowhere' }));
});

test('an agent of another goal, an operator and a person get no turn here', async () => {
  const world = await openGoalWorld();
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.' });
  const foreign = await world.addAgent({ slug: 'fay', goals: ['other'] });

  for (const actor of [foreign, world.operator, world.owner]) await refusedWith(world, 'not-allowed', () => world.start(actor));
});

test('a preview says what a start would, and writes nothing', async () => {
  const world = await openGoalWorld();
  const todo = await world.addTodo();
  const gate = await world.ask({ blocks: { todos: [todo.id] } });
  await world.answer(gate);
  const before = world.heads();

  const preview = await world.start(world.agent, { preview: true });

  expect(preview).toMatchObject({ decision: 'run', todo: { id: todo.id, lease: null } });
  expect([preview.turn, preview.lease]).toEqual([undefined, undefined]);
  expect(world.heads()).toEqual(before);
  expect((await world.gate(gate.code)).answer?.delivered_at).toBeUndefined();
});

test('a preview of a replan and of a resumed turn writes nothing either', async () => {
  const world = await openGoalWorld();

  const replan = await world.start(world.agent, { preview: true });
  const started = await world.start();
  const before = world.heads();
  const again = await world.start(world.agent, { preview: true });

  expect([replan.decision, replan.turn]).toEqual(['replan', undefined]);
  expect([again.decision, again.turn]).toEqual(['replan', undefined]);
  expect(world.heads()).toEqual(before);
  expect(await world.commit(started)).toMatchObject({ result: 'landed' });
});

test('a wait writes nothing, whatever it waits for', async () => {
  const world = await openGoalWorld();
  await world.addTodo({ wait: { signal: 'merge:7' } });
  await world.addTodo({ scopes: ['repo:app'] });
  await world.ask({ blocks: { scopes: ['repo:app'] } });
  const before = world.heads();

  const replies = [await world.start(), await world.start(world.otherAgent), await world.start(world.agent, { lane: 'main' })];

  expect(replies.map(({ decision }) => decision)).toEqual(['wait', 'wait', 'wait']);
  expect(world.heads()).toEqual(before);
});

test('a start says as of which entry it decided', async () => {
  const world = await openGoalWorld();
  await world.addTodo();

  const reply = await world.start();

  const last = (await world.entries()).at(-1);
  expect(reply.as_of).toEqual({ seq: last?.seq, hash: last?.hash, now: world.clock.now() });
});

test('the time to the next check grows with the time since something last moved', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  await world.ask();

  const waits: number[] = [];
  for (const afterMinutes of [0, 45, 300]) {
    world.clock.advance(afterMinutes * minute);
    const { next_check_at } = await world.start();
    waits.push((Date.parse(next_check_at) - Date.parse(world.clock.now())) / minute);
  }

  expect(waits).toEqual([30, 45, 120]);
});

test('an aborted turn releases its todo at once and costs nothing', async () => {
  const world = await openGoalWorld();
  const todo = await world.addTodo({ resources: ['gpu'] });
  const started = await world.start();

  await world.abort(started);

  const next = await world.start(world.otherAgent);
  expect(next).toMatchObject({ decision: 'run', todo: { id: todo.id, commits: 0 }, lease: { resources: ['gpu'] } });
  await refusedWith(world, 'turn-over', () => world.abort(started));
  await refusedWith(world, 'turn-over', () => world.commit(started));
});

test('another agent cannot move a turn', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const started = await world.start();

  await refusedWith(world, 'not-allowed', () => world.heartbeat(started, world.otherAgent));
  await refusedWith(world, 'not-allowed', () => world.commit(started, {}, world.otherAgent));
  await refusedWith(world, 'not-allowed', () => world.abort(started, world.otherAgent));
  await refusedWith(world, 'not-found', () => world.run('heartbeat-turn', world.agent, { ...held(started), turn: 'turn_unknown' }));
});

test('the fence of a goal only grows, over starts, resumptions and agents', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  await world.addTodo();

  const fences: (number | undefined)[] = [];
  for (const by of [world.agent, world.otherAgent, world.agent, world.otherAgent]) fences.push((await world.start(by)).turn?.fence);
  const resumed = await world.start();
  await world.abort(resumed);
  fences.push(resumed.turn?.fence, (await world.start()).turn?.fence);

  expect(fences).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a retried start under its command id starts once', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const command = { id: 'start-1', bodyHash: 'a'.repeat(64) };

  const first = await world.run('start-turn', world.agent, { goal: world.goal }, command);
  const again = await world.run('start-turn', world.agent, { goal: world.goal }, command);

  expect(again).toEqual(first);
  expect(await world.entries('turn-started')).toHaveLength(1);
});

test('when nothing lapsed the service writes no lapse', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const started = await world.start();

  expect(await world.run('lapse-leases', service, {})).toEqual({ lapsed: 0 });
  expect(codesOf(started)).toEqual(['todo-runnable']);
});
