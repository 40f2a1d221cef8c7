import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWriting } from '../../db/engine/connection.ts';
import { verify } from '../../db/verify.ts';
import { openWorld, service } from '../support/world.ts';
import { planted } from './planted.ts';

/** A closed copy of a database with one goal and two notes, changed by hand. */
async function aDatabaseWith(...changes: readonly string[]): Promise<string> {
  const world = await openWorld({ verbs: planted });
  const { goal } = await world.run<{ goal: string }>('plant-goal', service, { slug: 'one' });
  for (const text of ['first', 'second']) await world.run('plant-note', service, { goal, text });
  await world.engine.close();
  const file = join(world.folder, 'changed.db');
  copyFileSync(world.file, file);
  const connection = openWriting(file);
  for (const change of changes) connection.exec(change);
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  connection.close();
  return file;
}

const unguarded = ['drop trigger entry_never_updated', 'drop trigger entry_never_deleted'];

test('a database that nobody touched verifies', async () => {
  expect(verify(await aDatabaseWith())).toEqual({ entries: 3, faults: [] });
});

test.each([
  ['a changed row', 'update goal set state = replace(state, \'"active"\', \'"paused"\')', 'goal', 'differs'],
  ['a changed column', "update goal set slug = 'other'", 'goal', 'differs'],
  ['a lost row', "delete from note where state like '%first%'", 'note', 'is missing'],
  ['a row from nowhere', "insert into signal (id, stream, state) values ('x/y', 'goal:x', '{}')", 'signal', 'no entry made this row'],
  ['a lost head', 'delete from head', 'head', 'the head says nothing'],
])('%s is found', async (_, change, table, what) => {
  const { faults } = verify(await aDatabaseWith(change));

  expect(faults).toEqual([{ table, id: expect.any(String), stream: expect.stringMatching(/^goal:/), what: expect.stringContaining(what) }]);
});

test.each([
  ['a changed entry', "update entry set data = replace(data, 'second', 'changed') where position = 3", 'the hash of entry 3'],
  ['a changed actor', "update entry set actor = 'person:x' where position = 2", 'the hash of entry 2'],
  ['a lost entry', 'delete from entry where position = 2', 'entry 3 follows entry 1'],
])('%s breaks the chain', async (_, change, what) => {
  const { faults } = verify(await aDatabaseWith(...unguarded, change));

  expect(faults[0]).toMatchObject({ table: 'entry', what: expect.stringContaining(what) });
});

test('verifying writes nothing and works beside a service that writes', async () => {
  const world = await openWorld({ verbs: planted });
  const { goal } = await world.run<{ goal: string }>('plant-goal', service, { slug: 'one' });

  const seen = verify(world.file);
  await world.run('plant-note', service, { goal });

  expect(seen).toEqual({ entries: 1, faults: [] });
  expect(verify(world.file)).toEqual({ entries: 2, faults: [] });
});

test('what is not a database of this schema is refused in a sentence', async () => {
  const file = await aDatabaseWith("insert into schema_migrations values (99, 'later', 'later')");
  const garbage = `${file}.txt`;
  writeFileSync(garbage, 'garbage '.repeat(500));

  expect(() => verify(file)).toThrow(/newer Gatebell/);
  expect(() => verify(garbage)).toThrow(/not a Gatebell database/);
});

test('a path with quotes and spaces is a path', async () => {
  const file = await aDatabaseWith();
  const odd = `${file} it's 100% odd?.db`;
  copyFileSync(file, odd);

  expect(verify(odd)).toEqual({ entries: 3, faults: [] });
});
