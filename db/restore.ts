import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFile, swapIn } from './durable-file.ts';
import type { Query } from './bind.ts';
import { openWriting } from './engine/connection.ts';
import { DatabaseFault } from './fault.ts';
import { lockDatabase } from './engine/lock.ts';
import { migrate } from './migrate.ts';
import { checkFile, faultFrom } from './open.ts';
import { verify } from './verify.ts';

export type Restored = { readonly entries: number /** Where the database that stood there is kept. */; readonly kept: string | undefined };

/**
 * Puts a backup in the place of a database, while no service works on it. The backup is checked and brought to this
 * program's schema first, so a bad one changes nothing. The old file is kept beside, named after `at`.
 */
export async function restore(from: string, file: string, at: string): Promise<Restored> {
  if (!existsSync(from)) throw new DatabaseFault('unreachable', `There is no backup ${from}.`);
  if (!existsSync(dirname(file)))
    throw new DatabaseFault('unreachable', `The folder of ${file} is not there. Make it, or name another file.`);
  const lock = lockDatabase(file);
  const copy = `${file}.restoring`;
  try {
    const entries = await preparedCopy(from, copy);
    const kept = existsSync(file) ? putAside(file, `${file}.before-${at.replaceAll(/[:.]/g, '-')}`) : undefined;
    swapIn(copy, file);
    return { entries, kept };
  } catch (error) {
    throw faultFrom(from, error);
  } finally {
    for (const ending of ['', '-wal', '-shm']) rmSync(copy + ending, { force: true });
    lock.release();
  }
}

async function preparedCopy(from: string, copy: string): Promise<number> {
  checkFile(from);
  for (const ending of ['', '-wal', '-shm']) rmSync(copy + ending, { force: true });
  for (const ending of ['', '-wal']) if (existsSync(from + ending)) copyFileSync(from + ending, copy + ending);
  refuseEmpty(from, copy);
  await migrate(copy);
  const { entries, faults } = verify(copy);
  const [fault] = faults;
  if (fault !== undefined) {
    const where = `${fault.table} ${fault.id} (${fault.stream})`;
    throw new DatabaseFault(
      'damaged',
      `${from} does not verify: ${where}: ${fault.what}. ${faults.length} faults in all; nothing was changed.`,
    );
  }
  emptyLog(copy);
  syncFile(copy);
  return entries;
}

const ownTable: Query<{ name: string }> = { sql: "select name from sqlite_master where name = 'schema_migrations'", parameters: [] };

/** What a copy on a full disk leaves is an empty file. As a backup it would make an installation in which nothing ever happened. */
function refuseEmpty(from: string, copy: string): void {
  const connection = openWriting(copy);
  try {
    if (connection.rows(ownTable, {}).length > 0) return;
  } finally {
    connection.close();
  }
  throw new DatabaseFault('garbage', `${from} is no backup of Gatebell: there is nothing of Gatebell in it. Name another file.`);
}

/** Keeps the old file under another name. Its log must be gone before another file gets its name: it would be taken for its own. */
function putAside(file: string, kept: string): string {
  try {
    emptyLog(file);
  } catch {
    if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${kept}-wal`); // a broken file is kept as it is
  }
  for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
  linkSync(file, kept);
  return kept;
}

function emptyLog(file: string): void {
  const connection = openWriting(file);
  try {
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    connection.close();
  }
}
