import { z } from 'zod';
import { differing, isNothing } from '../differing.ts';
import { goalStream, ref } from '../ids.ts';
import { findPeople } from '../people/find-people.ts';
import { defineVerb, placeOf } from '../verb.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { goalFields, laterGoalFields } from './create-goal.ts';
import { findGoal } from './find-goal.ts';
import type { GoalEvent } from './goal.ts';
import { evolveGoal, goalStates } from './goal.ts';
import { goalView, viewGoals } from './goal-view.ts';

/** Scopes that become guarded block from now on: the next start sees them. What stands already changes nothing. */
export const changeGoal = defineVerb({
  name: 'change-goal',
  summary: 'Change a goal, or pause, complete, archive or resume it.',
  callers: ['operator'],
  input: z.strictObject({ goal: ref, state: z.enum(goalStates).optional(), ...z.object(goalFields).partial().shape, ...laterGoalFields }),
  output: goalView,
  run: async (tx, input) => {
    const before = await findGoal(tx, input.goal);
    const { goal: _, owners, quota: _q, urgent_when: _u, defaults_allowed: _d, ...plain } = input;
    const people = owners === undefined ? undefined : await findPeople(tx.reads, owners);
    const [view] = await viewGoals(tx.reads, [before]);
    if (view === undefined) throw new Error(`goal ${before.slug} cannot be shown`);
    const changes = differing(before, withoutUndefined({ ...plain, owners: people?.map((person) => person.id) }));
    if (isNothing(changes)) return view;
    const event: GoalEvent = { type: 'goal-changed', goal: before.id, changes };

    const receipt = tx.append(goalStream(before.id), event);

    const after = evolveGoal(before, event, placeOf(tx, receipt));
    return { ...after, owners: people?.map((person) => person.slug) ?? view.owners };
  },
});
