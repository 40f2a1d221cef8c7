import Database from 'libsql';
import type { Args, Query } from '../bind.ts';
import { bind } from '../bind.ts';

/** One open database of the binding: statements are prepared once and bound with what SQLite stores as given. */
export type Connection = {
  rows<Row>(query: Query<Row>, args: Args): readonly Row[];
  /** Runs a statement that gives no rows. */
  write(query: Query, args: Args): { readonly changes: number; readonly rowId: number };
  /** Runs SQL text that is not worth preparing. */
  exec(sql: string): void;
  inTransaction(): boolean;
  close(): void;
};

const writerPragmas = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'recursive_triggers = ON',
  'cache_size = -65536',
  'journal_size_limit = 67108864',
  'temp_store = MEMORY',
  'wal_autocheckpoint = 1000',
];

/** The one writing connection of a file. Nothing but another process on the same file makes it wait for `busyMs`. */
export function openWriting(file: string, busyMs = 5_000): Connection {
  return open(file, writerPragmas, busyMs);
}

/** A connection that cannot change the file. */
export function openReading(file: string): Connection {
  return open(file, ['query_only = ON', 'cache_size = -65536', 'temp_store = MEMORY']);
}

/** A connection to a file that nobody else sees and that may be lost. */
export function openScratch(file: string): Connection {
  return open(file, ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -65536']);
}

function open(file: string, pragmas: readonly string[], busyMs = 5_000): Connection {
  const database = new Database(file, { timeout: busyMs });
  for (const pragma of pragmas) database.exec(`PRAGMA ${pragma}`);
  const prepared = new Map<Query, { readonly statement: Database.Statement; readonly givesRows: boolean }>();

  const prepare = (query: Query) => {
    const known = prepared.get(query);
    if (known !== undefined) return known;
    const statement = database.prepare(query.sql);
    const made = { statement, givesRows: statement.reader };
    prepared.set(query, made);
    return made;
  };
  return {
    // Compiled with this row's type.
    rows: <Row>(query: Query<Row>, args: Args) => {
      const { statement } = prepare(query);
      const values = bind(query, args);
      if (query.single !== true) return statement.all(values) as Row[];
      const row = statement.get(values) as Row | undefined;
      return row === undefined ? [] : [row];
    },
    write: (query, args) => {
      const values = bind(query, args);
      const { statement, givesRows } = prepare(query);
      if (givesRows) throw new Error(`a statement that gives rows was run as one that gives none: ${query.sql}`);
      const { changes, lastInsertRowid } = statement.run(values);
      return { changes, rowId: Number(lastInsertRowid) };
    },
    exec: (sql) => {
      database.exec(sql);
    },
    inTransaction: () => database.inTransaction,
    close: () => {
      database.close();
    },
  };
}
