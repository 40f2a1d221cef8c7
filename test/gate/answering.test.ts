import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { misfits, openGoalWorld, refusedWith } from '../support/goal-world.ts';

test('the first valid answer counts, and the second hears who won', async () => {
  const world = await openGoalWorld({ owners: ['olga', 'sven'] });
  const gate = await world.ask();

  const [first, second] = await Promise.all([world.answer(gate), world.answer(gate, { option: 'no' }, world.stranger)]);

  expect(first).toMatchObject({
    result: 'counted',
    gate: { state: 'answered', answer: { option: 'yes', lets: 'go', by: { name: 'Olga' }, revision: 1 } },
  });
  expect(second).toMatchObject({
    result: 'already-decided',
    gate: gate.code,
    answer: { option: 'yes', by: { name: 'Olga' }, where: { surface: 'http' } },
    correction: { call: expect.any(String) },
  });
  expect(await world.entries('gate-answered')).toHaveLength(1);
});

test('the same person who answers again hears that it is decided', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();
  await world.answer(gate);

  expect(await world.answer(gate, { option: 'no' })).toMatchObject({ result: 'already-decided', answer: { option: 'yes' } });
});

test('an answer counts only for the revision that its author saw', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();
  await world.run('revise-gate', world.agent, { gate: gate.code, question: 'Shall we merge both fixes now?' });

  const before = world.heads();
  const stale = await world.answer(gate);

  expect(stale).toEqual({
    result: 'question-changed',
    gate: gate.code,
    revision: 2,
    question: 'Shall we merge both fixes now?',
    changed: ['question'],
  });
  expect(world.heads()).toEqual(before);
  expect(await world.answer(gate, { revision: 3 })).toMatchObject({ result: 'question-changed' });
  expect(await world.answer(gate, { revision: 2 })).toMatchObject({ result: 'counted' });
});

test('a closed gate says why', async () => {
  const world = await openGoalWorld();
  const withdrawn = await world.ask();
  await world.run('withdraw-gate', world.agent, { gate: withdrawn.code, why: 'Solved.' });
  const superseded = await world.ask({ key: 'old' });
  const successor = await world.ask({ key: 'new' });
  await world.run('supersede-gate', world.agent, { gate: superseded.code, by: successor.code });

  expect(await world.answer(withdrawn)).toEqual({ result: 'gate-closed', gate: withdrawn.code, state: 'withdrawn', why: 'Solved.' });
  expect(await world.answer(superseded)).toMatchObject({
    result: 'gate-closed',
    state: 'superseded',
    why: `superseded by ${successor.code}`,
  });
});

test('who may not answer hears who can, and nothing is written', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();
  const before = world.heads();

  const reply = await world.answer(gate, {}, world.stranger);

  expect(reply).toEqual({ result: 'not-yours', gate: gate.code, who: [{ slug: 'olga', name: 'Olga' }] });
  expect(world.heads()).toEqual(before);
});

test('operators, agents, signals, strangers and the service never decide', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();

  for (const actor of [world.operator, world.agent, { kind: 'service' } as const]) {
    await refusedWith(world, 'not-a-person', () => world.answer(gate, {}, actor));
    await refusedWith(world, 'not-a-person', () => world.run('revoke-answer', actor, { gate: gate.code }));
  }
  await refusedWith(world, 'unauthorized', () => world.answer(gate, {}, { kind: 'stranger' }));
});

test.for([[{ option: 'maybe' }], [{ option: undefined }], [{ option: undefined, value: 'yes' }], [{ value: 'and a value' }]] as const)(
  'a choice takes the key of one of its options and nothing else: %o',
  async ([given]) => {
    const world = await openGoalWorld();
    const gate = await world.ask();

    await refusedWith(world, 'bad-input', () => world.answer(gate, given));
  },
);

test('a text answer is trimmed, fits its max, and lets go unless the gate declares stop', async () => {
  const world = await openGoalWorld();
  const going = await world.ask({ key: 'go', answer: { kind: 'text', max: 5 } });
  const stopping = await world.ask({ key: 'stop', answer: { kind: 'text', lets: 'stop' } });
  const say = (value: string, more = {}) => ({ option: undefined, value, ...more });

  for (const value of ['', '   ', 'sixsix', '🙂'.repeat(6)]) await refusedWith(world, 'bad-input', () => world.answer(going, say(value)));
  await refusedWith(world, 'bad-input', () => world.answer(going, { option: 'yes' }));
  expect(await world.answer(going, say('  five5 '))).toMatchObject({ result: 'counted', gate: { answer: { value: 'five5', lets: 'go' } } });
  const counted = await world.ask({ key: 'faces', answer: { kind: 'text', max: 5 } });
  expect(await world.answer(counted, say('🙂'.repeat(5)))).toMatchObject({ result: 'counted' });
  expect(await world.answer(stopping, say('Wait for it.'))).toMatchObject({ gate: { answer: { lets: 'stop' } } });
});

test('an answer carries its comment and where it was given', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();

  const reply = await world.answer(gate, { comment: 'Mind the cache.' }, { ...world.owner, surface: 'terminal', link: 'line 7' });

  expect(reply).toMatchObject({
    gate: { answer: { comment: 'Mind the cache.', where: { surface: 'terminal', link: 'line 7' }, allowed_by: { kind: 'owner' } } },
  });
  await misfits(() => world.answer(gate, { comment: 'c'.repeat(limits.commentMax + 1) }));
  await misfits(() => world.answer(gate, { keep: { uses: 3 } }));
});
