import { z } from 'zod';
import { differing, isNothing } from '../differing.ts';
import { findGoal } from '../goal/find-goal.ts';
import { goalStream, idOf } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { beforeAll } from '../time.ts';
import { defineVerb, placeOf } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { audienceOf, scheduleFields } from './add-schedule.ts';
import { checkedCron } from './cron.ts';
import type { Schedule, ScheduleEvent } from './schedule.ts';
import { evolveSchedule } from './schedule.ts';
import type { ScheduleView } from './schedule-view.ts';
import { findSchedule, scheduleView, viewSchedule } from './schedule-view.ts';
import { slotAfter } from './slots.ts';

type Changes = Extract<ScheduleEvent, { type: 'schedule-changed' }>['changes'];

/**
 * Changes count at once: the next slot is the next one of the new timetable; with the old one a slot that is due stays due. Another
 * audience is told what changes from now on.
 */
export const changeSchedule = defineVerb({
  name: 'change-schedule',
  summary: 'Change when and for whom a digest is written, or pause or resume its schedule.',
  callers: ['operator'],
  input: z.strictObject({
    schedule: idOf('schedule'),
    state: z.enum(['active', 'paused']).optional(),
    ...z.object(scheduleFields).partial().shape,
  }),
  output: scheduleView,
  run: async (tx, input) => {
    const before = await findSchedule(tx.reads, input.schedule);
    if (before.state === 'removed') throw isRemoved(before);
    const goal = await findGoal(tx, before.goal);
    const cron = input.cron === undefined ? before.cron : checkedCron(tx.cron, input.cron);
    const audience = input.audience === undefined ? before.audience : await audienceOf(tx, goal, input.audience);
    const { time_zone = before.time_zone, when_unchanged, state = before.state } = input;
    const moved = JSON.stringify(audience) !== JSON.stringify(before.audience);
    const from_seq = moved ? (await tx.reads.head(goalStream(goal.id))).seq : before.from_seq;
    const given = differing(before, withoutUndefined({ cron, time_zone, audience, when_unchanged, state, from_seq }));
    if (isNothing(given)) return viewSchedule(tx.reads, before);
    const retimed = 'cron' in given || 'time_zone' in given || 'state' in given;
    const coming = state === 'active' ? slotAfter(tx.cron, { cron, time_zone }, before.last?.slot ?? beforeAll, tx.now) : undefined;
    const next_at = retimed ? (coming ?? null) : before.next_at;
    return save(tx, before, { ...given, next_at, ...(state === 'stopped' ? {} : { why: null }) });
  },
});

export const removeSchedule = defineVerb({
  name: 'remove-schedule',
  summary: 'Remove a schedule: no digest is written for it any more. What was written stays.',
  callers: ['operator'],
  input: z.strictObject({ schedule: idOf('schedule') }),
  output: scheduleView,
  run: async (tx, input) => {
    const before = await findSchedule(tx.reads, input.schedule);
    return before.state === 'removed' ? viewSchedule(tx.reads, before) : save(tx, before, { state: 'removed', next_at: null });
  },
});

async function save(tx: Tx, before: Schedule, changes: Changes): Promise<ScheduleView> {
  const event: ScheduleEvent = { type: 'schedule-changed', goal: before.goal, schedule: before.id, changes };
  const shown = await viewSchedule(tx.reads, evolveSchedule(before, event, placeOf(tx)));

  tx.append(goalStream(before.goal), event);

  return shown;
}

function isRemoved({ id }: Schedule): Refusal {
  return new Refusal('wrong-state', `Schedule ${id} is removed, and a removed schedule does not come back.`, 'Add a new one.');
}
