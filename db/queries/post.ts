import { and, asc, eq, gt, gte, inArray, isNotNull, lt, lte, min, ne, sql } from 'drizzle-orm';
import type { Post } from '../../src/post/post.ts';
import type { Instant } from '../../src/time.ts';
import { never } from '../../src/time.ts';
import type { Posts } from '../../src/post/post.ts';
import { gate, post, route } from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileSingle, compileWrite, given } from './compile.ts';

/**
 * When the reconciler should look: at once when less is put than wanted, when the card changes by time, or never.
 * Written on every change of a row, from the columns as they will be.
 */
function readyAt(put: unknown, wanted: unknown, due: unknown, refresh: unknown) {
  return sql`case when ${put} < ${wanted} then ${due} when ${refresh} is not null then max(${refresh}, ${due}) end`;
}

const marked = and(eq(post.id, given('id')), eq(post.version, given('version')));
const nextVersion = sql`${post.version} + 1`;

export const postQueries = {
  due: compile(
    build
      .select()
      .from(post)
      .where(lte(post.ready_at, given('now')))
      .orderBy(asc(post.ready_at))
      .limit(given('limit')),
  ),
  nextDueAt: compileSingle(
    build
      .select({ at: min(post.ready_at).as('at') })
      .from(post)
      .where(gt(post.ready_at, given('now'))),
  ),
};

export const postWrites = {
  want: compileWrite(
    build
      .insert(post)
      .values({
        id: given('id'),
        gate: given('gate'),
        subject: given('subject'),
        route: given('route'),
        wanted: 1,
        put: 0,
        state: 'wanted',
        message: null,
        revision: 0,
        since: null,
        doubts: 0,
        faults: 0,
        reason: null,
        attempts: 0,
        due_at: given('now'),
        refresh_at: given('refresh_at'),
        version: 1,
        ready_at: given('now'),
      })
      .onConflictDoUpdate({
        target: post.id,
        set: {
          wanted: sql`${post.wanted} + 1`,
          attempts: 0,
          due_at: sql`excluded.due_at`,
          refresh_at: sql`excluded.refresh_at`,
          ready_at: sql`excluded.due_at`,
        },
      }),
  ),
  sending: compileWrite(
    build
      .update(post)
      .set({ state: 'sending', since: sql`${given('since')}`, attempts: sql`${post.attempts} + 1`, version: nextVersion })
      .where(marked),
  ),
  sent: compileWrite(
    build
      .update(post)
      .set({
        state: 'sent',
        put: sql`${given('put')}`,
        message: sql`${given('message')}`,
        revision: sql`${given('revision')}`,
        since: null,
        doubts: 0,
        faults: 0,
        reason: null,
        attempts: 0,
        refresh_at: sql`${given('refresh_at')}`,
        version: nextVersion,
        ready_at: readyAt(given('put'), post.wanted, post.due_at, given('refresh_at')),
      })
      .where(marked),
  ),
  /** What failed on a route is due again. */
  retry: compileWrite(
    build
      .update(post)
      .set({ due_at: sql`${given('now')}`, attempts: 0, ready_at: readyAt(post.put, post.wanted, given('now'), post.refresh_at) })
      .where(and(eq(post.route, given('route')), eq(post.state, 'failed'), ne(post.due_at, never))),
  ),
  /** What failed at one of these places is due again, also what was given up because nobody knows whether it arrived. */
  retryPlaces: compileWrite(
    build
      .update(post)
      .set({ due_at: sql`${given('now')}`, attempts: 0, ready_at: readyAt(post.put, post.wanted, given('now'), post.refresh_at) })
      .where(
        and(
          eq(post.state, 'failed'),
          inArray(
            post.route,
            build
              .select({ id: route.id })
              .from(route)
              .where(and(gte(route.place, given('from')), lt(route.place, given('to')))),
          ),
        ),
      ),
  ),
  /** One more version is wanted of what stands under these ids. */
  again: compileWrite(
    build
      .update(post)
      .set({ wanted: sql`${post.wanted} + 1`, attempts: 0, due_at: sql`${given('now')}`, ready_at: sql`${given('now')}` })
      .where(and(gte(post.id, given('from')), lt(post.id, given('to')))),
  ),
  /** One more version is wanted of each card of an open gate that stands at one of these places. */
  openAgain: compileWrite(
    build
      .update(post)
      .set({ wanted: sql`${post.wanted} + 1`, attempts: 0, due_at: sql`${given('now')}`, ready_at: sql`${given('now')}` })
      .where(
        and(
          isNotNull(post.message),
          inArray(post.gate, build.select({ id: gate.id }).from(gate).where(eq(gate.phase, 'open'))),
          inArray(
            post.route,
            build
              .select({ id: route.id })
              .from(route)
              .where(and(gte(route.place, given('from')), lt(route.place, given('to')))),
          ),
        ),
      ),
  ),
  held: compileWrite(
    build
      .update(post)
      .set({
        state: sql`${given('state')}`,
        reason: sql`${given('reason')}`,
        due_at: sql`${given('due_at')}`,
        doubts: sql`coalesce(${given('doubts')}, ${post.doubts})`,
        faults: sql`coalesce(${given('faults')}, ${post.faults})`,
        version: nextVersion,
        ready_at: readyAt(post.put, post.wanted, given('due_at'), post.refresh_at),
      })
      .where(marked),
  ),
};

export function postReads(ask: Ask): Pick<Posts, 'due' | 'nextDueAt'> {
  return {
    due: async (now, limit) => (await ask(postQueries.due, { now, limit })).map(postOf),
    nextDueAt: async (now) => ((await ask(postQueries.nextDueAt, { now }))[0]?.at ?? undefined) as Instant | undefined, // written from Instants
  };
}

export function postOf(row: typeof post.$inferSelect): Post {
  const { gate: _gate, ready_at: _ready, ...kept } = row;
  return { ...kept, subject: JSON.parse(row.subject) } as Post; // written by the writer from a WantedPost
}
