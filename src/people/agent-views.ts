import { z } from 'zod';
import { ref } from '../ids.ts';
import { listed, pageInput, pageOf } from '../page.ts';
import { defineView } from '../verb.ts';
import { agentView, viewAgent, viewAgents } from './agent-view.ts';
import { findAgent } from './find-agent.ts';

export const listAgents = defineView({
  name: 'list-agents',
  summary: 'List the agents.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject(pageInput),
  output: listed(agentView),
  run: async ({ reads, actor }, input) => {
    const { items, next } = await reads.agents(pageOf(input));
    return { items: await viewAgents(reads, items, actor.kind), next };
  },
});

export const showAgent = defineView({
  name: 'show-agent',
  summary: 'Show one agent.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject({ agent: ref }),
  output: agentView,
  run: async ({ reads, actor }, input) => viewAgent(reads, await findAgent(reads, input.agent), actor.kind),
});
