import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openReading } from './engine/connection.ts';
import { sqliteCode } from './engine/failure.ts';
import { DatabaseFault } from './fault.ts';
import type { Lock } from './engine/lock.ts';
import { lockDatabase } from './engine/lock.ts';
import { migrate } from './migrate.ts';

/**
 * Makes a database file ready for this process alone: locked, whole, of this program's schema. A file that is not there is made.
 * Refuses with a DatabaseFault: in use, garbage, truncated, damaged, newer, drifted, unreachable.
 */
export async function claimDatabase(file: string): Promise<Lock> {
  if (!existsSync(dirname(file)))
    throw new DatabaseFault('unreachable', `The folder of ${file} is not there. Make it, or name another file.`);
  const lock = explained(file, () => lockDatabase(file));
  try {
    checkFile(file);
    await migrate(file);
    return lock;
  } catch (error) {
    lock.release();
    throw faultFrom(file, error);
  }
}

const quickCheckBytesMax = 64 * 1024 * 1024;

/** Refuses a file that is no whole SQLite database. A file that is not there, or is empty, is fine. */
export function checkFile(file: string): void {
  explained(file, () => {
    if (!existsSync(file) || statSync(file).size === 0) return;
    checkHeader(file);
    if (statSync(file).size <= quickCheckBytesMax) quickCheck(file);
  });
}

const headerBytes = 100;
const magic = 'SQLite format 3\0';

function checkHeader(file: string): void {
  const { size } = statSync(file);
  const header = firstBytes(file, headerBytes);
  if (header.length < headerBytes || header.toString('latin1', 0, magic.length) !== magic) throw garbage(file);
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const pages = header.readUInt32BE(28);
  const countHolds = header.readUInt32BE(24) === header.readUInt32BE(92);
  if (!countHolds || hasLog(file)) return; // the newest pages may still stand in the log beside the file
  if (size < pageBytes * pages) {
    throw new DatabaseFault(
      'truncated',
      `${file} is cut off: it has ${size} of ${pageBytes * pages} bytes. Restore a backup: gatebell restore BACKUP.`,
    );
  }
}

function quickCheck(file: string): void {
  const connection = openReading(file);
  try {
    const [found] = connection.rows<{ quick_check: string }>({ sql: 'PRAGMA quick_check(1)', parameters: [] }, {});
    if (found?.quick_check !== 'ok') throw damaged(file);
  } finally {
    connection.close();
  }
}

function hasLog(file: string): boolean {
  return existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;
}

function firstBytes(file: string, count: number): Buffer {
  const opened = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(count);
    return bytes.subarray(0, readSync(opened, bytes, 0, count, 0));
  } finally {
    closeSync(opened);
  }
}

function explained<T>(file: string, attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    throw faultFrom(file, error);
  }
}

/** What SQLite or the system said of the file, as a fault of the file. */
export function faultFrom(file: string, error: unknown): unknown {
  if (error instanceof DatabaseFault) return error;
  const code = sqliteCode(error) ?? '';
  if (code.startsWith('SQLITE_NOTADB')) return garbage(file);
  if (code.startsWith('SQLITE_CORRUPT')) return damaged(file);
  const reason = error instanceof Error ? error.message : String(error);
  if (code !== '' || (error instanceof Error && 'code' in error)) {
    return new DatabaseFault('unreachable', `${file} cannot be used: ${reason}. Look at its folder, its rights and its disk.`);
  }
  return error;
}

function garbage(file: string): DatabaseFault {
  return new DatabaseFault(
    'garbage',
    `${file} is not a Gatebell database. Name another file, or restore a backup: gatebell restore BACKUP.`,
  );
}

function damaged(file: string): DatabaseFault {
  return new DatabaseFault('damaged', `${file} is damaged inside. Keep a copy of it and restore a backup: gatebell restore BACKUP.`);
}
