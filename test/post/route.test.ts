import { expect, test } from 'vitest';
import type { PersonId, RouteId } from '../../src/ids.ts';
import type { Route } from '../../src/post/route.ts';
import { minute, plusMs } from '../../src/time.ts';
import { openGoalWorld } from '../support/goal-world.ts';
import { service } from '../support/world.ts';

test.each([
  ['slack', 'C0123ABCD'],
  ['discord', '41771983423143937'],
  ['discord', 'user:80351110224678912'],
  ['telegram', '-1001234567890'],
  ['telegram', '123456789'],
] as const)('a route on %s is named by the id %s', async (platform, address) => {
  const world = await openGoalWorld();

  const route = await world.run<Route>('add-route', world.operator, { goal: 'ship', platform, address });

  expect(route).toMatchObject({ platform, address, thread: null, state: 'open' });
});

test.each([
  ['slack', '#general', 'the id of a Slack channel or member'],
  ['discord', '#general', 'the id of a Discord channel'],
  ['discord', '123', 'the id of a Discord channel'],
  ['telegram', '@harbour', 'the id of a Telegram chat'],
  ['telegram', '-0', 'the id of a Telegram chat'],
] as const)('on %s a name such as %s is refused, with how to find the id', async (platform, address, expected) => {
  const world = await openGoalWorld();

  const adding = world.run('add-route', world.operator, { goal: 'ship', platform, address });

  await expect(adding).rejects.toMatchObject({ code: 'bad-input', detail: expect.stringContaining(expected) });
});

test.each([
  ['discord', '80351110224678912', 'user:80351110224678912'],
  ['telegram', '123456789', '123456789'],
] as const)('an account on %s opens a route on which its person alone is told', async (platform, account, address) => {
  const world = await openGoalWorld();
  const mara = await world.run<{ id: PersonId }>('add-person', world.operator, {
    slug: 'mara',
    name: 'Mara',
    identities: [{ platform, account }],
  });

  const routes = await world.engine.reads.routesAt(platform, address);

  expect(routes).toMatchObject([{ goal: null, person: mara.id, purposes: [] }]);
});

test('a channel that goes by another address takes its routes along, and its open gates are wanted there again', async () => {
  const world = await openGoalWorld();
  const route = await world.run<{ id: RouteId }>('add-route', world.operator, { goal: 'ship', platform: 'telegram', address: '-42' });
  const other = await world.run<{ id: RouteId }>('add-route', world.operator, {
    goal: 'ship',
    platform: 'discord',
    address: '41771983423143937',
  });
  const gate = await world.ask();

  const reply = await world.run('move-routes', service, { platform: 'telegram', from: '-42', to: '-10042' });

  expect(reply).toEqual({ moved: 1 });
  expect(await world.engine.reads.route(route.id)).toMatchObject({ address: '-10042' });
  const posts = await world.engine.posts.due(plusMs(world.clock.now(), minute), 10);
  const wanted = posts
    .filter(({ subject }) => subject.kind === 'gate' && subject.gate === gate.id)
    .map((post) => [post.route, post.wanted]);
  expect(Object.fromEntries(wanted)).toEqual({ [route.id]: 2, [other.id]: 1 });
});
