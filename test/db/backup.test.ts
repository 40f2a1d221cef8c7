import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backup } from '../../db/backup.ts';
import { openReading, openWriting } from '../../db/engine/connection.ts';
import { lockDatabase } from '../../db/engine/lock.ts';
import { migrate, migrationsOf } from '../../db/migrate.ts';
import { restore } from '../../db/restore.ts';
import { verify } from '../../db/verify.ts';
import type { World } from '../support/world.ts';
import { openWorld, service } from '../support/world.ts';
import { planted } from './planted.ts';

const at = '2026-12-01T10:00:00.000Z';

async function aWorldWith(...slugs: readonly string[]): Promise<World> {
  const world = await openWorld({ verbs: planted });
  for (const slug of slugs) await world.run('plant-goal', service, { slug });
  return world;
}

function slugsIn(file: string): readonly string[] {
  const reader = openReading(file);
  const rows = reader.rows<{ slug: string }>({ sql: 'select slug from goal order by slug', parameters: [] }, {});
  reader.close();
  return rows.map(({ slug }) => slug);
}

test('a backup taken while the service runs holds one commit and verifies', async () => {
  const world = await aWorldWith('one', 'two');
  const to = join(world.folder, 'backup.db');

  const made = await backup(world.file, to);
  await world.run('plant-goal', service, { slug: 'three' });

  expect(made).toMatchObject({ file: to, entries: 2 });
  expect(slugsIn(to)).toEqual(['one', 'two']);
  expect(verify(to)).toEqual({ entries: 2, faults: [] });
});

test('a backup never writes over a file', async () => {
  const world = await aWorldWith('one');
  const to = join(world.folder, 'precious.txt');
  writeFileSync(to, 'precious');

  await expect(backup(world.file, to)).rejects.toMatchObject({ name: 'DatabaseFault' });

  expect(readFileSync(to, 'utf8')).toBe('precious');
});

test('a restored backup is in place and the old file is kept', async () => {
  const world = await aWorldWith('one');
  const from = join(world.folder, 'backup.db');
  await backup(world.file, from);
  await world.run('plant-goal', service, { slug: 'after' });
  await world.engine.close();

  const { entries, kept } = await restore(from, world.file, at);

  expect(entries).toBe(1);
  expect(slugsIn(world.file)).toEqual(['one']);
  expect(slugsIn(kept ?? '')).toEqual(['after', 'one']);
});

test('a restore is refused while a service works on the file', async () => {
  const world = await aWorldWith('one');
  const from = join(world.folder, 'backup.db');
  await backup(world.file, from);
  const lock = lockDatabase(world.file);

  await expect(restore(from, world.file, at)).rejects.toMatchObject({ kind: 'in-use' });

  lock.release();
});

test('a backup of a newer program is refused and nothing is changed', async () => {
  const world = await aWorldWith('one');
  const from = join(world.folder, 'newer.db');
  await migrate(from, [...migrationsOf(), { name: '9999_later.sql', hash: 'later', statements: ['create table later (id text)'] }]);

  await expect(restore(from, world.file, at)).rejects.toMatchObject({ kind: 'newer' });

  expect(slugsIn(world.file)).toEqual(['one']);
  expect(readdirSync(world.folder).filter((name) => name.includes('before') || name.includes('restoring'))).toEqual([]);
});

test.for([
  ['an empty file', async (file: string) => writeFileSync(file, '')],
  ['a database without a table', async (file: string) => openWriting(file).close()],
] as const)('%s is refused as a backup, and nothing is changed', async ([what, make]) => {
  const world = await aWorldWith('one');
  const from = join(world.folder, `${what}.db`);
  await make(from);
  await world.engine.close();

  await expect(restore(from, world.file, at)).rejects.toMatchObject({ kind: 'garbage' });

  expect(slugsIn(world.file)).toEqual(['one']);
  expect(readdirSync(world.folder).filter((name) => name.includes('before') || name.includes('restoring'))).toEqual([]);
});

test('garbage is refused as a backup, and a backup replaces garbage', async () => {
  const world = await aWorldWith('one');
  const from = join(world.folder, 'backup.db');
  await backup(world.file, from);
  const broken = join(world.folder, 'broken.db');
  writeFileSync(broken, 'garbage '.repeat(500));

  await expect(restore(broken, join(world.folder, 'other.db'), at)).rejects.toMatchObject({ kind: 'garbage' });
  const { kept } = await restore(from, broken, at);

  expect(existsSync(join(world.folder, 'other.db'))).toBe(false);
  expect(slugsIn(broken)).toEqual(['one']);
  expect(readFileSync(kept ?? '', 'utf8')).toContain('garbage');
});
