import type { Client, Transaction } from '@libsql/client';
import { createClient } from '@libsql/client';
import type { Posts } from '../../src/post/post.ts';
import type { Reads } from '../../src/ports.ts';
import { bind } from '../bind.ts';
import { fileUrl } from '../file-url.ts';
import type { Ask } from '../queries/compile.ts';
import { postReads } from '../queries/post.ts';
import { readsThrough } from '../queries/reads.ts';

/** Reads of committed rows, in the calling thread, that can change nothing. */
export type Readers = {
  readonly ask: Ask;
  /** Each read sees the newest commit. */
  readonly reads: Reads;
  readonly posts: Pick<Posts, 'due' | 'nextDueAt'>;
  /** All reads of `work` see one and the same commit. `work` awaits nothing but its reads. */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  close(): void;
};

export async function openReaders(file: string): Promise<Readers> {
  const single = await openReader(file);
  const whole = await openReader(file);
  const ask = askThrough(single);
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask,
    reads: readsThrough(ask),
    posts: postReads(ask),
    snapshot: (work) => {
      const running = last.then(() => inSnapshot(whole, work));
      last = running.catch(() => undefined);
      return running;
    },
    close: () => {
      single.close();
      whole.close();
    },
  };
}

/** A pragma holds for one connection, so the client has one. */
async function openReader(file: string): Promise<Client> {
  const client = createClient({ url: fileUrl(file), timeout: 5_000, concurrency: 1 });
  await client.execute('PRAGMA query_only = ON');
  return client;
}

async function inSnapshot<T>(client: Client, work: (reads: Reads) => Promise<T>): Promise<T> {
  const transaction = await client.transaction('read');
  try {
    return await work(readsThrough(askThrough(transaction)));
  } finally {
    transaction.close();
  }
}

function askThrough(source: Client | Transaction): Ask {
  return async <Row>(query: Parameters<Ask>[0], args: Parameters<Ask>[1]) => {
    const { rows } = await source.execute({ sql: query.sql, args: bind(query, args) });
    return rows as unknown as readonly Row[]; // compiled with this row's type
  };
}
