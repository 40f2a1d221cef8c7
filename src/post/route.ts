import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { PersonId, RouteId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import { instantText } from '../time.ts';

export const platforms = ['terminal', 'slack', 'discord', 'telegram'] as const;
export const purposes = ['gates', 'digests', 'notices'] as const;

/**
 * Where a goal speaks. The terminal of `GATEBELL_TERMINAL_PERSON` is a route of every goal: its `goal` is null. So is a person's
 * own route on a platform, which has no purposes: it says only what concerns that person alone.
 */
export const route = z.object({
  id: idOf('route'),
  goal: idOf('goal').nullable(),
  platform: z.enum(platforms),
  address: z.string(),
  thread: z.string().nullable(),
  purposes: z.array(z.enum(purposes)),
  person: idOf('person').nullable(),
  state: z.enum(['open', 'closed']),
  created_at: instantText,
});

export type Route = z.infer<typeof route>;

type Described = Pick<Route, 'address' | 'thread' | 'purposes'>;

export type RouteEvent =
  | ({ readonly type: 'route-added'; readonly route: RouteId; readonly person?: PersonId } & Described & Pick<Route, 'goal' | 'platform'>)
  | { readonly type: 'route-changed'; readonly route: RouteId; readonly changes: Partial<Described & Pick<Route, 'state'>> }
  | { readonly type: 'terminal-opened'; readonly route: RouteId; readonly person: PersonId }
  | { readonly type: 'terminal-closed'; readonly route: RouteId };

export function evolveRoute(before: Route | undefined, event: RouteEvent, place: Place): Route {
  switch (event.type) {
    case 'route-added': {
      const { type: _, route: id, ...described } = event;
      return { id, ...described, person: event.person ?? null, state: 'open', created_at: place.at };
    }
    case 'terminal-opened':
      return {
        id: event.route,
        goal: null,
        platform: 'terminal',
        address: 'terminal',
        thread: null,
        purposes: ['gates', 'notices'],
        person: event.person,
        state: 'open',
        created_at: before?.created_at ?? place.at,
      };
    case 'route-changed':
    case 'terminal-closed':
      if (before === undefined) throw new Error(`${event.type} came before its route was added`);
      return event.type === 'route-changed' ? { ...before, ...event.changes } : { ...before, state: 'closed' };
  }
}
