import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import { ref } from '../ids.ts';
import { listed } from '../page.ts';
import { defineView } from '../verb.ts';
import { findLane } from './find-lane.ts';
import { lane } from './lane.ts';

/** All lanes of a goal in one page: there are never more than its limit. */
export const listLanes = defineView({
  name: 'list-lanes',
  summary: 'List the lanes of a goal.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject({ goal: ref }),
  output: listed(lane),
  run: async (look, input) => {
    const goal = await findGoal(look, input.goal);
    return { items: await look.reads.lanes(goal.id), next: null };
  },
});

export const showLane = defineView({
  name: 'show-lane',
  summary: 'Show one lane.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject({ goal: ref, lane: ref }),
  output: lane,
  run: async (look, input) => findLane(look.reads, await findGoal(look, input.goal), input.lane),
});
