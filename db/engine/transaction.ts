import type { Actor } from '../../src/actor.ts';
import type { Id, IdKind, Stream } from '../../src/ids.ts';
import type { Args, Query } from '../bind.ts';
import type { Ask } from '../queries/compile.ts';
import { readsThrough } from '../queries/reads.ts';
import type { Instant } from '../../src/time.ts';
import type { Tx } from '../../src/verb.ts';
import type { Connection } from './connection.ts';
import { appendEntry } from './ledger.ts';
import type { RandomBytes } from './secrets.ts';
import { cronBook } from './cron-book.ts';
import { derivedSecret } from './derived-secret.ts';
import { digest, makeCode, makeSecret, readable, sha256 } from './secrets.ts';

type Beginning = { readonly actor: Actor; readonly now: Instant; readonly commandId: string; readonly randomBytes: RandomBytes };

/** One command while it runs. */
export type Transaction = {
  readonly tx: Tx;
  readonly appended: Stream[];
  /** The streams whose rows the verb has seen. */
  readonly seen: ReadonlySet<Stream>;
  /** The position of its newest entry, or 0. */
  position(): number;
  /** From now on it refuses every read and append. */
  close(): void;
  /** Fails when an append failed and the verb went on as if it had not. */
  assertSound(): void;
};

export function beginTransaction(connection: Connection, beginning: Beginning): Transaction {
  const { actor, now, commandId, randomBytes } = beginning;
  const appending = { actor, now, commandId, known: new Map<string, unknown>() };
  const appended: Stream[] = [];
  const seen = new Set<Stream>();
  let position = 0;
  let isOpen = true;
  let failure: Error | undefined;

  // Nothing moves a row before the first append, so what was just asked gives the same rows again.
  const answers = new Map<Query, { readonly args: Args; readonly rows: readonly unknown[] }>();
  const readOnce = <Row>(query: Query<Row>, args: Args): readonly Row[] => {
    const before = answers.get(query);
    if (before !== undefined && sameArgs(before.args, args)) return before.rows as readonly Row[]; // kept under its query
    const rows = connection.rows(query, args);
    answers.set(query, { args, rows });
    return rows;
  };
  const ask: Ask = async (query, args, declared) => {
    if (!isOpen) throw new Error('a verb read after it had ended: it awaited something that is not tx.reads');
    if (appended.length > 0) throw new Error('a verb read after its first append');
    const rows = readOnce(query, args);
    if (declared !== undefined) seen.add(declared);
    for (const row of rows) tagStream(row, seen);
    return rows;
  };
  const append: Tx['append'] = (stream, event) => {
    if (!isOpen) throw new Error('a verb appended after it had ended: it awaited something that is not tx.reads');
    appended.push(stream);
    try {
      const made = appendEntry(connection, appending, stream, event);
      position = made.position;
      return made.receipt;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw failure;
    }
  };
  const newId = <Kind extends IdKind>(kind: Kind) => `${kind}_${readable(randomBytes(10))}` as Id<Kind>; // made here
  const newSecret = (prefix: string) => makeSecret(prefix, randomBytes);
  const newCode = () => makeCode(randomBytes);
  return {
    tx: {
      actor,
      now,
      commandId,
      reads: readsThrough(ask),
      append,
      newId,
      newSecret,
      newCode,
      derivedSecret: (name) => derivedSecret(connection, name, randomBytes),
      cron: cronBook,
      sha256,
      digest,
    },
    appended,
    seen,
    position: () => position,
    close: () => {
      isOpen = false;
    },
    assertSound: () => {
      if (failure !== undefined) throw failure;
    },
  };
}

function sameArgs(one: Args, other: Args): boolean {
  for (const name in one) if (one[name] !== other[name]) return false;
  return true;
}

function tagStream(row: unknown, seen: Set<Stream>): void {
  if (typeof row === 'object' && row !== null && 'stream' in row) seen.add(row.stream as Stream); // every row's stream was written from one
}
