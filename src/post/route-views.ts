import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import { idOf, ref } from '../ids.ts';
import { listed, pageInput, pageOf } from '../page.ts';
import { defineView } from '../verb.ts';
import { findRoute } from './change-route.ts';
import { route } from './route.ts';

export const listRoutes = defineView({
  name: 'list-routes',
  summary: 'List the routes, of one goal or of all.',
  callers: ['operator', 'person'],
  input: z.strictObject({ goal: ref.optional(), ...pageInput }),
  output: listed(route),
  run: async (look, input) => {
    const goal = input.goal === undefined ? undefined : (await findGoal(look, input.goal)).id;
    return look.reads.routes(goal, pageOf(input));
  },
});

export const showRoute = defineView({
  name: 'show-route',
  summary: 'Show one route.',
  callers: ['operator', 'person'],
  input: z.strictObject({ route: idOf('route') }),
  output: route,
  run: ({ reads }, input) => findRoute(reads, input.route),
});
