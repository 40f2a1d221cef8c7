import { z } from 'zod';
import { differing, isNothing } from '../differing.ts';
import { findGoal } from '../goal/find-goal.ts';
import { goalStream, ref } from '../ids.ts';
import { defineVerb, placeOf } from '../verb.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { laneFields } from './add-lane.ts';
import { findLane } from './find-lane.ts';
import type { LaneEvent } from './lane.ts';
import { evolveLane, lane } from './lane.ts';

export const changeLane = defineVerb({
  name: 'change-lane',
  summary: 'Change the title or weight of a lane.',
  callers: ['operator'],
  input: z.strictObject({ goal: ref, lane: ref, ...z.object(laneFields).partial().shape }),
  output: lane,
  run: async (tx, input) => {
    const goal = await findGoal(tx, input.goal);
    const before = await findLane(tx.reads, goal, input.lane);
    const changes = differing(before, withoutUndefined({ title: input.title, weight: input.weight }));
    if (isNothing(changes)) return before;
    const event: LaneEvent = { type: 'lane-changed', goal: goal.id, lane: before.slug, changes };

    const receipt = tx.append(goalStream(goal.id), event);

    return evolveLane(before, event, placeOf(tx, receipt));
  },
});
