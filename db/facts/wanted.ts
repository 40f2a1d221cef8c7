import type { Gate } from '../../src/gate/gate.ts';
import type { Event } from '../../src/ledger/event.ts';
import type { FactKind, Facts, FactStore } from '../../src/ledger/fold.ts';
import type { WantedLookup } from '../../src/post/wanted.ts';
import { postsWanted } from '../../src/post/wanted.ts';
import type { Instant } from '../../src/time.ts';
import type { Connection } from '../engine/connection.ts';
import { gateQueries } from '../queries/gate.ts';
import { postWrites } from '../queries/post.ts';
import { routeQueries } from '../queries/route.ts';
import { firstOf, statesOf } from '../queries/rows.ts';

/** Makes the posts wanted that this entry calls for: new rows, or one more version of those that stand. */
export function wantPosts(connection: Connection, store: FactStore, event: Event, position: number, now: Instant): void {
  for (const wanted of postsWanted(event, position, now, lookupIn(connection, store))) {
    connection.write(postWrites.want, {
      id: wanted.id,
      gate: wanted.subject.kind === 'gate' ? wanted.subject.gate : null,
      subject: JSON.stringify(wanted.subject),
      route: wanted.route,
      refresh_at: wanted.refresh_at,
      now,
    });
  }
}

function lookupIn(connection: Connection, store: FactStore): WantedLookup {
  return {
    gate: (id) => present('gate', id, store),
    route: (id) => present('route', id, store),
    routesFor: (goal) => statesOf('route', connection.rows(routeQueries.routesFor, { goal })),
    openGates: (goal): readonly Gate[] =>
      statesOf('gate', goal === null ? connection.rows(gateQueries.openGates, {}) : connection.rows(gateQueries.openGatesOfGoal, { goal })),
    terminalRoute: () => firstOf('route', connection.rows(routeQueries.terminalRoute, {})),
  };
}

function present<Kind extends FactKind>(kind: Kind, id: string, store: FactStore): Facts[Kind] {
  const state = store.load(kind, id);
  if (state === undefined) throw new Error(`an entry names the ${kind} ${id}, which has no row`);
  return state;
}
