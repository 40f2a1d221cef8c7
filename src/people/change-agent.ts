import { z } from 'zod';
import { differing, isNothing } from '../differing.ts';
import { house, ref } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { defineVerb } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { agentFields, goalsWithRoom, wakeSecretOf } from './add-agent.ts';
import type { Agent, AgentEvent } from './agent.ts';
import { agentView, viewAgent } from './agent-view.ts';
import { findAgent } from './find-agent.ts';
import { findPerson } from './find-people.ts';

/** Another wake_url has another secret, shown once. */
export const changeAgent = defineVerb({
  name: 'change-agent',
  summary: 'Change an agent, bind it to other goals, suspend or resume it, or call it at another wake_url.',
  callers: ['operator'],
  reveals: true,
  input: z.strictObject({
    agent: ref,
    state: z.enum(['active', 'suspended']).optional(),
    ...z.object(agentFields).partial().shape,
  }),
  output: agentView.extend({ wake_secret: z.string().optional() }),
  run: async (tx, input) => {
    const before = await findAgent(tx.reads, input.agent);
    if (before.state === 'revoked') throw isRevoked(before);
    const owner = input.owner === undefined ? undefined : (await findPerson(tx.reads, input.owner)).id;
    const goals = input.goals === undefined ? undefined : (await goalsWithRoom(tx, input.goals, before.goals)).map((goal) => goal.id);
    const { runtime, model, capabilities, state, wake_url } = input;
    const moved = wake_url !== undefined && wake_url !== before.wake?.url;
    const wake = moved ? { url: wake_url, version: (before.wake?.version ?? 0) + 1 } : undefined;
    const view = await saveAgent(tx, before, withoutUndefined({ runtime, model, capabilities, state, owner, goals, wake }));
    return wake === undefined ? view : { ...view, ...wakeSecretOf(tx, { id: before.id, wake }) };
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
  const view = await viewAgent(tx.reads, { ...before, ...given }, tx.actor.kind);
  const changes = differing(before, given);
  if (isNothing(changes)) return view;
  const event: AgentEvent = { type: 'agent-changed', agent: before.id, changes };

  tx.append(house, event);

  return view;
}

function isRevoked(agent: Agent): Refusal {
  return new Refusal('wrong-state', `Agent ${agent.slug} is revoked, and a revoked agent does not come back.`, 'Add a new agent.');
}
