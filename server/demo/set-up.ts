import { z } from 'zod';
import type { Api } from './api.ts';
import { laneOf, mergeSignal, pairs, priorityOf, stepsOf, story, titleOf } from './story.ts';

const withToken = z.looseObject({ token: z.string() });

const added = z.looseObject({ id: z.string() });

export type Cast = {
  readonly agents: readonly { readonly name: string; readonly token: string }[];
  readonly signalToken: string;
  readonly todos: number;
};

/** What an operator does once: a person, a goal, its lanes and todos, two agents, and a token for whoever reports merges. */
export async function setUp(operator: Api): Promise<Cast> {
  await operator.post('/v1/people', story.person, added);
  const vision = 'Every issue has a merged fix, or a person knows why not.';
  await operator.post('/v1/goals', { slug: story.goal, title: 'Fix issues', vision, owners: [story.person.slug] }, added);
  const todos = await addLanes(operator);
  const agents = [];
  for (const name of story.agents) {
    const { token } = await operator.post('/v1/agents', { slug: name, runtime: 'gatebell demo', goals: [story.goal] }, withToken);
    agents.push({ name, token });
  }
  const { token: signalToken } = await operator.post('/v1/signal-tokens', { goal: story.goal, key_prefix: 'merge:' }, withToken);
  return { agents, signalToken, todos };
}

async function addLanes(operator: Api): Promise<number> {
  let count = 0;
  for (const pair of pairs()) {
    await operator.post(`/v1/goals/${story.goal}/lanes`, { slug: laneOf(pair), title: `Issue ${pair.issue}` }, z.unknown());
    let before: string | undefined;
    for (const step of stepsOf(pair)) {
      const body = {
        lane: laneOf(pair),
        title: titleOf(step),
        priority: priorityOf(step),
        ...(before === undefined ? {} : { needs: [before] }),
        ...(step.kind === 'merge' ? { wait: { signal: mergeSignal(pair.pull) } } : {}),
      };
      before = (await operator.post(`/v1/goals/${story.goal}/todos`, body, added)).id;
      count += 1;
    }
  }
  return count;
}
