import { expect, test } from 'vitest';
import { minute } from '../../src/time.ts';
import { codesOf, openGoalWorld, refusedWith } from '../support/goal-world.ts';
import type { GoalWorld } from '../support/goal-world.ts';
import { service } from '../support/world.ts';

async function gated(): Promise<{ world: GoalWorld; gate: Awaited<ReturnType<GoalWorld['ask']>> }> {
  const world = await openGoalWorld();
  await world.addTodo();
  return { world, gate: await world.ask() };
}

/** A start on the lane gives a replan that names the gate; the next start too, for replanning frees nothing by itself. */
async function staysBlocked(world: GoalWorld, code: string): Promise<void> {
  for (const hours of [0, 24 * 365]) {
    world.clock.advance(hours * 60 * minute);
    const reply = await world.start(world.agent, { preview: true });
    expect(reply).toMatchObject({ decision: 'replan', reasons: [{ code: 'gate-without-go', ref: code }] });
    expect(reply.todo).toBeUndefined();
  }
}

test('a gate answered with stop never frees its lane', async () => {
  const { world, gate } = await gated();
  await world.answer(gate, { option: 'no' });

  await staysBlocked(world, gate.code);
});

test('a withdrawn gate never frees its lane', async () => {
  const { world, gate } = await gated();
  await world.run('withdraw-gate', world.agent, { gate: gate.code, why: 'No longer a question.' });

  await staysBlocked(world, gate.code);
});

test('a gate superseded by one that does not cover it never frees its lane, whatever the successor says', async () => {
  const { world, gate } = await gated();
  const successor = await world.ask({ key: 'next', blocks: { lanes: ['side'] } });
  const closed = await world.run('supersede-gate', world.agent, { gate: gate.code, by: successor.code });
  await world.answer(successor);

  expect(closed).toMatchObject({ state: 'superseded', superseded_by: successor.code, covered: false });
  await staysBlocked(world, gate.code);
});

test('an overdue gate never frees its lane: it stays open and says so', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const gate = await world.ask({ deadline: '2026-12-01T10:00:00Z' });
  world.clock.advance(60 * minute);

  const marked = await world.run('mark-overdue', service, {});
  const again = await world.run('mark-overdue', service, {});

  expect([marked, again]).toEqual([{ marked: 1 }, { marked: 0 }]);
  expect(await world.gate(gate.code)).toMatchObject({ state: 'open', overdue: true });
  expect(await world.start()).toMatchObject({ decision: 'wait', reasons: [{ code: 'gate-open', ref: gate.code }] });
  expect(await world.answer(gate)).toMatchObject({ result: 'counted' });
});

test('a covering successor blocks on, and only its go frees the lane', async () => {
  const { world, gate } = await gated();
  const successor = await world.ask({ key: 'next', blocks: { lanes: ['main', 'side'] } });
  const closed = await world.run('supersede-gate', world.agent, { gate: gate.code, by: successor.code });
  const waiting = await world.start();
  await world.answer(successor, { hold_s: 10 });
  const held = await world.start();

  world.clock.advance(10_000);
  const running = await world.start();

  expect(closed).toMatchObject({ covered: true });
  expect(waiting).toMatchObject({ decision: 'wait', gates: [{ code: successor.code }] });
  expect([held.decision, running.decision]).toEqual(['wait', 'run']);
});

test('a covering successor that is answered with stop leaves the lane blocked', async () => {
  const { world, gate } = await gated();
  const successor = await world.ask({ key: 'next' });
  await world.run('supersede-gate', world.agent, { gate: gate.code, by: successor.code });
  await world.answer(successor, { option: 'no' });

  await staysBlocked(world, successor.code);
});

test('a gate answered with stop, or withdrawn, can be superseded by a covering one', async () => {
  const { world, gate } = await gated();
  await world.answer(gate, { option: 'no' });
  const second = await world.ask({ key: 'second' });
  await world.run('supersede-gate', world.agent, { gate: gate.code, by: second.code });
  await world.run('withdraw-gate', world.agent, { gate: second.code, why: 'Vague.' });
  const third = await world.ask({ key: 'third' });
  await world.run('supersede-gate', world.operator, { gate: second.code, by: third.code });
  await world.answer(third);

  expect((await world.start()).decision).toBe('run');
});

test('a covering successor that blocks the same todos frees a named todo only by its go', async () => {
  const world = await openGoalWorld();
  const todo = await world.addTodo();
  const gate = await world.ask({ blocks: { todos: [todo.id] } });
  const successor = await world.ask({ key: 'next', blocks: { todos: [todo.id] } });
  await world.run('supersede-gate', world.agent, { gate: gate.code, by: successor.code });
  const waiting = await world.start();
  await world.answer(successor);

  expect([waiting.decision, (await world.start()).decision]).toEqual(['wait', 'run']);
});

test('an answered, withdrawn, foreign or same gate cannot take the place of another', async () => {
  const { world, gate } = await gated();
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.', owners: ['olga'] });
  await world.run('add-lane', world.operator, { goal: 'other', slug: 'main', title: 'Main' });
  const answered = await world.ask({ key: 'answered' });
  await world.answer(answered);
  const withdrawn = await world.ask({ key: 'withdrawn' });
  await world.run('withdraw-gate', world.agent, { gate: withdrawn.code, why: 'No.' });
  const foreign = await world.ask({ goal: 'other' }, world.operator);
  const supersede = (by: string) => world.run('supersede-gate', world.operator, { gate: gate.code, by });

  await refusedWith(world, 'already-decided', () => supersede(answered.code));
  await refusedWith(world, 'gate-closed', () => supersede(withdrawn.code));
  await refusedWith(world, 'bad-input', () => supersede(foreign.code));
  await refusedWith(world, 'bad-input', () => supersede(gate.code));
  await refusedWith(world, 'not-found', () => supersede('g99'));
});

test('a gate answered with go, or superseded already, cannot be superseded', async () => {
  const { world, gate } = await gated();
  const next = await world.ask({ key: 'next' });
  const last = await world.ask({ key: 'last' });
  await world.run('supersede-gate', world.agent, { gate: gate.code, by: next.code });

  await refusedWith(world, 'gate-closed', () => world.run('supersede-gate', world.agent, { gate: gate.code, by: last.code }));
  await world.answer(next);
  await refusedWith(world, 'already-decided', () => world.run('supersede-gate', world.agent, { gate: next.code, by: last.code }));
});

test('a gate blocks what it covers and nothing else', async () => {
  const world = await openGoalWorld();
  const named = await world.addTodo({ title: 'named' });
  await world.addTodo({ title: 'scoped', lane: 'side', scopes: ['repo:a'] });
  await world.addTodo({ title: 'beside', lane: 'side', scopes: ['repo:b'] });
  await world.addTodo({ title: 'free' });
  await world.ask({ blocks: { todos: [named.id], scopes: ['repo:a'] } });

  const titles = [(await world.start()).todo?.title, (await world.start(world.otherAgent)).todo?.title];

  expect(titles.toSorted()).toEqual(['beside', 'free']);
});

test('two gates on one lane both have to let go', async () => {
  const { world, gate } = await gated();
  const second = await world.ask({ key: 'second' });
  await world.answer(gate);
  const half = await world.start();
  await world.answer(second);

  expect([half.decision, codesOf(half), (await world.start()).decision]).toEqual(['wait', ['gate-open'], 'run']);
});

test('a gate that is asked while work runs holds back the next start, not the turn', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const started = await world.start();
  await world.ask();

  expect(await world.commit(started)).toMatchObject({ result: 'landed' });
  expect((await world.start()).decision).toBe('wait');
});

test('a withdrawn, superseded or answered gate cannot be withdrawn or revised', async () => {
  const { world, gate } = await gated();
  await world.answer(gate);
  const withdrawn = await world.ask({ key: 'withdrawn' });
  await world.run('withdraw-gate', world.agent, { gate: withdrawn.code, why: 'No.' });

  for (const [code, refusal] of [
    [gate.code, 'already-decided'],
    [withdrawn.code, 'gate-closed'],
  ] as const) {
    await refusedWith(world, refusal, () => world.run('withdraw-gate', world.agent, { gate: code, why: 'Again.' }));
    await refusedWith(world, refusal, () => world.run('revise-gate', world.agent, { gate: code, question: 'Is it another one?' }));
  }
});
