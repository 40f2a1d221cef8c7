import { z } from 'zod';
import type { ActorKind } from '../actor.ts';
import type { Reads } from '../ports.ts';
import { wake } from '../schedule/wake.ts';
import type { Agent } from './agent.ts';
import { agent } from './agent.ts';
import { slugsOf } from './find-people.ts';

/**
 * An agent as callers see it: its owner and goals by slug, and what became of the newest call to its wake_url. The address itself is
 * not for other agents: it may hold what lets one in.
 */
export const agentView = agent.omit({ wake: true }).extend({
  owner: z.string().nullable(),
  goals: z.array(z.string()),
  wake_url: z.string().nullable().optional(),
  last_wake: wake.omit({ agent: true }).nullable(),
});

export type AgentView = z.infer<typeof agentView>;

export async function viewAgents(reads: Reads, agents: readonly Agent[], reader: ActorKind): Promise<readonly AgentView[]> {
  const owners = await slugsOf(
    reads,
    agents.flatMap((one) => (one.owner === null ? [] : [one.owner])),
  );
  const goals = await reads.goalsById([...new Set(agents.flatMap((one) => one.goals))]);
  const goalSlugs = new Map(goals.map((goal) => [goal.id, goal.slug]));
  const woken = agents.filter((one) => one.wake !== undefined).map(({ id }) => id);
  const wakes = new Map((woken.length === 0 ? [] : await reads.newestWakes(woken)).map(({ agent: of, ...shown }) => [of, shown]));
  return agents.map((one) => ({
    ...withoutWake(one),
    owner: one.owner === null ? null : owners(one.owner),
    goals: one.goals.map((id) => goalSlugs.get(id) ?? id),
    ...(reader === 'agent' ? {} : { wake_url: one.wake?.url ?? null }),
    last_wake: wakes.get(one.id) ?? null,
  }));
}

export async function viewAgent(reads: Reads, one: Agent, reader: ActorKind): Promise<AgentView> {
  const [view] = await viewAgents(reads, [one], reader);
  if (view === undefined) throw new Error(`agent ${one.slug} cannot be shown`);
  return view;
}

export function withoutWake({ wake: _, ...rest }: Agent): Omit<Agent, 'wake'> {
  return rest;
}
