import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { migrate, migrationsOf } from '../../db/migrate.ts';
import { aFolder, outputOf, startProgram } from './programs.ts';

const aFile = () => join(aFolder(), 'gatebell.db');
const planned = migrationsOf();
const later = { name: '9999_later.sql', hash: 'later', statements: ['create table later (id text)'] };

test('a fresh file is brought to the schema, and a second start finds nothing to do', async () => {
  const file = aFile();

  const applied = [await migrate(file), await migrate(file)];

  expect(applied).toEqual([planned.length, 0]);
});

test('several processes that start at once all come up, and each migration is applied once', async () => {
  const file = aFile();

  const started = await Promise.all([1, 2, 3, 4].map(() => outputOf(startProgram('start-migrate.ts', file))));

  expect(started.map(({ code, err }) => [code, err])).toEqual(started.map(() => [0, '']));
  expect(started.map(({ out }) => Number(out)).toSorted()).toEqual([0, 0, 0, planned.length]);
});

test('a database that a newer program migrated is refused', async () => {
  const file = aFile();
  await migrate(file, [...planned, later]);

  await expect(migrate(file)).rejects.toMatchObject({ kind: 'newer', message: expect.stringContaining('9999_later.sql') });
});

test('a migration that was edited after it was applied is refused', async () => {
  const file = aFile();
  await migrate(file, planned);
  const edited = planned.map((migration, place) => (place === 0 ? { ...migration, hash: 'edited' } : migration));

  await expect(migrate(file, edited)).rejects.toMatchObject({ kind: 'drifted', message: expect.stringContaining(planned[0]?.name ?? '') });
});

test('a migration that fails half-way leaves the file as it was', async () => {
  const file = aFile();
  await migrate(file);
  const broken = { name: '9999_broken.sql', hash: 'broken', statements: ['create table half (id text)', 'create table goal (id text)'] };

  await expect(migrate(file, [...planned, broken])).rejects.toThrow(/already exists/);

  const database = new Database(file);
  expect(database.prepare("select name from sqlite_master where name = 'half'").all()).toEqual([]);
  database.close();
  expect(await migrate(file)).toBe(0);
});

test('a database of another program is not touched', async () => {
  const file = aFile();
  const database = new Database(file);
  database.exec('create table bookmarks (id text)');

  await expect(migrate(file)).rejects.toMatchObject({ kind: 'garbage', message: expect.stringContaining('bookmarks') });

  expect(database.prepare('select name from sqlite_master').all()).toEqual([{ name: 'bookmarks' }]);
  database.close();
});

// After a new migration: npx vitest run --config test/vitest.config.ts test/db/migrate.test.ts -u
test('db/schema.sql is the schema that the migrations make', async () => {
  const file = aFile();
  await migrate(file);
  const database = new Database(file);

  const rows = database.prepare("select sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by name").all() as {
    sql: string;
  }[];

  database.close();
  await expect(`${rows.map(({ sql }) => `${sql};`).join('\n\n')}\n`).toMatchFileSnapshot('../../db/schema.sql');
});
