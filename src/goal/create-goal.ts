import { z } from 'zod';
import { goalStream, key, ref, slug } from '../ids.ts';
import { laterField } from '../later.ts';
import { limits } from '../limits.ts';
import { findPeople } from '../people/find-people.ts';
import { slugTaken } from '../refusal.ts';
import { timeZone } from '../time.ts';
import { defineVerb, placeOf } from '../verb.ts';
import type { GoalEvent } from './goal.ts';
import { evolveGoal } from './goal.ts';
import { goalView } from './goal-view.ts';

export const goalFields = {
  title: z.string().min(1).max(limits.titleMax),
  vision: z.string().min(1).max(limits.visionMax),
  invariants: z.array(z.string().min(1).max(limits.invariantMax)).max(limits.invariantsMax),
  acceptance: z.array(z.string().min(1).max(limits.acceptanceItemMax)).max(limits.acceptanceItemsMax),
  owners: z.array(ref).max(limits.ownersMax),
  time_zone: timeZone,
  guarded_scopes: z.array(key).max(limits.guardedScopesMax),
  irreversible_scopes: z.array(key).max(limits.guardedScopesMax),
};

export const laterGoalFields = { quota: laterField(), urgent_when: laterField(), defaults_allowed: laterField() };

export const createGoal = defineVerb({
  name: 'create-goal',
  summary: 'Create a goal: what the work is for, what no local gain may sacrifice, who owns it, which scopes are guarded.',
  callers: ['operator'],
  input: z.strictObject({
    slug,
    ...goalFields,
    invariants: goalFields.invariants.default([]),
    acceptance: goalFields.acceptance.default([]),
    owners: goalFields.owners.default([]),
    time_zone: goalFields.time_zone.default('UTC'),
    guarded_scopes: goalFields.guarded_scopes.default([]),
    irreversible_scopes: goalFields.irreversible_scopes.default([]),
    ...laterGoalFields,
  }),
  output: goalView,
  run: async (tx, input) => {
    if ((await tx.reads.goal(input.slug)) !== undefined) throw slugTaken('goal', input.slug);
    const owners = await findPeople(tx.reads, input.owners);
    const event: GoalEvent & { type: 'goal-created' } = {
      type: 'goal-created',
      goal: tx.newId('goal'),
      slug: input.slug,
      title: input.title,
      vision: input.vision,
      invariants: input.invariants,
      acceptance: input.acceptance,
      owners: owners.map((owner) => owner.id),
      time_zone: input.time_zone,
      guarded_scopes: input.guarded_scopes,
      irreversible_scopes: input.irreversible_scopes,
      state: 'active',
    };

    const receipt = tx.append(goalStream(event.goal), event);

    return { ...evolveGoal(undefined, event, placeOf(tx, receipt)), owners: owners.map((owner) => owner.slug) };
  },
});
