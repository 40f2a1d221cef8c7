import { createHash } from 'node:crypto';
import Database from 'libsql';
import { expect, test } from 'vitest';
import type { Command } from '../../src/ports.ts';
import { day } from '../../src/time.ts';
import { openWorld, service } from '../support/world.ts';
import { planted } from './planted.ts';

const aCommand = (over: Partial<Command> = {}): Command => ({ id: 'command-1', bodyHash: 'body', ...over });
const keyOf = (text: string) => createHash('sha256').update(text).digest();

test('a retry whose first reply was lost gives that reply and changes nothing', async () => {
  const world = await openWorld({ verbs: planted });
  const first = await world.engine.execute('plant-goal', service, { slug: 'one' }, aCommand());

  const again = await world.engine.execute('plant-goal', service, { slug: 'one' }, aCommand());

  expect(again).toEqual({ reply: first.reply, replayed: true });
  expect(await world.engine.reads.lastPosition()).toBe(1);
});

test('the same command twice in one group is done once', async () => {
  const world = await openWorld({ verbs: planted });

  const both = await Promise.all([1, 2].map(() => world.engine.execute('plant-goal', service, { slug: 'one' }, aCommand())));

  expect(both.map(({ replayed }) => replayed)).toEqual([false, true]);
  expect(both[1]?.reply).toEqual(both[0]?.reply);
  expect(await world.engine.reads.lastPosition()).toBe(1);
});

test('an id with another body is refused', async () => {
  const world = await openWorld({ verbs: planted });
  await world.engine.execute('plant-goal', service, { slug: 'one' }, aCommand());

  const other = world.engine.execute('plant-goal', service, { slug: 'two' }, aCommand({ bodyHash: 'another' }));

  await expect(other).rejects.toMatchObject({ code: 'idempotency-mismatch' });
});

test('a refusal is not kept under its id', async () => {
  const world = await openWorld({ verbs: planted });
  await world.run('plant-goal', service, { slug: 'one' });
  await expect(world.engine.execute('plant-goal', service, { slug: 'one' }, aCommand())).rejects.toMatchObject({ code: 'slug-taken' });

  const second = await world.engine.execute('plant-goal', service, { slug: 'two' }, aCommand());

  expect(second.replayed).toBe(false);
});

test('ids are forgotten after a day, and purged', async () => {
  const world = await openWorld({ verbs: planted });
  await world.engine.execute('plant-goal', service, { slug: 'one' }, aCommand());
  world.clock.advance(day + 1);

  const later = await world.engine.execute('plant-goal', service, { slug: 'two' }, aCommand());

  expect(later.replayed).toBe(false);
  world.clock.advance(day + 1);
  expect(await world.engine.operations.purge()).toBe(1);
});

test('a credential is kept only sealed, and opens only for the caller who has its key', async () => {
  const world = await openWorld({ verbs: planted });
  const sealed = aCommand({ sealingKey: keyOf('mine') });
  const first = await world.engine.execute('show-secret', service, {}, sealed);
  const beside = new Database(world.file);

  const kept = beside.prepare('select reply from command').all() as { reply: string }[];
  const again = await world.engine.execute('show-secret', service, {}, sealed);
  const stranger = world.engine.execute('show-secret', service, {}, aCommand({ sealingKey: keyOf('theirs') }));

  beside.close();
  expect(JSON.stringify(kept)).not.toContain('gb_te_');
  expect(again).toEqual({ reply: first.reply, replayed: true });
  await expect(stranger).rejects.toMatchObject({ code: 'idempotency-mismatch' });
});

test('a credential without a key to seal it is not issued', async () => {
  const world = await openWorld({ verbs: planted });

  await expect(world.engine.execute('show-secret', service, {}, aCommand())).rejects.toMatchObject({ code: 'internal' });
});
