import Database from 'libsql';
import { expect, test } from 'vitest';
import { openWriting } from '../../db/engine/connection.ts';
import { postWrites } from '../../db/queries/post.ts';
import type { Post } from '../../src/post/post.ts';
import type { Instant } from '../../src/time.ts';
import { minute, plusMs } from '../../src/time.ts';
import type { World } from '../support/world.ts';
import { openWorld } from '../support/world.ts';

/** A world in which one card is wanted, as the writer wants it in the transaction of an entry. */
async function aWantedPost(): Promise<World & { want(refreshAt?: Instant): void; post(): Promise<Post> }> {
  const world = await openWorld();
  const want = (refreshAt?: Instant) => {
    const connection = openWriting(world.file);
    const subject = JSON.stringify({ kind: 'gate', gate: 'gate_1' });
    const args = { id: 'gate_1@route_1', gate: 'gate_1', subject, route: 'route_1', refresh_at: refreshAt ?? null, now: world.clock.now() };
    connection.write(postWrites.want, args);
    connection.close();
  };
  want();
  const post = async () => {
    const [found] = await world.engine.posts.due(plusMs(world.clock.now(), 365 * 24 * 60 * minute), 10);
    if (found === undefined) throw new Error('no post is due within a year');
    return found;
  };
  return { ...world, want, post };
}

test('a new post is due at once and says what it is about', async () => {
  const world = await aWantedPost();

  expect(await world.engine.posts.due(world.clock.now(), 10)).toEqual([
    {
      id: 'gate_1@route_1',
      subject: { kind: 'gate', gate: 'gate_1' },
      route: 'route_1',
      wanted: 1,
      put: 0,
      state: 'wanted',
      message: null,
      revision: 0,
      since: null,
      doubts: 0,
      faults: 0,
      reason: null,
      attempts: 0,
      due_at: world.clock.now(),
      refresh_at: null,
      version: 1,
    },
  ]);
});

test('a post that was sent is due again only when more is wanted', async () => {
  const world = await aWantedPost();
  await world.engine.posts.mark(await world.post(), { state: 'sent', put: 1, message: 'm1', revision: 1, refresh_at: null });
  const quiet = await world.engine.posts.due(world.clock.now(), 10);

  world.want();

  expect(quiet).toEqual([]);
  expect(await world.post()).toMatchObject({ wanted: 2, put: 1, state: 'sent', message: 'm1', version: 2, attempts: 0 });
});

test('what is wanted while a send is under way neither loses the message nor the want', async () => {
  const world = await aWantedPost();
  await world.engine.posts.mark(await world.post(), { state: 'sending', since: world.clock.now() });
  world.want();

  const marked = await world.engine.posts.mark(
    { id: 'gate_1@route_1', version: 2 },
    { state: 'sent', put: 1, message: 'm1', revision: 1, refresh_at: null },
  );

  expect(marked).toBe(true);
  expect(await world.engine.posts.due(world.clock.now(), 10)).toMatchObject([{ wanted: 2, put: 1, message: 'm1' }]);
});

test('progress from an older version is refused', async () => {
  const world = await aWantedPost();
  const seen = await world.post();
  await world.engine.posts.mark(seen, { state: 'sending', since: world.clock.now() });

  expect(await world.engine.posts.mark(seen, { state: 'sending', since: world.clock.now() })).toBe(false);

  expect(await world.post()).toMatchObject({ state: 'sending', attempts: 1, version: 2 });
});

test('a failed post comes back when its pause is over', async () => {
  const world = await aWantedPost();
  const later = plusMs(world.clock.now(), minute);

  await world.engine.posts.mark(await world.post(), { state: 'failed', reason: 'the channel is closed', due_at: later });

  expect(await world.engine.posts.due(world.clock.now(), 10)).toEqual([]);
  expect(await world.engine.posts.nextDueAt(world.clock.now())).toBe(later);
  expect(await world.engine.posts.due(later, 10)).toMatchObject([{ state: 'failed', reason: 'the channel is closed' }]);
});

test('a card that changes by time alone is due at that time', async () => {
  const world = await aWantedPost();
  const holdEnds = plusMs(world.clock.now(), 10_000);

  await world.engine.posts.mark(await world.post(), { state: 'sent', put: 1, message: 'm1', revision: 1, refresh_at: holdEnds });

  expect(await world.engine.posts.nextDueAt(world.clock.now())).toBe(holdEnds);
  expect(await world.engine.posts.due(holdEnds, 10)).toMatchObject([{ put: 1, wanted: 1, refresh_at: holdEnds }]);
});

test('operational rows are outside the ledger', async () => {
  const world = await aWantedPost();

  await world.engine.operations.keepAlive();

  expect(await world.engine.operations.lastAlive()).toBe(world.clock.now());
  expect(await world.engine.reads.lastPosition()).toBe(0);
  const database = new Database(world.file);
  expect(database.prepare('select count(*) as rows from alive').all()).toEqual([{ rows: 1 }]);
  database.close();
});
