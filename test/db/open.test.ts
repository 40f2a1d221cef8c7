import { once } from 'node:events';
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { openReading } from '../../db/engine/connection.ts';
import { lockDatabase } from '../../db/engine/lock.ts';
import { migrate, migrationsOf } from '../../db/migrate.ts';
import { claimDatabase } from '../../db/open.ts';
import { verify } from '../../db/verify.ts';
import { aFolder, startProgram } from './programs.ts';

const aFile = () => join(aFolder(), 'gatebell.db');

test('a file that is not there is made', async () => {
  const file = aFile();

  const lock = await claimDatabase(file);

  expect(existsSync(file)).toBe(true);
  lock.release();
});

test('a file of garbage is refused in one sentence and left alone', async () => {
  const file = aFile();
  writeFileSync(file, 'not a database at all, only text '.repeat(200));
  const before = readFileSync(file);

  const claiming = claimDatabase(file);

  await expect(claiming).rejects.toMatchObject({
    name: 'DatabaseFault',
    kind: 'garbage',
    message: expect.stringMatching(/is not a Gatebell database/),
  });
  expect(readFileSync(file)).toEqual(before);
});

test.each([[1], [2_000]])('a file that lost its last %i bytes is refused', async (lost) => {
  const file = aFile();
  (await claimDatabase(file)).release();
  const { size } = statSync(file);
  truncateSync(file, size - lost);

  await expect(claimDatabase(file)).rejects.toMatchObject({
    kind: 'truncated',
    message: expect.stringContaining(`${size - lost} of ${size} bytes`),
  });
});

test('a file that is damaged inside is refused', async () => {
  const file = aFile();
  (await claimDatabase(file)).release();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xa5, 4_096, bytes.length - 4_096));

  await expect(claimDatabase(file)).rejects.toMatchObject({ name: 'DatabaseFault', kind: 'damaged' });
});

test('a database of a newer program is refused and the lock is free again', async () => {
  const file = aFile();
  await migrate(file, [...migrationsOf(), { name: '9999_later.sql', hash: 'later', statements: ['create table later (id text)'] }]);

  await expect(claimDatabase(file)).rejects.toMatchObject({ kind: 'newer' });

  lockDatabase(file).release();
});

test('a folder that is not there is named', async () => {
  await expect(claimDatabase(join(aFolder(), 'nowhere', 'gatebell.db'))).rejects.toMatchObject({ kind: 'unreachable' });
});

test('a second process on the same file is refused with the id of the first', async () => {
  const file = aFile();
  const child = startProgram('start-writing.ts', file);
  await once(createInterface({ input: child.stdout ?? process.stdin }), 'line');

  await expect(claimDatabase(file)).rejects.toMatchObject({ kind: 'in-use', message: expect.stringContaining(`process ${child.pid}`) });
});

test('after kill -9 nothing that was acknowledged is missing, everything verifies, and the file is free', async () => {
  const file = aFile();
  for (const round of [1, 2, 3]) {
    const child = startProgram('start-writing.ts', `${file}${round}`);
    const lines = createInterface({ input: child.stdout ?? process.stdin });
    const acknowledged: string[] = [];
    lines.on('line', (line) => {
      acknowledged.push(line);
      if (acknowledged.length === 40 + round * 7) child.kill('SIGKILL');
    });
    await once(lines, 'close');

    const lock = await claimDatabase(`${file}${round}`);
    const reader = openReading(`${file}${round}`);
    const rows = reader.rows<{ slug: string }>({ sql: 'select slug from goal', parameters: [] }, {}).map(({ slug }) => slug);

    expect(acknowledged.filter((slug) => !rows.includes(slug))).toEqual([]);
    expect(verify(`${file}${round}`)).toEqual({ entries: rows.length, faults: [] });
    reader.close();
    lock.release();
  }
});

test('the lock holds within a process too, and is free after its release', () => {
  const file = aFile();
  new Database(file).close();
  const lock = lockDatabase(file);

  expect(() => lockDatabase(file)).toThrow(`process ${process.pid}`);

  lock.release();
  lockDatabase(file).release();
});

test('a path with quotes, spaces and signs is a path', async () => {
  const file = join(aFolder(), "it's 100% odd? #1.db");

  (await claimDatabase(file)).release();

  expect(existsSync(file)).toBe(true);
  expect(verify(file)).toEqual({ entries: 0, faults: [] });
});
