import { and, asc, count, eq, gt, lte, ne } from 'drizzle-orm';
import { goalStream } from '../../src/ids.ts';
import type { Reads } from '../../src/ports.ts';
import { schedule } from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileSingle, given } from './compile.ts';
import { firstOf, fromText, listed, statesOf } from './rows.ts';

const row = { state: schedule.state, stream: schedule.stream };
const later = gt(schedule.id, given('after'));

export const scheduleQueries = {
  schedule: compileSingle(
    build
      .select(row)
      .from(schedule)
      .where(eq(schedule.id, given('id'))),
  ),
  schedules: compile(build.select(row).from(schedule).where(later).orderBy(asc(schedule.id)).limit(given('limit'))),
  schedulesOfGoal: compile(
    build
      .select(row)
      .from(schedule)
      .where(and(eq(schedule.goal, given('goal')), later))
      .orderBy(asc(schedule.id))
      .limit(given('limit')),
  ),
  scheduleCount: compileSingle(
    build
      .select({ count: count().as('count') })
      .from(schedule)
      .where(and(eq(schedule.goal, given('goal')), ne(schedule.phase, 'removed'))),
  ),
  dueSchedules: compile(
    build
      .select(row)
      .from(schedule)
      .where(lte(schedule.due_at, given('now')))
      .orderBy(asc(schedule.due_at))
      .limit(given('limit')),
  ),
};

export function scheduleReads(ask: Ask): Pick<Reads, 'schedule' | 'schedules' | 'scheduleCount' | 'dueSchedules'> {
  return {
    schedule: async (id) => firstOf('schedule', await ask(scheduleQueries.schedule, { id })),
    schedules: async (goal, page) => {
      const query = goal === undefined ? scheduleQueries.schedules : scheduleQueries.schedulesOfGoal;
      return listed(statesOf('schedule', await ask(query, { goal: goal ?? null, ...fromText(page) })), page, (of) => of.id);
    },
    scheduleCount: async (goal) => (await ask(scheduleQueries.scheduleCount, { goal }, goalStream(goal)))[0]?.count ?? 0,
    dueSchedules: async (now, limit) => statesOf('schedule', await ask(scheduleQueries.dueSchedules, { now, limit })),
  };
}
