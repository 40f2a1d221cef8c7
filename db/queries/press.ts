import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import { press } from '../schema.ts';
import { build, compile, compileWrite, given } from './compile.ts';

export const pressQueries = {
  unfinished: compile(
    build
      .select({ id: press.id, raw: press.raw, at: press.at })
      .from(press)
      .where(and(eq(press.platform, given('platform')), isNull(press.done_at)))
      .orderBy(asc(press.at))
      .limit(given('limit')),
  ),
};

export const pressWrites = {
  keep: compileWrite(
    build
      .insert(press)
      .values({ id: given('id'), platform: given('platform'), raw: given('raw'), at: given('at'), done_at: null })
      .onConflictDoNothing(),
  ),
  /** What it was is not needed any more, and may hold what opens doors: a code to link with, an address to answer at. */
  done: compileWrite(
    build
      .update(press)
      .set({ done_at: sql`${given('at')}`, raw: '' })
      .where(eq(press.id, given('id'))),
  ),
  forget: compileWrite(build.delete(press).where(eq(press.id, given('id')))),
  purge: compileWrite(build.delete(press).where(lt(press.at, given('before')))),
};
