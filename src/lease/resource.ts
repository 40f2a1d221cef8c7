import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import { instantText } from '../time.ts';

/** A named thing of the installation (an account, a machine) that one lease holds at a time, across goals. */
export const resource = z.object({
  resource: z.string(),
  hold: z.object({ goal: idOf('goal'), turn: idOf('turn'), todo: idOf('todo'), agent: idOf('agent'), until: instantText }).nullable(),
});

export type Resource = z.infer<typeof resource>;

type Hold = NonNullable<Resource['hold']>;

/** A renewed lease holds again, with a later `until`. Only the turn that holds can free: a late freeing changes nothing. */
export type ResourceEvent =
  | ({ readonly type: 'resource-held'; readonly resource: string } & Hold)
  | { readonly type: 'resource-freed'; readonly resource: string; readonly turn: Hold['turn'] };

export function evolveResource(before: Resource | undefined, event: ResourceEvent, _place: Place): Resource {
  switch (event.type) {
    case 'resource-held': {
      const { type: _, resource: name, ...hold } = event;
      return { resource: name, hold };
    }
    case 'resource-freed':
      return before?.hold?.turn === event.turn || before === undefined ? { resource: event.resource, hold: null } : before;
  }
}
