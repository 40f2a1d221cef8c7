import { z } from 'zod';
import type { Goal } from '../goal/goal.ts';
import { findGoal } from '../goal/find-goal.ts';
import { house, ref, slug } from '../ids.ts';
import { limits } from '../limits.ts';
import { overLimit, slugTaken } from '../refusal.ts';
import { defineVerb, placeOf } from '../verb.ts';
import type { Tx } from '../verb.ts';
import type { Agent, AgentEvent } from './agent.ts';
import { evolveAgent, wakeSecretName } from './agent.ts';
import { agentView, withoutWake } from './agent-view.ts';
import { tokenPrefixes } from './credential.ts';
import { findPerson } from './find-people.ts';

export const agentFields = {
  runtime: z.string().min(1).max(limits.nameMax),
  model: z.string().min(1).max(limits.nameMax),
  owner: ref,
  capabilities: z.array(slug).max(limits.capabilitiesMax),
  goals: z.array(ref).min(1).max(limits.goalsPerAgentMax),
  wake_url: z
    .url({ protocol: /^https?$/, error: 'expected an http(s) address' })
    .max(limits.wakeUrlMax)
    .refine((url) => !/^[^/]*\/\/[^/?#]*@|#/.test(url), { error: 'expected an address without credentials and fragment' }),
};

export const addedAgent = z.object({ agent: agentView, token: z.string(), wake_secret: z.string().optional() });

export const addAgent = defineVerb({
  name: 'add-agent',
  summary: 'Register an agent in its goals. Its token, and the secret of its wake_url, are shown once.',
  callers: ['operator'],
  reveals: true,
  input: z.strictObject({
    slug,
    ...agentFields,
    model: agentFields.model.optional(),
    owner: agentFields.owner.optional(),
    capabilities: agentFields.capabilities.default([]),
    wake_url: agentFields.wake_url.optional(),
  }),
  output: addedAgent,
  run: async (tx, input) => {
    if ((await tx.reads.agent(input.slug)) !== undefined) throw slugTaken('agent', input.slug);
    const owner = input.owner === undefined ? null : await findPerson(tx.reads, input.owner);
    const goals = await goalsWithRoom(tx, input.goals, []);
    const event: AgentEvent & { type: 'agent-added' } = {
      type: 'agent-added',
      agent: tx.newId('agent'),
      slug: input.slug,
      runtime: input.runtime,
      model: input.model ?? null,
      owner: owner?.id ?? null,
      capabilities: input.capabilities,
      goals: goals.map((goal) => goal.id),
      ...(input.wake_url === undefined ? {} : { wake: { url: input.wake_url, version: 1 } }),
    };
    const { text, hash } = tx.newSecret(tokenPrefixes.agent);

    const receipt = tx.append(house, event);
    const bearer = { kind: 'agent', agent: event.agent } as const;
    tx.append(house, { type: 'token-issued', token: tx.newId('token'), bearer, hash, expires_at: null });

    const agent = evolveAgent(undefined, event, placeOf(tx, receipt));
    const shown = { ...withoutWake(agent), owner: owner?.slug ?? null, goals: goals.map((goal) => goal.slug) };
    return { agent: { ...shown, wake_url: agent.wake?.url ?? null, last_wake: null }, token: text, ...wakeSecretOf(tx, agent) };
  },
});

/** What a receiver checks the calls to its wake_url with. */
export function wakeSecretOf(tx: Pick<Tx, 'derivedSecret'>, agent: Pick<Agent, 'id' | 'wake'>): { readonly wake_secret?: string } {
  return agent.wake === undefined ? {} : { wake_secret: `whsec_${tx.derivedSecret(wakeSecretName(agent, agent.wake))}` };
}

/** The named goals; refuses one that has no room for another agent. */
export async function goalsWithRoom(tx: Tx, refs: readonly string[], already: readonly string[]): Promise<readonly Goal[]> {
  const goals: Goal[] = [];
  for (const named of new Set(refs)) {
    const goal = await findGoal(tx, named);
    const agents = already.includes(goal.id) ? 0 : await tx.reads.agentCount(goal.id);
    if (agents >= limits.agentsPerGoalMax) throw overLimit(`agents in goal ${goal.slug}`, limits.agentsPerGoalMax, agents + 1);
    goals.push(goal);
  }
  return goals;
}
