import Database from 'libsql';

/** Where each stream of a database stands: read past the service, so that it proves what is on disk. */
export function ledgerHeads(file: string): Readonly<Record<string, string>> {
  const rows = select(file, 'select stream, max(seq) as seq, hash from entry group by stream order by stream');
  return Object.fromEntries(rows.map((row) => [String(row.stream), `${String(row.seq)} ${String(row.hash)}`]));
}

/** Every entry's id, seq, type and data text, in the order of the installation. */
export function ledgerEntries(
  file: string,
): readonly { readonly id: string; readonly seq: number; readonly type: string; readonly data: string }[] {
  return select(file, 'select id, seq, type, data from entry order by position').map((row) => ({
    id: String(row.id),
    seq: Number(row.seq),
    type: String(row.type),
    data: String(row.data),
  }));
}

/** How many cards of these gates the service knows to stand somewhere. */
export function cardsRecorded(file: string, gates: readonly { readonly id: string }[]): number {
  return select(file, 'select gate from post where message is not null').filter(({ gate }) => gates.some(({ id }) => id === gate)).length;
}

/** Every press that was kept, as its row says. */
export function pressesIn(file: string): readonly { readonly raw: string; readonly done_at: string | null }[] {
  return select(file, 'select raw, done_at from press').map(({ raw, done_at }) => ({
    raw: String(raw),
    done_at: done_at === null ? null : String(done_at),
  }));
}

function select(file: string, sql: string): readonly Record<string, unknown>[] {
  const database = new Database(file, { timeout: 5_000 });
  try {
    database.exec('pragma query_only = on');
    return database.prepare(sql).all() as Record<string, unknown>[]; // rows of the driver
  } finally {
    database.close();
  }
}
