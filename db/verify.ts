import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import type { Query } from './bind.ts';
import type { VerifyFault } from './chain.ts';
import { chainFaults } from './chain.ts';
import type { Connection } from './engine/connection.ts';
import { openScratch } from './engine/connection.ts';
import { DatabaseFault } from './fault.ts';
import { fileUrl } from './file-url.ts';
import { factTables, indexTables } from './facts/statements.ts';
import { migrationsOf } from './migrate.ts';
import { checkFile } from './open.ts';
import { replayInto } from './replay.ts';

export type Verification = { readonly entries: number; readonly faults: readonly VerifyFault[] };

const faultsPerTableMax = 100;

/**
 * Checks a database without changing it, also while a service writes to it: every chain, and that replaying the entries
 * gives every fact table row by row. All of it sees one and the same commit.
 */
export function verify(file: string): Verification {
  return besideScratch(file, (scratch) => {
    const chains = chainFaults(scratch);
    const replayed = replayInto(scratch);
    return { entries: replayed.entries, faults: [...chains, ...replayed.faults, ...differences(scratch)] };
  });
}

/** What replaying the entries gives differently from the fact tables. */
export function replayDifferences(file: string): readonly VerifyFault[] {
  return besideScratch(file, (scratch) => [...replayInto(scratch).faults, ...differences(scratch)]);
}

/** A fresh database of the same schema, with the file attached as `live`, in one read transaction. */
function besideScratch<T>(file: string, work: (scratch: Connection) => T): T {
  checkFile(file);
  const folder = mkdtempSync(join(tmpdir(), 'gatebell-verify-'));
  const scratch = openScratch(join(folder, 'replay.db'));
  try {
    scratch.exec(`ATTACH '${readOnly(file)}' AS live`);
    scratch.exec('BEGIN');
    refuseOtherSchema(scratch, file);
    for (const { statements } of migrationsOf()) for (const statement of statements) scratch.exec(statement);
    return work(scratch);
  } finally {
    scratch.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOnly(file: string): string {
  return `${fileUrl(file).replaceAll("'", '%27')}?mode=ro`;
}

const applied: Query<{ hash: string }> = { sql: 'select hash from live.schema_migrations order by idx', parameters: [] };
const tables: Query<{ name: string }> = { sql: "select name from live.sqlite_master where name = 'schema_migrations'", parameters: [] };

/** The rows of one schema cannot be compared with those of another. */
function refuseOtherSchema(scratch: Connection, file: string): void {
  const theirs = scratch.rows(tables, {}).length === 0 ? [] : scratch.rows(applied, {}).map(({ hash }) => hash);
  const own = migrationsOf().map(({ hash }) => hash);
  if (theirs.join() === own.join()) return;
  if (theirs.length > own.length)
    throw new DatabaseFault('newer', `${file} was last used by a newer Gatebell. Verify it with that version or a later one.`);
  throw new DatabaseFault('drifted', `${file} does not have the schema of this Gatebell. Start the service on it once, then verify it.`);
}

function differences(scratch: Connection): readonly VerifyFault[] {
  const facts = Object.values(factTables).map((table) => ({ name: getTableName(table), key: 'id' }));
  const indexes = Object.values(indexTables).map((table) => ({ name: getTableName(table), key: 'of' }));
  return [...facts, ...indexes].flatMap(({ name, key }) => differencesIn(scratch, name, key));
}

function differencesIn(scratch: Connection, table: string, key: string): readonly VerifyFault[] {
  const kept = onlyIn(scratch, table, key, 'live', 'main');
  const replayed = onlyIn(scratch, table, key, 'main', 'live');
  const said = (what: string) => (row: { id: string; stream: string }) => ({ table, id: row.id, stream: row.stream, what });
  const has = (rows: typeof kept, id: string) => rows.some((row) => row.id === id);
  return [
    ...kept.filter(({ id }) => has(replayed, id)).map(said('the row differs from what its entries say')),
    ...kept.filter(({ id }) => !has(replayed, id)).map(said('no entry made this row')),
    ...replayed.filter(({ id }) => !has(kept, id)).map(said('the row that its entries made is missing')),
  ];
}

function onlyIn(scratch: Connection, table: string, key: string, here: string, there: string) {
  const sql = `select "${key}" as id, stream from (select * from ${here}."${table}" except select * from ${there}."${table}") limit ${faultsPerTableMax}`;
  return scratch.rows<{ id: string; stream: string }>({ sql, parameters: [] }, {});
}
