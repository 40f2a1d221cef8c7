import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import type { Goal } from '../goal/goal.ts';
import { goalStream, idOf, ref } from '../ids.ts';
import { limits } from '../limits.ts';
import { findPerson } from '../people/find-people.ts';
import { findRoute } from '../post/change-route.ts';
import { overLimit, Refusal } from '../refusal.ts';
import { timeZone } from '../time.ts';
import { defineVerb, placeOf } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { checkedCron } from './cron.ts';
import { whyNoDigests } from './reader.ts';
import type { Audience, ScheduleEvent } from './schedule.ts';
import { evolveSchedule } from './schedule.ts';
import { scheduleView, viewSchedule } from './schedule-view.ts';
import { firstSlotAfter } from './slots.ts';

export const scheduleFields = {
  cron: z.string().min(1).max(limits.cronMax),
  // An offset would never change its clocks.
  time_zone: timeZone.refine((zone) => !/^[+-]/.test(zone), { error: 'expected an IANA time zone, such as Europe/Berlin' }),
  audience: z.union([z.strictObject({ route: idOf('route') }), z.strictObject({ person: ref })], {
    error: 'expected {"route": its id} or {"person": a slug}',
  }),
  when_unchanged: z.enum(['silent', 'short']),
};

/** Its first slot is the next one: nothing is sent for slots that have passed. */
export const addSchedule = defineVerb({
  name: 'add-schedule',
  summary: 'Add a schedule: when a digest of a goal is written, and for whom.',
  callers: ['operator'],
  input: z.strictObject({ goal: ref, ...scheduleFields, when_unchanged: scheduleFields.when_unchanged.default('silent') }),
  output: scheduleView,
  run: async (tx, input) => {
    const goal = await findGoal(tx, input.goal);
    const count = await tx.reads.scheduleCount(goal.id);
    if (count >= limits.schedulesPerGoalMax) throw overLimit(`schedules of goal ${goal.slug}`, limits.schedulesPerGoalMax, count + 1);
    const timetable = { cron: checkedCron(tx.cron, input.cron), time_zone: input.time_zone };
    const event: ScheduleEvent & { type: 'schedule-added' } = {
      type: 'schedule-added',
      goal: goal.id,
      schedule: tx.newId('schedule'),
      ...timetable,
      audience: await audienceOf(tx, goal, input.audience),
      when_unchanged: input.when_unchanged,
      next_at: firstSlotAfter(tx.cron, timetable, tx.now) ?? null,
      from_seq: (await tx.reads.head(goalStream(goal.id))).seq,
    };
    const shown = await viewSchedule(tx.reads, evolveSchedule(undefined, event, placeOf(tx)));

    const receipt = tx.append(goalStream(goal.id), event);

    return { ...shown, seq: receipt.seq };
  },
});

/** The audience by its ids; refuses a route that takes no digests of this goal and a person who left. */
export async function audienceOf(tx: Tx, goal: Goal, given: z.infer<typeof scheduleFields.audience>): Promise<Audience> {
  if ('person' in given) {
    const person = await findPerson(tx.reads, given.person);
    if (person.state === 'active') return { person: person.id };
    throw new Refusal('wrong-state', `${person.name} left, so nobody would read the digests.`, 'Name somebody who is there.');
  }
  const route = await findRoute(tx.reads, given.route);
  const why = whyNoDigests(route);
  if (why !== null)
    throw new Refusal('wrong-state', why, `PATCH /v1/routes/${route.id} with "digests" among its purposes, or name another.`);
  if (route.goal === null || route.goal === goal.id) return { route: route.id };
  throw new Refusal('bad-input', `audience: route ${route.id} is of another goal than ${goal.slug}.`, 'Name a route of the same goal.');
}
