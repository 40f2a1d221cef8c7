import { Column, is, Param, Placeholder, SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import type { Args, Parameter, Query, Value } from '../bind.ts';
import type { Stream } from '../../src/ids.ts';

/** Builds statements and never runs them: drizzle gives the text once, the engine and the readers run it. */
export const build = drizzle(() => {
  throw new Error('this builder only compiles');
});

/** Runs a query where the caller stands: inside the writer's transaction or on a read-only connection. */
export type Ask = <Row>(query: Query<Row>, args: Args, declared?: Stream) => Promise<readonly Row[]>;

type Built<Row> = { toSQL(): { sql: string; params: unknown[] } } & PromiseLike<readonly Row[]>;

/** The names of a selected row are those of its columns, so the fields of a selection carry the column's own name. */
export function compile<Row>(built: Built<Row>): Query<Row> {
  refuseRenamed(built as unknown as Selecting); // every select has its fields; drizzle's types hide them after `where`
  return compileWrite(built);
}

/** A query that can give one row at most: it looks for a unique key, or counts. */
export function compileSingle<Row>(built: Built<Row>): Query<Row> {
  return { ...compile(built), single: true };
}

type Selecting = { getSelectedFields(): Readonly<Record<string, unknown>> };

function refuseRenamed(built: Selecting): void {
  for (const [name, field] of Object.entries(built.getSelectedFields())) {
    const came = is(field, Column) ? field.name : is(field, SQL.Aliased) ? field.fieldAlias : undefined;
    if (came !== name) throw new Error(`the selected field "${name}" would come back as "${came}": name it so with .as()`);
  }
}

export function compileWrite(built: { toSQL(): { sql: string; params: unknown[] } }): Query<never> {
  const { sql: text, params } = built.toSQL();
  return { sql: text, parameters: params.map(parameterOf) };
}

/** A named value of a query, to be given when it runs. */
export function given(name: string) {
  return sql.placeholder(name);
}

/** A given JSON array of texts, as something to select from: one statement serves any number of ids. */
export function givenList(name: string) {
  return sql`(select value from json_each(${sql.placeholder(name)}))`;
}

function parameterOf(param: unknown): Parameter {
  const named = param instanceof Param ? param.value : param; // an inserted value comes wrapped
  return named instanceof Placeholder ? { name: String(named.name) } : { value: named as Value }; // checked when it is bound
}
