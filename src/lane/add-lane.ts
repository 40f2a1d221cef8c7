import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import { goalStream, ref, slug } from '../ids.ts';
import { limits } from '../limits.ts';
import { overLimit, slugTaken } from '../refusal.ts';
import { defineVerb, placeOf } from '../verb.ts';
import type { LaneEvent } from './lane.ts';
import { evolveLane, lane } from './lane.ts';

export const laneFields = {
  title: z.string().min(1).max(limits.titleMax),
  weight: z.number().int().min(1).max(100),
};

export const addLane = defineVerb({
  name: 'add-lane',
  summary: 'Add a lane: one stream of work inside a goal.',
  callers: ['operator'],
  input: z.strictObject({ goal: ref, slug, ...laneFields, weight: laneFields.weight.default(1) }),
  output: lane,
  run: async (tx, input) => {
    const goal = await findGoal(tx, input.goal);
    const lanes = await tx.reads.lanes(goal.id);
    if (lanes.some((there) => there.slug === input.slug)) throw slugTaken('lane', input.slug);
    if (lanes.length >= limits.lanesPerGoalMax) throw overLimit('lanes in a goal', limits.lanesPerGoalMax, lanes.length + 1);
    const event: LaneEvent = { type: 'lane-added', goal: goal.id, slug: input.slug, title: input.title, weight: input.weight };

    const receipt = tx.append(goalStream(goal.id), event);

    return evolveLane(undefined, event, placeOf(tx, receipt));
  },
});
