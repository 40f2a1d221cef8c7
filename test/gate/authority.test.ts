import { expect, test } from 'vitest';
import { openGoalWorld, refusedWith } from '../support/goal-world.ts';

test('a gate whose goal has no owner who is there, and that names nobody, is refused', async () => {
  const world = await openGoalWorld({ owners: [] });

  await refusedWith(world, 'nobody-can-answer', () => world.ask());
  await refusedWith(world, 'nobody-can-answer', () => world.ask({ answerers: {} }));
  await refusedWith(world, 'nobody-can-answer', () => world.ask({ answerers: { roles: ['release'] } }));
  expect(await world.ask({ answerers: { people: ['sven'] } })).toMatchObject({ answerers: { people: ['sven'], roles: [] } });
});

test('a goal whose only owner left can ask nobody', async () => {
  const world = await openGoalWorld();
  await world.run('change-person', world.operator, { person: 'olga', state: 'left' });

  await refusedWith(world, 'nobody-can-answer', () => world.ask());
});

test('named answerers stand in the place of the owners', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask({ answerers: { people: ['sven'] } });

  expect(await world.answer(gate)).toMatchObject({ result: 'not-yours', who: [{ slug: 'sven' }] });
  expect(await world.answer(gate, {}, world.stranger)).toMatchObject({
    result: 'counted',
    gate: { answer: { allowed_by: { kind: 'named' } } },
  });
});

test('a role counts by its grant, and a taken role counts no more', async () => {
  const world = await openGoalWorld();
  await world.run('change-person', world.operator, { person: 'sven', roles: ['release', 'other'] });
  const first = await world.ask({ answerers: { roles: ['release'] } });
  const second = await world.ask({ key: 'second', answerers: { roles: ['release'], people: ['olga'] } });
  const counted = await world.answer(first, {}, world.stranger);

  await world.run('change-person', world.operator, { person: 'sven', roles: ['other'] });

  const person = await world.look<{ roles: readonly { role: string; grant: string }[] }>('show-person', world.operator, { person: 'sven' });
  expect(counted).toMatchObject({
    gate: { answer: { allowed_by: { kind: 'role', role: 'release', grant: expect.stringMatching(/^grant_/) } } },
  });
  expect(person.roles.map(({ role }) => role)).toEqual(['other']);
  expect(await world.answer(second, {}, world.stranger)).toMatchObject({ result: 'not-yours', who: [{ slug: 'olga' }] });
});

test('a role granted again is another grant', async () => {
  const world = await openGoalWorld();
  const grants: (string | undefined)[] = [];
  for (const roles of [['release'], [], ['release']]) {
    const person = await world.run<{ roles: readonly { grant: string }[] }>('change-person', world.operator, { person: 'sven', roles });
    grants.push(person.roles[0]?.grant);
  }

  expect(grants).toEqual([expect.any(String), undefined, expect.any(String)]);
  expect(grants[0]).not.toBe(grants[2]);
});

test('who left decides nothing, from that moment', async () => {
  const world = await openGoalWorld({ owners: ['olga', 'sven'] });
  const gate = await world.ask();
  await world.run('change-person', world.operator, { person: 'olga', state: 'left' });

  await refusedWith(world, 'unauthorized', () => world.answer(gate));
  expect((await world.gate(gate.code, world.stranger)).who).toEqual([{ slug: 'sven', name: 'Sven' }]);
});

test('with no_self_answer the owner of the asking agent does not decide', async () => {
  const world = await openGoalWorld({ owners: ['olga', 'sven'] });
  await world.run('change-agent', world.operator, { agent: 'ada', owner: 'olga' });
  const gate = await world.ask({ no_self_answer: true });

  expect(await world.answer(gate)).toMatchObject({ result: 'not-yours', who: [{ slug: 'sven' }] });
  expect(await world.answer(gate, {}, world.stranger)).toMatchObject({ result: 'counted' });
});

test('with no_self_answer a gate that only the owner of the asking agent could answer is refused', async () => {
  const world = await openGoalWorld();
  await world.run('change-agent', world.operator, { agent: 'ada', owner: 'olga' });

  await refusedWith(world, 'nobody-can-answer', () => world.ask({ no_self_answer: true }));
  expect(await world.ask({ no_self_answer: true }, world.otherAgent)).toMatchObject({ state: 'open' });
});

test('new owners answer what was asked before they came', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();
  await world.run('change-goal', world.operator, { goal: world.goal, owners: ['sven'] });

  expect(await world.answer(gate)).toMatchObject({ result: 'not-yours' });
  expect(await world.answer(gate, {}, world.stranger)).toMatchObject({ result: 'counted' });
});
