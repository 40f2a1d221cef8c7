import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Client, Transaction } from '@libsql/client';
import { createClient } from '@libsql/client';
import { DatabaseFault } from './fault.ts';
import { fileUrl } from './file-url.ts';

export type Migration = { readonly name: string; readonly hash: string; readonly statements: readonly string[] };

const folder = new URL('./migrations/', import.meta.url);
const triesMax = 200;

/** The migrations of this program, in order. A migration that was released is never edited. */
export function migrationsOf(from: URL = folder): readonly Migration[] {
  const names = readdirSync(from).filter((name) => name.endsWith('.sql'));
  return names.toSorted().map((name) => {
    const text = readFileSync(new URL(name, from), 'utf8');
    return { name, hash: createHash('sha256').update(text).digest('hex'), statements: text.split('--> statement-breakpoint') };
  });
}

/**
 * Brings the file to the schema of this program; several starts at once are safe. Refuses a file that a newer program has
 * migrated, or in which a migration differs from the one of this program. Gives how many migrations were applied.
 */
export async function migrate(file: string, migrations: readonly Migration[] = migrationsOf()): Promise<number> {
  const client = createClient({ url: fileUrl(file), timeout: 5_000, concurrency: 1 });
  try {
    return await whenFree(() => migrateThrough(client, file, migrations));
  } finally {
    client.close();
  }
}

async function migrateThrough(client: Client, file: string, migrations: readonly Migration[]): Promise<number> {
  await client.execute('PRAGMA journal_mode = WAL');
  const transaction = await client.transaction('write');
  try {
    const applied = await appliedIn(transaction, file, migrations);
    const missing = migrations.slice(applied);
    for (const [place, migration] of missing.entries()) {
      for (const statement of migration.statements) await transaction.execute(statement);
      const args = [applied + place, migration.name, migration.hash];
      await transaction.execute({ sql: 'insert into schema_migrations (idx, name, hash) values (?, ?, ?)', args });
    }
    if (missing.length === 0) return 0;
    await transaction.commit();
    await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    return missing.length;
  } finally {
    transaction.close();
  }
}

async function appliedIn(transaction: Transaction, file: string, migrations: readonly Migration[]): Promise<number> {
  await refuseForeign(transaction, file);
  await transaction.execute(
    'create table if not exists schema_migrations (idx integer primary key, name text not null, hash text not null)',
  );
  const { rows } = await transaction.execute('select idx, name, hash from schema_migrations order by idx');
  for (const [place, row] of rows.entries()) {
    const own = migrations[place];
    if (own === undefined) {
      throw new DatabaseFault(
        'newer',
        `${file} was last used by a newer Gatebell (it has migration ${String(row.name)}). Run that version or a later one.`,
      );
    }
    if (own.hash !== row.hash) {
      throw new DatabaseFault(
        'drifted',
        `Migration ${own.name} of this Gatebell is not the one that ${file} was made with. Reinstall the release that made it.`,
      );
    }
  }
  return rows.length;
}

/** A database without our table of migrations is either new or somebody else's. */
async function refuseForeign(transaction: Transaction, file: string): Promise<void> {
  const { rows } = await transaction.execute(
    "select name from sqlite_master where type = 'table' order by name = 'schema_migrations' desc limit 1",
  );
  const [first] = rows;
  if (first === undefined || first.name === 'schema_migrations') return;
  throw new DatabaseFault(
    'garbage',
    `${file} is a database of another program (it has a table "${String(first.name)}"). Name another file.`,
  );
}

/** Another start that migrates holds the file for a moment; nothing of ours is done yet, so it is tried anew. */
async function whenFree<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === triesMax || !isBusy(error)) throw error;
      await setTimeout(25);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY');
}
