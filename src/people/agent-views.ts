import { z } from 'zod';
import { ref } from '../ids.ts';
import { listed, pageInput, pageOf } from '../page.ts';
import { defineView } from '../verb.ts';
import type { Look } from '../verb.ts';
import type { Agent } from './agent.ts';
import { agentView, viewAgents } from './agent-view.ts';
import { findAgent } from './find-agent.ts';

export const listAgents = defineView({
  name: 'list-agents',
  summary: 'List the agents.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject(pageInput),
  output: listed(agentView),
  run: async ({ reads }, input) => {
    const { items, next } = await reads.agents(pageOf(input));
    return { items: await viewAgents(reads, items), next };
  },
});

export const showAgent = defineView({
  name: 'show-agent',
  summary: 'Show one agent.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject({ agent: ref }),
  output: agentView,
  run: async (look: Look, input) => {
    const found: Agent = await findAgent(look.reads, input.agent);
    const [view] = await viewAgents(look.reads, [found]);
    return view ?? found;
  },
});
