import { z } from 'zod';
import { differing, isNothing } from '../differing.ts';
import { house, idOf } from '../ids.ts';
import type { Reads } from '../ports.ts';
import { notFound, Refusal } from '../refusal.ts';
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
    refuseOwn(before);
    const { route: _, ...given } = input;
    if (given.address !== undefined) refuseAddress(before.platform, given.address);
    const changes = differing(before, withoutUndefined(given));
    if (isNothing(changes)) return before;
    const event: RouteEvent = { type: 'route-changed', route: before.id, changes };
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
    refuseOwn(before);
    if (before.state === 'closed') return before;
    const event: RouteEvent = { type: 'route-changed', route: before.id, changes: { state: 'closed' } };
    const receipt = tx.append(house, event);
    return evolveRoute(before, event, placeOf(tx, receipt));
  },
});

/** On their own route people hear of credentials that are issued in their name: no operator leads it elsewhere. */
function refuseOwn(route: Route): void {
  if (route.person === null) return;
  throw new Refusal(
    'not-allowed',
    `Route ${route.id} is a person's own: on it they are told what is issued in their name.`,
    'Change their identities, or GATEBELL_TERMINAL_PERSON; the route follows.',
  );
}

export async function findRoute(reads: Reads, id: Route['id']): Promise<Route> {
  const found = await reads.route(id);
  if (found === undefined) throw notFound('route', id, 'in this installation');
  return found;
}
