import { z } from 'zod';
import { ref } from '../ids.ts';
import { listed, pageInput, pageOf } from '../page.ts';
import { defineView } from '../verb.ts';
import { findGoal } from './find-goal.ts';
import type { Goal } from './goal.ts';
import { goalView, viewGoals } from './goal-view.ts';

export const listGoals = defineView({
  name: 'list-goals',
  summary: 'List the goals; an agent sees those it is bound to.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject(pageInput),
  output: listed(goalView),
  run: async ({ actor, reads }, input) => {
    if (actor.kind === 'agent') {
      const agent = await reads.agent(actor.agent);
      return { items: await viewGoals(reads, await reads.goalsById(agent?.goals ?? [])), next: null };
    }
    const { items, next } = await reads.goals(pageOf(input));
    return { items: await viewGoals(reads, items), next };
  },
});

export const showGoal = defineView({
  name: 'show-goal',
  summary: 'Show one goal.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject({ goal: ref }),
  output: goalView,
  run: async (look, input) => {
    const found: Goal = await findGoal(look, input.goal);
    const [view] = await viewGoals(look.reads, [found]);
    return view ?? found;
  },
});
