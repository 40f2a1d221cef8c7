import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { aChoice, aGate, anOption, misfits, openGoalWorld, passingTests, refusedWith } from '../support/goal-world.ts';
import type { Fields, GoalWorld } from '../support/goal-world.ts';

const revise = (world: GoalWorld, code: string, fields: Fields) =>
  world.run<{ revision: number }>('revise-gate', world.agent, { gate: code, ...fields });

test('gates have codes that count over the whole installation', async () => {
  const world = await openGoalWorld();
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.', owners: ['olga'] });
  await world.run('add-lane', world.operator, { goal: 'other', slug: 'main', title: 'Main' });

  const codes = [
    (await world.ask()).code,
    (await world.ask({ goal: 'other' }, world.operator)).code,
    (await world.ask({ key: 'third' })).code,
  ];

  expect(codes).toEqual(['g1', 'g2', 'g3']);
});

test('the same key and content give the gate that is there, whatever became of it', async () => {
  const world = await openGoalWorld();
  const first = await world.ask();
  const before = world.heads();
  const second = await world.ask({}, world.otherAgent);
  expect([first.known, second.known, second.id, world.heads()]).toEqual([false, true, first.id, before]);

  await world.answer(first);
  const settled = await world.ask();

  expect(settled).toMatchObject({ known: true, id: first.id, state: 'answered' });
});

test('the same key and other content are refused, naming the gate', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();

  for (const other of [
    { question: 'Shall we ship the fix now?' },
    { risk: 'irreversible' },
    { blocks: { lanes: ['side'] } },
    { context: 'More.' },
  ]) {
    await expect(world.ask(other)).rejects.toMatchObject({ code: 'gate-key-mismatch', more: { gate: gate.code } });
  }
});

test('a known key is known even when its deadline is over', async () => {
  const world = await openGoalWorld();
  const deadline = '2026-12-01T09:01:00Z';
  const gate = await world.ask({ deadline });
  world.clock.advance(120_000);

  expect(await world.ask({ deadline })).toMatchObject({ known: true, id: gate.id });
});

test('keys are per goal', async () => {
  const world = await openGoalWorld();
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.', owners: ['olga'] });
  await world.run('add-lane', world.operator, { goal: 'other', slug: 'main', title: 'Main' });
  await world.ask();

  expect(await world.ask({ goal: 'other', question: 'Is this another question?' }, world.operator)).toMatchObject({ known: false });
});

test.for([
  ['a lane that is not there', { blocks: { lanes: ['nowhere'] } }],
  ['a todo that is not there', { blocks: { todos: ['todo_unknown'] } }],
  ['a person who is not there', { answerers: { people: ['nobody'] } }],
  ['evidence that is not there', { evidence: [`ev_${'a'.repeat(64)}`] }],
] as const)('a gate with %s is refused', async ([, fields]) => {
  const world = await openGoalWorld();

  await refusedWith(world, 'not-found', () => world.ask(fields));
});

test('a deadline that is not after now is refused', async () => {
  const world = await openGoalWorld();

  for (const deadline of ['2026-12-01T09:00:00Z', '2026-11-30T09:00:00+01:00'])
    await refusedWith(world, 'bad-input', () => world.ask({ deadline }));
  expect(await world.ask({ deadline: '2026-12-01T09:00:00.001Z' })).toMatchObject({ due_at: '2026-12-01T09:00:00.001Z' });
});

test('a paused goal is asked nothing', async () => {
  const world = await openGoalWorld();
  await world.run('change-goal', world.operator, { goal: world.goal, state: 'paused' });

  await refusedWith(world, 'wrong-state', () => world.ask());
});

test('a goal has at most 200 open gates, and an answered one makes room', async () => {
  const world = await openGoalWorld();
  const [first] = await Promise.all(Array.from({ length: limits.openGatesPerGoalMax }, (_, index) => world.ask({ key: `k${index}` })));

  await refusedWith(world, 'over-limit', () => world.ask({ key: 'over' }));
  await world.answer(first ?? { code: 'g1' });
  expect(await world.ask({ key: 'over' })).toMatchObject({ state: 'open' });
});

test('evidence comes with the gate, new or by id', async () => {
  const world = await openGoalWorld();
  const first = await world.ask({ evidence: [passingTests] });

  const second = await world.ask({ key: 'second', evidence: [first.evidence[0], { ...passingTests, passed: 9 }] });

  expect(second.evidence).toHaveLength(2);
  expect(second.evidence[0]).toBe(first.evidence[0]);
});

test.for([
  ['question', { question: 'Shall we merge both fixes now?' }],
  ['answer', { answer: aChoice([anOption({ key: 'yes' }), anOption({ key: 'no', lets: 'stop', effect: 'Another effect.' })]) }],
  ['blocks', { blocks: { lanes: ['main', 'side'] } }],
  ['risk', { risk: 'irreversible' }],
  ['evidence', { evidence: [passingTests] }],
] as const)('a changed %s raises the revision', async ([, change]) => {
  const world = await openGoalWorld();
  const gate = await world.ask();

  expect((await revise(world, gate.code, change)).revision).toBe(2);
  expect((await revise(world, gate.code, change)).revision).toBe(2);
});

test.for([
  ['context', { context: 'More to know.' }],
  ['deadline', { deadline: '2026-12-02T09:00:00Z' }],
  ['answerers', { answerers: { people: ['sven'] } }],
] as const)('a changed %s keeps the revision, and an answer to it counts', async ([, change]) => {
  const world = await openGoalWorld({ owners: ['olga', 'sven'] });
  const gate = await world.ask();

  expect((await revise(world, gate.code, change)).revision).toBe(1);
  expect(await world.answer(gate, {}, world.stranger)).toMatchObject({ result: 'counted' });
});

test('saying the same again writes nothing', async () => {
  const world = await openGoalWorld();
  const todo = await world.addTodo();
  const other = await world.addTodo();
  const blocks = { lanes: ['main'], todos: [todo.id, other.id], scopes: ['b', 'a'] };
  const gate = await world.ask({ blocks, evidence: [passingTests] });
  const before = world.heads();

  const { key: _, ...again } = aGate({
    blocks: { lanes: ['main'], todos: [other.id, todo.id], scopes: ['a', 'b'] },
    evidence: [passingTests],
  });
  await revise(world, gate.code, again);

  expect(world.heads()).toEqual(before);
});

test('what changed since a revision is told by its fields', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();
  await revise(world, gate.code, { context: 'More to know.' });
  await revise(world, gate.code, { question: 'Shall we merge both fixes now?', risk: 'irreversible' });
  const changedSince = async (since: number) =>
    (await world.look<{ changed: string[] }>('show-gate', world.owner, { gate: gate.code, since })).changed;

  expect([await changedSince(1), await changedSince(2)]).toEqual([['question', 'risk'], []]);
});

test('a revision never gives up what the gate blocks', async () => {
  const world = await openGoalWorld();
  const todo = await world.addTodo();
  const whole = { lanes: ['main'], todos: [todo.id], scopes: ['repo:a'] };
  const gate = await world.ask({ blocks: whole });

  for (const part of [{ lanes: [] }, { todos: [] }, { scopes: ['repo:b'] }]) {
    await refusedWith(world, 'blocks-shrunk', () => revise(world, gate.code, { blocks: { ...whole, ...part } }));
  }
  expect(await revise(world, gate.code, { blocks: { ...whole, lanes: ['main', 'side'] } })).toMatchObject({ revision: 2 });
});

test('a revision is held to what asking is held to', async () => {
  const world = await openGoalWorld({ irreversible_scopes: ['deploy:prod'] });
  const gate = await world.ask();

  await refusedWith(world, 'vague-gate', () => revise(world, gate.code, { question: 'Just do it please.' }));
  await refusedWith(world, 'vague-gate', () => revise(world, gate.code, { answer: aChoice([anOption({ key: 'yes' })]) }));
  await refusedWith(world, 'bad-input', () => revise(world, gate.code, { deadline: '2026-12-01T08:00:00Z' }));
  await refusedWith(world, 'bad-input', () => revise(world, gate.code, { blocks: { lanes: ['main'], scopes: ['deploy:prod'] } }));
  await refusedWith(world, 'nobody-can-answer', () => revise(world, gate.code, { answerers: { people: [], roles: ['nobody-has-it'] } }));
  await misfits(() => revise(world, gate.code, { key: 'other' }));
});

test('a deadline is taken away by null, and an overdue gate with a later one is overdue no more', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask({ deadline: '2026-12-01T09:01:00Z' });
  world.clock.advance(60_000);
  await world.run('mark-overdue', { kind: 'service' }, {});
  const overdue = await world.gate(gate.code);

  await revise(world, gate.code, { deadline: '2026-12-01T10:00:00Z' });
  const later = await world.gate(gate.code);
  await revise(world, gate.code, { deadline: null });

  expect([overdue.overdue, later.overdue]).toEqual([true, false]);
  expect(await world.gate(gate.code)).toMatchObject({ due_at: null, overdue: false });
});
