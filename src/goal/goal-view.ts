import { z } from 'zod';
import type { Reads } from '../ports.ts';
import { slugsOf } from '../people/find-people.ts';
import type { Goal } from './goal.ts';
import { goal } from './goal.ts';

/** A goal as callers see it: owners by slug. */
export const goalView = goal.extend({ owners: z.array(z.string()) });

export type GoalView = z.infer<typeof goalView>;

export async function viewGoals(reads: Reads, goals: readonly Goal[]): Promise<readonly GoalView[]> {
  const slugs = await slugsOf(
    reads,
    goals.flatMap((one) => one.owners),
  );
  return goals.map((one) => ({ ...one, owners: one.owners.map(slugs) }));
}
