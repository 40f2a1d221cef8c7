import type { Stream } from '../../src/ids.ts';
import type { FactKind, Facts, FactStore } from '../../src/ledger/fold.ts';
import type { TodoId } from '../../src/ids.ts';
import type { Connection } from '../engine/connection.ts';
import { todoQueries } from '../queries/todo.ts';
import type { IndexRow } from './columns.ts';
import { columnsOf, indexRowsOf } from './columns.ts';
import { factStatements, indexStatements } from './statements.ts';

/** States that one command has loaded or saved, so that each is read once. Dropped with the command. */
export type Known = Map<string, unknown>;

/** The fact rows of a database, as the fold sees them while it applies an entry of `stream`. */
export function openFactStore(connection: Connection, stream: Stream, known: Known): FactStore {
  const load = <Kind extends FactKind>(kind: Kind, id: string): Facts[Kind] | undefined => {
    const name = `${kind} ${id}`;
    if (!known.has(name)) {
      const [row] = connection.rows(factStatements[kind].load, { id });
      known.set(name, row === undefined ? undefined : JSON.parse(row.state));
    }
    return known.get(name) as Facts[Kind] | undefined; // saved under the same kind
  };
  return {
    load,
    save: (kind, id, state) => {
      const before = load(kind, id);
      if (before === state) return;
      connection.write(factStatements[kind].save, { id, stream, state: JSON.stringify(state), ...columnsOf[kind](state) });
      saveIndexRows(connection, kind, id, stream, before, state);
      known.set(`${kind} ${id}`, state);
    },
    todosNeeding: (_goal, need) => connection.rows(todoQueries.todosNeeding, { need }).map(({ of }) => of as TodoId), // written from TodoIds
    todosAwaiting: (goal, key) => connection.rows(todoQueries.todosAwaiting, { goal, key }).map(({ id }) => id as TodoId),
  };
}

function saveIndexRows<Kind extends FactKind>(
  connection: Connection,
  kind: Kind,
  of: string,
  stream: Stream,
  before: Facts[Kind] | undefined,
  after: Facts[Kind],
): void {
  const rowsOf = indexRowsOf[kind];
  const statements = indexStatements[kind];
  if (rowsOf === undefined || statements === undefined) return;
  const rows = rowsOf(after);
  const rowsBefore: readonly IndexRow[] = before === undefined ? [] : rowsOf(before);
  if (JSON.stringify(rows) === JSON.stringify(rowsBefore)) return;
  if (rowsBefore.length > 0) connection.write(statements.clear, { of });
  for (const row of rows) connection.write(statements.add, { of, stream, ...row });
}
