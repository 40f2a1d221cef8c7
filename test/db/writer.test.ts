import { randomBytes } from 'node:crypto';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { openReading, openWriting } from '../../db/engine/connection.ts';
import { attemptGroup } from '../../db/engine/group.ts';
import { beginTransaction } from '../../db/engine/transaction.ts';
import type { Work } from '../../db/engine/work.ts';
import type { Written } from '../../db/engine/writer.ts';
import { openWriter } from '../../db/engine/writer.ts';
import { ledgerQueries } from '../../db/queries/ledger.ts';
import { goalStream, house } from '../../src/ids.ts';
import type { GoalId } from '../../src/ids.ts';
import type { Instant } from '../../src/time.ts';
import type { World } from '../support/world.ts';
import { openWorld, service } from '../support/world.ts';
import { planted } from './planted.ts';

type Planted = { readonly goal: GoalId; readonly receipt: Record<string, unknown>; readonly at: Instant };

async function aWorldWithGoal(): Promise<World & { readonly goal: GoalId }> {
  const world = await openWorld({ verbs: planted });
  const { goal } = await world.run<Planted>('plant-goal', service, { slug: 'one' });
  return { ...world, goal };
}

const verb = (name: string, input: unknown): Work => ({ kind: 'verb', name, actor: service, input, command: undefined });

test('an accepted change stands in the ledger and in its row', async () => {
  const world = await openWorld({ verbs: planted });

  const { goal, receipt } = await world.run<Planted>('plant-goal', service, { slug: 'one' });

  const [entry] = await world.engine.reads.entries(goalStream(goal), 0, 10);
  expect(entry).toMatchObject({ ...receipt, position: 1, type: 'goal-created', actor: 'service', at: world.clock.now() });
  expect(await world.engine.reads.goal('one')).toMatchObject({ id: goal, changed_seq: 1 });
  expect(await world.engine.reads.head(goalStream(goal))).toEqual({ seq: 1, hash: receipt.hash });
});

test('a verb that awaits something foreign is failed at once and leaves nothing', async () => {
  const world = await aWorldWithGoal();
  const started = performance.now();

  const failing = world.run('await-elsewhere', service, { goal: world.goal });
  const neighbour = world.run('plant-note', service, { goal: world.goal, text: 'beside it' });

  await expect(failing).rejects.toMatchObject({ code: 'internal' });
  await neighbour;
  expect(performance.now() - started).toBeLessThan(250);
  expect(await world.engine.reads.notes(world.goal, 0, 10)).toMatchObject([{ text: 'beside it' }]);
  expect(world.reports).toMatchObject([{ error: { message: 'verb await-elsewhere awaited something that is not tx.reads' } }]);
});

test('a verb that reads after its first append is failed and leaves nothing', async () => {
  const world = await aWorldWithGoal();

  await expect(world.run('note-and-read', service, { goal: world.goal })).rejects.toMatchObject({ code: 'internal' });

  expect(world.reports).toMatchObject([{ error: { message: 'a verb read after its first append' } }]);
  expect(await world.engine.reads.notes(world.goal, 0, 10)).toEqual([]);
});

test('a verb cannot hide that its append failed', async () => {
  const world = await aWorldWithGoal();

  await expect(world.run('note-without-goal', service, {})).rejects.toMatchObject({ code: 'internal' });

  expect(await world.engine.reads.lastPosition()).toBe(1);
});

test('members of a group do not touch each other', async () => {
  const world = await aWorldWithGoal();

  const settled = await Promise.allSettled([
    world.run('plant-note', service, { goal: world.goal, text: 'first' }),
    world.run('note-and-throw', service, { goal: world.goal, text: 'thrown away' }),
    world.run('plant-goal', service, { slug: 'one' }),
    world.run('plant-note', service, { goal: world.goal, text: 'last' }),
  ]);

  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(await world.engine.reads.notes(world.goal, 0, 10)).toMatchObject([{ text: 'first' }, { text: 'last' }]);
});

test('when a statement ends the transaction, the others of its group are written all the same', async () => {
  const world = await aWorldWithGoal();
  const beside = new Database(world.file);
  beside.exec("create trigger lost before insert on note when new.state like '%boom%' begin select raise(rollback, 'boom'); end");
  beside.close();

  const settled = await Promise.allSettled(
    ['first', 'boom', 'last'].map((text) => world.run('plant-note', service, { goal: world.goal, text })),
  );

  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(settled[1]).toMatchObject({ reason: { code: 'storage-failed' } });
  expect(await world.engine.reads.notes(world.goal, 0, 10)).toMatchObject([{ text: 'first' }, { text: 'last' }]);
});

test('when the disk fails under one command, it alone is refused and the others are written', async () => {
  const world = await aWorldWithGoal();

  const settled = await Promise.allSettled([
    world.run('plant-note', service, { goal: world.goal, text: 'first' }),
    world.run('note-on-a-bad-disk', service, { goal: world.goal, text: 'lost' }),
    world.run('plant-note', service, { goal: world.goal, text: 'last' }),
  ]);

  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(settled[1]).toMatchObject({ reason: { code: 'storage-failed' } });
  expect(await world.engine.reads.notes(world.goal, 0, 10)).toMatchObject([{ text: 'first' }, { text: 'last' }]);
});

test('nothing is told of a group before all of it is on disk, refusals included', async () => {
  const world = await aWorldWithGoal();
  const reader = openReading(world.file);
  const told: { tickets: number[]; seen: unknown }[] = [];
  const tell = ({ settled }: Written<number>) => {
    told.push({ tickets: settled.map(({ ticket }) => ticket), seen: reader.rows(ledgerQueries.lastPosition, {})[0]?.position });
  };
  const writer = openWriter<number>(world.file, { verbs: planted, clock: world.clock, randomBytes, report: () => undefined }, tell);

  writer.submit(1, verb('plant-note', { goal: world.goal, text: 'first' }));
  writer.submit(2, verb('plant-goal', { slug: 'one' }));
  writer.submit(3, verb('plant-note', { goal: world.goal, text: 'last' }));
  await writer.close();

  reader.close();
  expect(told).toEqual([{ tickets: [1, 2, 3], seen: 3 }]);
});

test('a connection that met a busy file works again when the file is free', async () => {
  const world = await aWorldWithGoal();
  const connection = openWriting(world.file, 0);
  const holder = new Database(world.file);
  const workshop = { verbs: planted, clock: world.clock, randomBytes, report: () => undefined };
  const group = [verb('plant-note', { goal: world.goal, text: 'at last' })];
  holder.exec('BEGIN IMMEDIATE');

  const blocked = await attemptGroup(connection, workshop, group, world.clock.now());
  holder.exec('ROLLBACK');
  const free = await attemptGroup(connection, workshop, group, world.clock.now());

  expect([blocked.kind, free.kind]).toEqual(['lost', 'committed']);
  holder.close();
  connection.close();
});

test('the time of entries never runs backwards', async () => {
  const world = await aWorldWithGoal();
  const before = world.clock.now();
  world.clock.advance(-60_000);

  const later = await world.run<Planted>('plant-goal', service, { slug: 'two' });

  expect(later.at).toBe(before);
});

test('listeners hear of a commit with its streams and newest position', async () => {
  const world = await aWorldWithGoal();
  const heard: unknown[] = [];
  const stop = world.engine.onCommitted((committed) => heard.push(committed));

  await world.run('plant-note', service, { goal: world.goal });
  stop();
  await world.run('plant-note', service, { goal: world.goal });

  expect(heard).toEqual([{ position: 2, streams: [goalStream(world.goal)] }]);
});

test('what comes after the close is refused, and what came before is answered', async () => {
  const world = await aWorldWithGoal();

  const before = world.run('plant-note', service, { goal: world.goal });
  const closing = world.engine.close();
  const after = world.run('plant-note', service, { goal: world.goal });

  await expect(after).rejects.toMatchObject({ code: 'stopping' });
  await expect(before).resolves.toMatchObject({ seq: 2 });
  await closing;
});

test('a snapshot sees one commit, whatever is written meanwhile', async () => {
  const world = await aWorldWithGoal();

  const seen = await world.engine.snapshot(async (reads) => {
    const first = await reads.lastPosition();
    await world.run('plant-note', service, { goal: world.goal });
    return [first, await reads.lastPosition()];
  });

  expect(seen).toEqual([1, 1]);
  expect(await world.engine.reads.lastPosition()).toBe(2);
  expect(await world.engine.reads.head(house)).toEqual({ seq: 0, hash: '' });
});

test('a transaction knows the streams whose rows its verb has read', async () => {
  const world = await aWorldWithGoal();
  const connection = openWriting(world.file);
  const transaction = beginTransaction(connection, { actor: service, now: world.clock.now(), commandId: 'command-1', randomBytes });

  await transaction.tx.reads.goal('one');
  await transaction.tx.reads.person('nobody');

  expect([...transaction.seen]).toEqual([goalStream(world.goal), house]);
  transaction.close();
  await expect(transaction.tx.reads.lastPosition()).rejects.toThrow(/read after it had ended/);
  connection.close();
});
