import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import { idOf, ref } from '../ids.ts';
import { listed, pageInput, pageOf } from '../page.ts';
import { defineView } from '../verb.ts';
import type { ScheduleView } from './schedule-view.ts';
import { findSchedule, scheduleView, viewSchedule } from './schedule-view.ts';

export const listSchedules = defineView({
  name: 'list-schedules',
  summary: 'List the schedules, of one goal or of all.',
  callers: ['operator', 'person'],
  input: z.strictObject({ goal: ref.optional(), ...pageInput }),
  output: listed(scheduleView),
  run: async (look, input) => {
    const goal = input.goal === undefined ? undefined : (await findGoal(look, input.goal)).id;
    const { items, next } = await look.reads.schedules(goal, pageOf(input));
    const shown: ScheduleView[] = [];
    for (const one of items) shown.push(await viewSchedule(look.reads, one));
    return { items: shown, next };
  },
});

export const showSchedule = defineView({
  name: 'show-schedule',
  summary: 'Show one schedule: when its next slot comes, and what its last one did.',
  callers: ['operator', 'person'],
  input: z.strictObject({ schedule: idOf('schedule') }),
  output: scheduleView,
  run: async ({ reads }, input) => viewSchedule(reads, await findSchedule(reads, input.schedule)),
});
