import { z } from 'zod';
import { house, idOf } from '../ids.ts';
import type { Reads } from '../ports.ts';
import { notFound } from '../refusal.ts';
import { defineVerb, placeOf } from '../verb.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { refuseAddress, routeFields } from './add-route.ts';
import type { Route, RouteEvent } from './route.ts';
import { evolveRoute, route } from './route.ts';

export const changeRoute = defineVerb({
  name: 'change-route',
  summary: 'Change the address, thread or purposes of a route.',
  callers: ['operator'],
  input: z.strictObject({ route: idOf('route'), ...z.object(routeFields).partial().shape }),
  output: route,
  run: async (tx, input) => {
    const before = await findRoute(tx.reads, input.route);
    const { route: _, ...changes } = input;
    if (changes.address !== undefined) refuseAddress(before.platform, changes.address);
    const event: RouteEvent = { type: 'route-changed', route: before.id, changes: withoutUndefined(changes) };
    const receipt = tx.append(house, event);
    return evolveRoute(before, event, placeOf(tx, receipt));
  },
});

/** Nothing more is posted there; what was posted stays. */
export const removeRoute = defineVerb({
  name: 'remove-route',
  summary: 'Close a route.',
  callers: ['operator'],
  input: z.strictObject({ route: idOf('route') }),
  output: route,
  run: async (tx, input) => {
    const before = await findRoute(tx.reads, input.route);
    const event: RouteEvent = { type: 'route-changed', route: before.id, changes: { state: 'closed' } };
    const receipt = tx.append(house, event);
    return evolveRoute(before, event, placeOf(tx, receipt));
  },
});

export async function findRoute(reads: Reads, id: Route['id']): Promise<Route> {
  const found = await reads.route(id);
  if (found === undefined) throw notFound('route', id, 'in this installation');
  return found;
}
