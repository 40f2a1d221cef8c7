import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { FactKind } from '../../src/ledger/fold.ts';
import type { Query } from '../bind.ts';
import { build, compileSingle, compileWrite, given } from '../queries/compile.ts';
import * as schema from '../schema.ts';

type FactTable = SQLiteTable & { readonly id: SQLiteColumn; readonly state: SQLiteColumn };

/** The table of each kind of fact. */
export const factTables = {
  goal: schema.goal,
  lane: schema.lane,
  todo: schema.todo,
  signal: schema.signal,
  note: schema.note,
  turn: schema.turn,
  evidence: schema.evidence,
  file: schema.file,
  gate: schema.gate,
  person: schema.person,
  agent: schema.agent,
  token: schema.token,
  login_code: schema.loginCode,
  identity: schema.identity,
  link_code: schema.linkCode,
  route: schema.route,
  resource: schema.resource,
  schedule: schema.schedule,
  slot: schema.slot,
  digest: schema.digest,
  waking: schema.waking,
} as const satisfies Record<FactKind, FactTable>;

/** The index tables, by the kind of fact row that owns their rows. */
export const indexTables = {
  todo: schema.todoNeed,
  gate: schema.gateBlock,
  person: schema.personRole,
  agent: schema.agentGoal,
  digest: schema.digestShows,
} as const;

type Statements = { readonly load: Query<{ state: string }>; readonly save: Query };

export const factStatements = Object.fromEntries(
  Object.entries(factTables).map(([kind, table]) => [kind, { load: loadOf(table), save: saveOf(table) }]),
) as Record<FactKind, Statements>; // the keys of factTables are the kinds

export const indexStatements = Object.fromEntries(
  Object.entries(indexTables).map(([kind, table]) => [
    kind,
    { clear: compileWrite(build.delete(table).where(eq(table.of, given('of')))), add: compileWrite(insertInto(table)) },
  ]),
) as Partial<Record<FactKind, { readonly clear: Query; readonly add: Query }>>; // likewise

function loadOf(table: FactTable): Query<{ state: string }> {
  return compileSingle(
    build
      .select({ state: sql<string>`${table.state}`.as('state') })
      .from(table)
      .where(eq(table.id, given('id'))),
  );
}

/** A row keeps the stream that it was made in: the first one. */
function saveOf(table: FactTable): Query {
  const changing = Object.keys(getTableColumns(table)).filter((name) => name !== 'id' && name !== 'stream');
  const set = Object.fromEntries(changing.map((name) => [name, sql.raw(`excluded."${name}"`)]));
  return compileWrite(insertInto(table).onConflictDoUpdate({ target: table.id, set }));
}

function insertInto(table: SQLiteTable) {
  const values = Object.fromEntries(Object.keys(getTableColumns(table)).map((name) => [name, given(name)]));
  return build.insert(table).values(values as never); // a placeholder under each column's own name
}
