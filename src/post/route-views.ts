import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import { idOf, ref } from '../ids.ts';
import { listed, pageInput, pageOf } from '../page.ts';
import type { Reads } from '../ports.ts';
import { defineView } from '../verb.ts';
import { findRoute } from './change-route.ts';
import type { Route } from './route.ts';
import { route } from './route.ts';
import { routeTrouble } from './trouble.ts';

/** A route as shown: `trouble` is what keeps posts from it, and what to do. */
export const routeView = route.extend({ trouble: routeTrouble.omit({ route: true }).nullable() });

export async function viewRoutes(reads: Pick<Reads, 'routeTroubles'>, routes: readonly Route[]): Promise<z.infer<typeof routeView>[]> {
  const troubles = new Map((await reads.routeTroubles()).map(({ route: of, ...trouble }) => [of, trouble]));
  return routes.map((one) => ({ ...one, trouble: troubles.get(one.id) ?? null }));
}

export const listRoutes = defineView({
  name: 'list-routes',
  summary: 'List the routes, of one goal or of all.',
  callers: ['operator', 'person'],
  input: z.strictObject({ goal: ref.optional(), ...pageInput }),
  output: listed(routeView),
  run: async (look, input) => {
    const goal = input.goal === undefined ? undefined : (await findGoal(look, input.goal)).id;
    const { items, next } = await look.reads.routes(goal, pageOf(input));
    return { items: await viewRoutes(look.reads, items), next };
  },
});

export const showRoute = defineView({
  name: 'show-route',
  summary: 'Show one route.',
  callers: ['operator', 'person'],
  input: z.strictObject({ route: idOf('route') }),
  output: routeView,
  run: async ({ reads }, input) => {
    const found = await findRoute(reads, input.route);
    const [shown] = await viewRoutes(reads, [found]);
    return shown ?? { ...found, trouble: null };
  },
});
