import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { alive, command } from '../schema.ts';
import { build, compileSingle, compileWrite, given } from './compile.ts';

export const commandQueries = {
  /** The kept reply, while it is kept: an older one counts as gone, purged or not. */
  kept: compileSingle(
    build
      .select({ body_hash: command.body_hash, reply: command.reply, sealed: command.sealed })
      .from(command)
      .where(and(eq(command.id, given('id')), gte(command.at, given('since')))),
  ),
};

export const commandWrites = {
  keep: compileWrite(
    build
      .insert(command)
      .values({ id: given('id'), body_hash: given('body_hash'), reply: given('reply'), sealed: given('sealed'), at: given('at') })
      .onConflictDoUpdate({
        target: command.id,
        set: { body_hash: sql`excluded.body_hash`, reply: sql`excluded.reply`, sealed: sql`excluded.sealed`, at: sql`excluded.at` },
      }),
  ),
  purge: compileWrite(build.delete(command).where(lt(command.at, given('before')))),
  alive: compileWrite(
    build
      .insert(alive)
      .values({ id: 1, at: given('at') })
      .onConflictDoUpdate({ target: alive.id, set: { at: sql`excluded.at` } }),
  ),
};
