import { z } from 'zod';
import { differing, isNothing } from '../differing.ts';
import { house, ref } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { defineVerb, placeOf } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { agentFields, goalsWithRoom, laterAgentFields } from './add-agent.ts';
import type { Agent, AgentEvent } from './agent.ts';
import { evolveAgent } from './agent.ts';
import { agentView, viewAgents } from './agent-view.ts';
import { findAgent } from './find-agent.ts';
import { findPerson } from './find-people.ts';

export const changeAgent = defineVerb({
  name: 'change-agent',
  summary: 'Change an agent, bind it to other goals, suspend or resume it.',
  callers: ['operator'],
  input: z.strictObject({
    agent: ref,
    state: z.enum(['active', 'suspended']).optional(),
    ...z.object(agentFields).partial().shape,
    ...laterAgentFields,
  }),
  output: agentView,
  run: async (tx, input) => {
    const before = await findAgent(tx.reads, input.agent);
    if (before.state === 'revoked') throw isRevoked(before);
    const owner = input.owner === undefined ? undefined : (await findPerson(tx.reads, input.owner)).id;
    const goals = input.goals === undefined ? undefined : (await goalsWithRoom(tx, input.goals, before.goals)).map((goal) => goal.id);
    const { runtime, model, capabilities, state } = input;
    return saveAgent(tx, before, withoutUndefined({ runtime, model, capabilities, state, owner, goals }));
  },
});

/** Its tokens stop at once; what it did stays. */
export const revokeAgent = defineVerb({
  name: 'revoke-agent',
  summary: 'Revoke an agent: its token stops at once, its open turns lapse with their leases.',
  callers: ['operator'],
  input: z.strictObject({ agent: ref }),
  output: agentView,
  run: async (tx, input) => saveAgent(tx, await findAgent(tx.reads, input.agent), { state: 'revoked' }),
});

async function saveAgent(
  tx: Tx,
  before: Agent,
  given: Extract<AgentEvent, { type: 'agent-changed' }>['changes'],
): Promise<z.infer<typeof agentView>> {
  const [view] = await viewAgents(tx.reads, [{ ...before, ...given }]);
  if (view === undefined) throw new Error(`agent ${before.slug} cannot be shown`);
  const changes = differing(before, given);
  if (isNothing(changes)) return view;
  const event: AgentEvent = { type: 'agent-changed', agent: before.id, changes };

  const receipt = tx.append(house, event);

  const after = evolveAgent(before, event, placeOf(tx, receipt));
  return { ...after, owner: view.owner, goals: view.goals };
}

function isRevoked(agent: Agent): Refusal {
  return new Refusal('wrong-state', `Agent ${agent.slug} is revoked, and a revoked agent does not come back.`, 'Add a new agent.');
}
