import { and, asc, desc, eq, getTableColumns, gt, gte, lt, lte, sql } from 'drizzle-orm';
import type { Reads } from '../../src/ports.ts';
import { digest, digestShows, post } from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileSingle, given } from './compile.ts';
import { postOf } from './post.ts';
import { firstOf, listed, statesOf } from './rows.ts';

const row = { state: digest.state, stream: digest.stream };
const older = lt(digest.listed, given('after'));
const ofSchedule = eq(digest.schedule, given('schedule'));
const ofReader = and(ofSchedule, eq(digest.recipient, given('recipient')));

export const digestQueries = {
  digest: compileSingle(
    build
      .select(row)
      .from(digest)
      .where(eq(digest.id, given('id'))),
  ),
  all: newestFirst(older),
  ofGoal: newestFirst(and(eq(digest.goal, given('goal')), older)),
  ofSchedule: newestFirst(and(ofSchedule, older)),
  ofBoth: newestFirst(and(ofSchedule, sql`+${digest.goal} = ${given('goal')}`, older)),
  newestFor: compile(build.select(row).from(digest).where(ofReader).orderBy(desc(digest.seq)).limit(1)),
  nextFor: compile(
    build
      .select(row)
      .from(digest)
      .where(and(ofReader, gt(digest.seq, given('seq'))))
      .orderBy(asc(digest.seq))
      .limit(1),
  ),
  showing: compile(
    build
      .select(row)
      .from(digestShows)
      .innerJoin(digest, eq(digest.id, digestShows.of))
      .where(
        and(
          eq(digestShows.kind, given('kind')),
          eq(digestShows.target, given('id')),
          eq(digestShows.schedule, given('schedule')),
          eq(digest.recipient, given('recipient')),
          lte(digestShows.seq, given('until')),
        ),
      )
      .orderBy(desc(digestShows.seq))
      .limit(1),
  ),
  postsOf: compile(
    build
      .select()
      .from(post)
      .where(and(gte(post.id, given('from')), lt(post.id, given('to'))))
      .orderBy(asc(post.id)),
  ),
  /** A post's id is that of its digest, then `@` and the route; `A` comes next after `@`. */
  postsShowing: compile(
    build
      .select(getTableColumns(post))
      .from(digestShows)
      .innerJoin(post, and(gte(post.id, sql`${digestShows.of} || '@'`), lt(post.id, sql`${digestShows.of} || 'A'`)))
      .where(and(eq(digestShows.kind, 'gate'), eq(digestShows.target, given('gate'))))
      .orderBy(desc(digestShows.seq))
      .limit(given('limit')),
  ),
};

function newestFirst(where: typeof older | undefined) {
  return compile(build.select(row).from(digest).where(where).orderBy(desc(digest.listed)).limit(given('limit')));
}

/** Later in the order of the list than every digest. */
const afterAll = '~';

export function digestReads(
  ask: Ask,
): Pick<Reads, 'digest' | 'digests' | 'newestDigest' | 'digestAfter' | 'digestShowing' | 'postsOfDigest'> {
  return {
    digest: async (id) => firstOf('digest', await ask(digestQueries.digest, { id })),
    digests: async ({ goal, schedule }, page) => {
      const args = { goal: goal ?? null, schedule: schedule ?? null, after: page.after ?? afterAll, limit: page.limit + 1 };
      return listed(statesOf('digest', await ask(listOf(goal, schedule), args)), page, (of) => `${of.at} ${of.id}`);
    },
    newestDigest: async (schedule, recipient) => firstOf('digest', await ask(digestQueries.newestFor, { schedule, recipient })),
    digestAfter: async ({ schedule, recipient, seq }) => firstOf('digest', await ask(digestQueries.nextFor, { schedule, recipient, seq })),
    digestShowing: async ({ schedule, recipient }, { kind, id }, until) =>
      firstOf('digest', await ask(digestQueries.showing, { schedule, recipient, kind, id, until })),
    postsOfDigest: async (id) => (await ask(digestQueries.postsOf, { from: `${id}@`, to: `${id}A` })).map(postOf),
  };
}

function listOf(goal: string | undefined, schedule: string | undefined) {
  if (schedule === undefined) return goal === undefined ? digestQueries.all : digestQueries.ofGoal;
  return goal === undefined ? digestQueries.ofSchedule : digestQueries.ofBoth;
}
