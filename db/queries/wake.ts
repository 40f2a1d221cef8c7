import { and, asc, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import { goalStream } from '../../src/ids.ts';
import { inGoal } from '../../src/ledger/fold.ts';
import type { Reads } from '../../src/ports.ts';
import type { Wake } from '../../src/schedule/wake.ts';
import type { Instant } from '../../src/time.ts';
import { wake, waking } from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileSingle, compileWrite, given } from './compile.ts';
import { firstOf } from './rows.ts';

const wanted = eq(wake.state, 'wanted');
/** One for each agent: a slot every five minutes makes thousands in the time that they are kept. */
const newestOfEach = sql`(select (select w.id from wake w where w.agent = value order by w.at desc, w.id desc limit 1) from json_each(${given('agents')}))`;

export const wakeQueries = {
  due: compile(
    build
      .select()
      .from(wake)
      .where(and(wanted, lte(wake.due_at, given('now'))))
      .orderBy(asc(wake.due_at))
      .limit(given('limit')),
  ),
  newestOf: compile(build.select().from(wake).where(inArray(wake.id, newestOfEach))),
  waking: compileSingle(
    build
      .select({ state: waking.state, stream: waking.stream })
      .from(waking)
      .where(eq(waking.id, given('id'))),
  ),
};

export const wakeWrites = {
  want: compileWrite(
    build.insert(wake).values({
      id: given('id'),
      agent: given('agent'),
      goal: given('goal'),
      slot: given('slot'),
      state: 'wanted',
      attempts: 0,
      reason: null,
      due_at: given('now'),
      at: given('now'),
    }),
  ),
  /** Attempts at an older call end. */
  replace: compileWrite(
    build
      .update(wake)
      .set({ state: 'given-up', reason: sql`${given('reason')}` })
      .where(and(eq(wake.agent, given('agent')), eq(wake.goal, given('goal')), wanted)),
  ),
  attempted: compileWrite(
    build
      .update(wake)
      .set({
        state: sql`${given('state')}`,
        reason: sql`${given('reason')}`,
        due_at: sql`${given('due_at')}`,
        attempts: sql`${wake.attempts} + 1`,
      })
      .where(and(eq(wake.id, given('id')), eq(wake.attempts, given('attempts')), wanted)),
  ),
  purge: compileWrite(build.delete(wake).where(lt(wake.at, given('before')))),
};

export async function dueWakes(ask: Ask, now: Instant, limit: number): Promise<readonly Wake[]> {
  return (await ask(wakeQueries.due, { now, limit })) as readonly Wake[]; // written from an event of ids and instants
}

export function wakeReads(ask: Ask): Pick<Reads, 'waking' | 'newestWakes'> {
  return {
    waking: async (goal, agent) => firstOf('waking', await ask(wakeQueries.waking, { id: inGoal(goal, agent) }, goalStream(goal))),
    newestWakes: async (agents) => (await ask(wakeQueries.newestOf, { agents: JSON.stringify(agents) })) as readonly Wake[],
  };
}
