import { createClient } from '@libsql/client';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrate, migrationsOf } from '../../db/migrate.ts';
import { day, never } from '../../src/time.ts';
import type { Actor } from '../../src/actor.ts';
import type { RouteId, TokenId } from '../../src/ids.ts';
import type { World } from '../support/world.ts';
import { openGoalWorld } from '../support/goal-world.ts';
import { openWorld, service } from '../support/world.ts';
import { aFolder } from './programs.ts';

async function anOperator(run: World['run']): Promise<Actor> {
  const { token_id } = await run<{ token_id: TokenId }>('adopt-operator-token', service, { hash: 'a'.repeat(64) });
  return { kind: 'operator', token: token_id };
}

test('a press is kept once, stays unfinished until it is heard, and is apart from those of another platform', async () => {
  const { engine, clock } = await openWorld();

  const kept = [await engine.journal.keep('slack', 'e1', '{"a":1}'), await engine.journal.keep('slack', 'e1', '{"a":2}')];
  await engine.journal.keep('terminal', 'e1', '{}');
  const before = await engine.journal.unfinished('slack');
  await engine.journal.finish('slack', 'e1');

  expect(kept).toEqual([true, false]);
  expect(before).toEqual([{ id: 'e1', raw: '{"a":1}', at: clock.now() }]);
  expect(await engine.journal.unfinished('slack')).toEqual([]);
  expect(await engine.journal.unfinished('terminal')).toEqual([{ id: 'e1', raw: '{}', at: clock.now() }]);
  expect(await engine.reads.lastPosition()).toBe(0);
});

test('what a press was is blank once it is finished, and it is still known', async () => {
  const { engine, file } = await openWorld();
  await engine.journal.keep('slack', 'e1', '{"text":"link abcd-efgh","response_url":"https://hooks.example/1"}');

  await engine.journal.finish('slack', 'e1');

  expect(await rawOf(file)).toEqual(['']);
  expect(await engine.journal.keep('slack', 'e1', '{}')).toBe(false);
});

test('a press that was forgotten may come again', async () => {
  const { engine } = await openWorld();
  await engine.journal.keep('slack', 'e1', '{}');

  await engine.journal.forget('slack', 'e1');

  expect(await engine.journal.keep('slack', 'e1', '{}')).toBe(true);
});

test('presses are kept for thirty days', async () => {
  const { engine, clock } = await openWorld();
  await engine.journal.keep('slack', 'e1', '{}');
  clock.advance(30 * day);
  const early = await engine.operations.purge();

  clock.advance(1);

  expect([early, await engine.operations.purge()]).toEqual([0, 1]);
});

test('the first value of a setting stands', async () => {
  const { engine } = await openWorld();

  const values = [await engine.operations.setting('secret', 'one'), await engine.operations.setting('secret', 'two')];

  expect(values).toEqual(['one', 'one']);
});

test('a route breaks once and heals once', async () => {
  const { engine, clock, run } = await openWorld();
  await run('add-person', await anOperator(run), { slug: 'mara', name: 'Mara' });
  const { route } = await run<{ route: RouteId }>('open-terminal', service, { person: 'mara' });
  const trouble = { reason: 'archived', fix: 'Unarchive it.' };

  const broke = [await engine.operations.breakRoute(route, trouble), await engine.operations.breakRoute(route, trouble)];
  const during = await engine.reads.routeTroubles();
  const healed = [await engine.operations.healRoute(route), await engine.operations.healRoute(route)];

  expect([broke, healed]).toEqual([
    [true, false],
    [true, false],
  ]);
  expect(during).toEqual([{ route, ...trouble, since: clock.now() }]);
  expect(await engine.reads.routeTroubles()).toEqual([]);
});

test('posts and routes of the version before keep their message, revision and place', async () => {
  const file = join(aFolder(), 'gatebell.db');
  await migrate(file, migrationsOf().slice(0, 2));
  const client = createClient({ url: `file:${file}` });
  await client.execute(`insert into route (id, stream, state, goal, phase, person)
    values ('route_1', 'house', '{"platform":"terminal","address":"terminal"}', null, 'open', 'person_1')`);
  await client.execute(`insert into post (id, gate, subject, route, wanted, put, state, message, attempts, due_at, version)
    values ('p', 'gate_1', '{}', 'route_1', 1, 1, 'sent', '12:m1:x', 0, '2026-12-01T09:00:00.000Z', 1)`);

  await migrate(file);

  expect((await client.execute('select message, revision, doubts, faults from post')).rows).toMatchObject([
    { message: 'm1:x', revision: 12, doubts: 0, faults: 0 },
  ]);
  expect((await client.execute('select place from route')).rows).toMatchObject([{ place: 'terminal:terminal' }]);
  client.close();
});

async function rawOf(file: string): Promise<readonly unknown[]> {
  const client = createClient({ url: `file:${file}` });
  const { rows } = await client.execute('select raw from press');
  client.close();
  return rows.map(({ raw }) => raw);
}

test('a message that asks for a text is known for 30 days, on its own platform', async () => {
  const { engine, clock } = await openWorld();
  await engine.operations.keepPrompt({ platform: 'telegram', message: '-42:7', account: '99', token: 'f.1' });

  const known = await engine.reads.prompt('telegram', '-42:7', clock.now());
  const elsewhere = await engine.reads.prompt('discord', '-42:7', clock.now());
  clock.advance(30 * 24 * 60 * 60_000);
  const later = await engine.reads.prompt('telegram', '-42:7', clock.now());

  expect([known, elsewhere, later]).toEqual([{ account: '99', token: 'f.1' }, undefined, undefined]);
});

test('after an absence only the open cards that stand on that platform are wanted anew', async () => {
  const world = await openGoalWorld();
  const { engine, clock } = world;
  const place = (platform: string, address: string) =>
    world.run<{ id: RouteId }>('add-route', world.operator, { goal: 'ship', platform, address });
  const [telegram, discord] = [await place('telegram', '-42'), await place('discord', '41771983423143937')];
  const open = await world.ask();
  const closed = await world.ask({ key: 'another' });
  await world.run('withdraw-gate', world.operator, { gate: closed.id, why: 'asked twice' });
  for (const post of await engine.posts.due(clock.now(), 10)) {
    const version = post.version + 1;
    await engine.posts.mark(post, { state: 'sending', since: clock.now() });
    await engine.posts.mark(
      { id: post.id, version },
      { state: 'sent', put: post.wanted, message: `${post.id}:1`, revision: 1, refresh_at: null },
    );
  }
  const since = clock.now();
  clock.advance(200_000);

  await engine.operations.keepAbsence('telegram', since, clock.now());

  expect((await engine.posts.due(clock.now(), 10)).map(({ id }) => id)).toEqual([`${open.id}@${telegram.id}`]);
  expect(await engine.reads.absence('telegram')).toEqual({ since, until: clock.now() });
  expect(await engine.reads.absence('discord')).toBeUndefined();
  expect(discord.id).not.toBe(telegram.id);
});

test('when a platform is well again, what failed there is due, also what was given up, and nothing of another', async () => {
  const world = await openGoalWorld();
  const { engine, clock } = world;
  const place = (platform: string, address: string) =>
    world.run<{ id: RouteId }>('add-route', world.operator, { goal: 'ship', platform, address });
  const [telegram] = [await place('telegram', '-42'), await place('discord', '41771983423143937')];
  const gate = await world.ask();
  for (const post of await engine.posts.due(clock.now(), 10)) {
    await engine.posts.mark(post, { state: 'failed', reason: 'not known whether it arrived', due_at: never, doubts: 2 });
  }
  const givenUp = await engine.posts.due(clock.now(), 10);

  await engine.operations.retryPlatform('telegram');

  expect(givenUp).toEqual([]);
  expect(await engine.posts.due(clock.now(), 10)).toMatchObject([{ id: `${gate.id}@${telegram.id}`, doubts: 2 }]);
});
