import type { Actor } from '../src/actor.ts';
import type { Person } from '../src/people/person.ts';
import type { Clock, Execute, Reads } from '../src/ports.ts';
import type { Route } from '../src/post/route.ts';
import type { Shown } from './shown.ts';

/** What hearing people needs of the service. */
export type Desk = {
  readonly execute: Execute;
  readonly reads: Reads;
  readonly clock: Clock;
  readonly shown: Shown;
};

/** Who asks, and on which route what they see is put. */
export type Asker = { readonly person: Person; readonly route: Route };

/** The person behind an account, made from rows of this moment; null when nobody is. */
export type Identify = (account: string) => Promise<Asker | null>;

export function actorOf({ person, route }: Asker): Actor {
  return { kind: 'person', person: person.id, surface: route.platform };
}
