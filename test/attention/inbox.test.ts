import { expect, test } from 'vitest';
import { hour } from '../../src/time.ts';
import { openGoalWorld, refusedWith } from '../support/goal-world.ts';
import type { GoalWorld, PersonActor } from '../support/goal-world.ts';

type Inbox = {
  readonly items: readonly {
    code: string;
    rank: number;
    points: number;
    held?: true;
    goal_slug: string;
    parts: readonly { text: string; points: number }[];
  }[];
};

const inbox = (world: GoalWorld, person: PersonActor = world.owner) => world.look<Inbox>('inbox', person, {});

const codes = async (world: GoalWorld, person?: PersonActor) => (await inbox(world, person)).items.map(({ code }) => code);

test('an inbox holds what its person may answer, and nothing else', async () => {
  const world = await openGoalWorld();
  const owned = await world.ask();
  const named = await world.ask({ key: 'named', answerers: { people: ['sven'] } });

  expect([await codes(world), await codes(world, world.stranger)]).toEqual([[owned.code], [named.code]]);
});

test('a thousand gates of other goals hide none of their own', async () => {
  const world = await openGoalWorld({ owners: ['sven'] });
  await world.run('create-goal', world.operator, { slug: 'own', title: 'Own', vision: 'Own.', owners: ['olga'] });
  for (const goal of ['ship', 'a', 'b', 'c', 'd', 'e']) {
    if (goal !== 'ship') await world.run('create-goal', world.operator, { slug: goal, title: goal, vision: 'v', owners: ['sven'] });
    for (let n = 0; n < 200; n += 1) await world.ask({ goal, key: `k${n}`, blocks: { scopes: ['repo:a'] } }, world.operator);
  }

  const own = await world.ask({ goal: 'own', blocks: { scopes: ['repo:a'] } }, world.operator);

  expect(await codes(world)).toEqual([own.code]);
});

test('what unblocks more comes first, then the deadline, the risk and the age', async () => {
  const world = await openGoalWorld();
  const todo = await world.addTodo();
  const plain = await world.ask({ key: 'plain', blocks: { scopes: ['repo:a'] } });
  const irreversible = await world.ask({ key: 'irreversible', blocks: { scopes: ['repo:a'] }, risk: 'irreversible' });
  const lanes = await world.ask({ key: 'lanes', blocks: { lanes: ['main', 'side'], todos: [todo.id] } });
  const due = await world.ask({ key: 'due', blocks: { scopes: ['repo:a'] }, deadline: '2026-12-01T11:00:00Z' });

  expect(await codes(world)).toEqual([lanes.code, due.code, irreversible.code, plain.code]);
});

test('each place in the queue is explained by parts that add up', async () => {
  const world = await openGoalWorld();
  await world.ask({ deadline: '2026-12-01T11:00:00Z', risk: 'irreversible' });
  world.clock.advance(3 * hour);

  const [first] = (await inbox(world)).items;

  expect(first).toMatchObject({
    rank: 1,
    goal_slug: 'ship',
    points: 20 + 3 + 60 + 5,
    parts: [
      { text: 'unblocks 1 lane', points: 20 },
      { text: 'waits for 3 h', points: 3 },
      { text: 'overdue by 1 h', points: 60 },
      { text: 'cannot be undone', points: 5 },
    ],
  });
});

test('a held answer stays last in the inbox of its person alone, until its hold ends', async () => {
  const world = await openGoalWorld({ owners: ['olga', 'sven'] });
  const answered = await world.ask({ key: 'a' });
  const open = await world.ask({ key: 'b', blocks: { scopes: ['repo:a'] } });
  await world.answer(answered, { hold_s: 60 });

  expect((await inbox(world)).items.map(({ code, held }) => [code, held ?? false])).toEqual([
    [open.code, false],
    [answered.code, true],
  ]);
  expect(await codes(world, world.stranger)).toEqual([open.code]);
  world.clock.advance(60_000);
  expect(await codes(world)).toEqual([open.code]);
});

test('what is settled leaves the inbox', async () => {
  const world = await openGoalWorld();
  const withdrawn = await world.ask({ key: 'a' });
  const superseded = await world.ask({ key: 'b' });
  const successor = await world.ask({ key: 'c' });
  await world.run('withdraw-gate', world.agent, { gate: withdrawn.code, why: 'No.' });
  await world.run('supersede-gate', world.agent, { gate: superseded.code, by: successor.code });

  expect(await codes(world)).toEqual([successor.code]);
});

test('only persons have an inbox', async () => {
  const world = await openGoalWorld();

  for (const actor of [world.operator, world.agent]) {
    await refusedWith(world, 'not-a-person', () => world.look('inbox', actor, {}));
  }
});
