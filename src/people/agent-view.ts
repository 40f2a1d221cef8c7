import { z } from 'zod';
import type { Reads } from '../ports.ts';
import type { Agent } from './agent.ts';
import { agent } from './agent.ts';
import { slugsOf } from './find-people.ts';

/** An agent as callers see it: its owner and goals by slug. */
export const agentView = agent.extend({ owner: z.string().nullable(), goals: z.array(z.string()) });

export async function viewAgents(reads: Reads, agents: readonly Agent[]): Promise<readonly z.infer<typeof agentView>[]> {
  const owners = await slugsOf(
    reads,
    agents.flatMap((one) => (one.owner === null ? [] : [one.owner])),
  );
  const goals = await reads.goalsById([...new Set(agents.flatMap((one) => one.goals))]);
  const goalSlugs = new Map(goals.map((goal) => [goal.id, goal.slug]));
  return agents.map((one) => ({
    ...one,
    owner: one.owner === null ? null : owners(one.owner),
    goals: one.goals.map((id) => goalSlugs.get(id) ?? id),
  }));
}
