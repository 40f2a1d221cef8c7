import { existsSync, rmSync, statSync } from 'node:fs';
import { createClient } from '@libsql/client';
import { syncFile, swapIn } from './durable-file.ts';
import { DatabaseFault } from './fault.ts';
import { fileUrl } from './file-url.ts';
import { checkFile, faultFrom } from './open.ts';

export type Backup = { readonly file: string; readonly bytes: number; readonly entries: number };

/**
 * Copies a database as of one commit into a new file, also while a service writes to it. Refuses to write over a file.
 * The copy stands under its name only when it is whole and on disk.
 */
export async function backup(file: string, to: string): Promise<Backup> {
  if (existsSync(to)) throw new DatabaseFault('unreachable', `${to} is there already. Name a new file for the backup.`);
  checkFile(file);
  const unfinished = `${to}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    await copyInto(file, unfinished);
    const entries = await countEntries(unfinished);
    syncFile(unfinished);
    swapIn(unfinished, to);
    return { file: to, bytes: statSync(to).size, entries };
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw faultFrom(to, error);
  }
}

async function copyInto(file: string, to: string): Promise<void> {
  const client = createClient({ url: fileUrl(file), timeout: 5_000, concurrency: 1 });
  try {
    await client.execute({ sql: 'VACUUM INTO ?', args: [to] });
  } finally {
    client.close();
  }
}

async function countEntries(file: string): Promise<number> {
  const client = createClient({ url: fileUrl(file), concurrency: 1 });
  try {
    const { rows } = await client.execute('select count(*) as entries from entry');
    return Number(rows[0]?.entries ?? 0);
  } finally {
    client.close();
  }
}
