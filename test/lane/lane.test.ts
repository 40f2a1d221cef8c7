import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { misfits, openGoalWorld, refusedWith } from '../support/goal-world.ts';

test('a lane has a weight from 1 to 100', async () => {
  const world = await openGoalWorld();
  const weigh = (weight: number) => world.run('change-lane', world.operator, { goal: 'ship', lane: 'main', weight });

  for (const weight of [0, 101, 1.5]) await misfits(() => weigh(weight));
  expect([await weigh(1), await weigh(100)]).toMatchObject([{ weight: 1 }, { weight: 100 }]);
});

test('a goal has at most 50 lanes', async () => {
  const world = await openGoalWorld();
  const add = (slug: string) => world.run('add-lane', world.operator, { goal: 'ship', slug, title: slug });
  for (let index = 2; index < limits.lanesPerGoalMax; index += 1) await add(`lane-${index}`);

  await refusedWith(world, 'over-limit', () => add('over'));
});

test('a lane is blocked as long as a gate on it has not let go: derived, on the board', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();
  const blockedBy = async () =>
    (
      await world.look<{ lanes: readonly { slug: string; blocked_by: readonly string[] }[] }>('board', world.owner, { goal: 'ship' })
    ).lanes.map((lane) => lane.blocked_by);

  const seen = [await blockedBy()];
  await world.answer(gate, { hold_s: 60 });
  seen.push(await blockedBy());
  world.clock.advance(60_000);
  seen.push(await blockedBy());

  expect(seen).toEqual([
    [[gate.code], []],
    [[gate.code], []],
    [[], []],
  ]);
});

test('the board shows what is open, waits included, and writes nothing', async () => {
  const world = await openGoalWorld();
  const waiting = await world.addTodo({ title: 'waiting', wait: { signal: 'merge:1' } });
  const running = await world.addTodo({ title: 'running' });
  const started = await world.start();
  const before = world.heads();

  const board = await world.look('board', world.agent, { goal: 'ship' });

  expect(board).toMatchObject({
    goal: { slug: 'ship', owners: ['olga'] },
    todos: [{ id: waiting.id }, { id: running.id }],
    leases: [{ turn: started.turn?.id, todo: running.id, state: 'live', fence: 1 }],
    waits: [{ todo: waiting.id, signal: 'merge:1', until: null }],
    as_of: { now: world.clock.now() },
  });
  expect(world.heads()).toEqual(before);
});

test('a refused, withdrawn gate stays on the board as long as it blocks', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();
  await world.run('withdraw-gate', world.agent, { gate: gate.code, why: 'No.' });

  const board = await world.look('board', world.owner, { goal: 'ship' });

  expect(board).toMatchObject({
    gates: [{ code: gate.code, state: 'withdrawn' }],
    lanes: [{ blocked_by: [gate.code] }, { blocked_by: [] }],
  });
});
