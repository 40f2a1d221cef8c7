import { and, asc, eq, gt, inArray, lte, max, sql } from 'drizzle-orm';
import type { Entry } from '../../src/ledger/entry.ts';
import { beforeFirst } from '../../src/ledger/entry.ts';
import type { Reads } from '../../src/ports.ts';
import { alive, entry, head } from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileSingle, compileWrite, given, givenList } from './compile.ts';

export const ledgerQueries = {
  head: compileSingle(
    build
      .select({ seq: head.seq, hash: head.hash })
      .from(head)
      .where(eq(head.stream, given('stream'))),
  ),
  entries: compile(
    build
      .select()
      .from(entry)
      .where(and(eq(entry.stream, given('stream')), gt(entry.seq, given('after'))))
      .orderBy(asc(entry.seq))
      .limit(given('limit')),
  ),
  entriesOfTypes: compile(
    build
      .select()
      .from(entry)
      .where(
        and(
          eq(entry.stream, given('stream')),
          gt(entry.seq, given('after')),
          lte(entry.seq, given('until')),
          inArray(entry.type, givenList('types')),
        ),
      )
      .orderBy(asc(entry.seq)),
  ),
  entriesByPosition: compile(
    build
      .select()
      .from(entry)
      .where(gt(entry.position, given('after')))
      .orderBy(asc(entry.position))
      .limit(given('limit')),
  ),
  lastPosition: compileSingle(build.select({ position: max(entry.position).as('position') }).from(entry)),
  newestAt: compileSingle(
    build
      .select({ at: entry.at })
      .from(entry)
      .where(eq(entry.position, sql`(select max(${entry.position}) from ${entry})`)),
  ),
  alive: compileSingle(build.select({ at: alive.at }).from(alive).where(eq(alive.id, 1))),
};

export const ledgerWrites = {
  entry: compileWrite(
    build.insert(entry).values({
      id: given('id'),
      stream: given('stream'),
      seq: given('seq'),
      type: given('type'),
      at: given('at'),
      actor: given('actor'),
      command: given('command'),
      data: given('data'),
      hash: given('hash'),
      previous: given('previous'),
    }),
  ),
  head: compileWrite(
    build
      .insert(head)
      .values({ stream: given('stream'), seq: given('seq'), hash: given('hash') })
      .onConflictDoUpdate({ target: head.stream, set: { seq: sql`excluded.seq`, hash: sql`excluded.hash` } }),
  ),
};

type Asked = Pick<Reads, 'head' | 'entries' | 'entriesOfTypes' | 'entriesByPosition' | 'lastPosition'>;

export function ledgerReads(ask: Ask): Asked {
  return {
    head: async (stream) => (await ask(ledgerQueries.head, { stream }, stream))[0] ?? beforeFirst,
    entries: async (stream, after, limit) => (await ask(ledgerQueries.entries, { stream, after, limit }, stream)).map(entryOf),
    entriesOfTypes: async (stream, after, until, types) =>
      (await ask(ledgerQueries.entriesOfTypes, { stream, after, until, types: JSON.stringify(types) }, stream)).map(entryOf),
    entriesByPosition: async (after, limit) => (await ask(ledgerQueries.entriesByPosition, { after, limit })).map(entryOf),
    lastPosition: async () => (await ask(ledgerQueries.lastPosition, {}))[0]?.position ?? 0,
  };
}

function entryOf(row: typeof entry.$inferSelect): Entry {
  return { ...row, data: JSON.parse(row.data) } as Entry; // written by the writer from an event
}
