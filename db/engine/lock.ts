import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'libsql';
import { DatabaseFault } from '../fault.ts';

export type Lock = { release(): void };

/**
 * Makes this process the only one that works on a database file. Refuses while another does, and names its process id.
 * The lock is SQLite's own, on a file beside the database: the system drops it when the process ends, however it ends.
 */
export function lockDatabase(file: string): Lock {
  const path = join(realpathSync(dirname(file)), basename(file));
  const database = new Database(`${path}.lock`, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch {
    database.close();
    const holder = holderOf(path);
    throw new DatabaseFault('in-use', `${file} is in use by ${holder}. Stop that one first, or name another file.`);
  }
  writeFileSync(`${path}.pid`, `${process.pid}\n`);
  return {
    release: () => {
      rmSync(`${path}.pid`, { force: true });
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

function holderOf(path: string): string {
  try {
    return `process ${readFileSync(`${path}.pid`, 'utf8').trim()}`;
  } catch {
    return 'another process';
  }
}
