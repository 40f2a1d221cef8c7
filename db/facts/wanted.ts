import type { Gate } from '../../src/gate/gate.ts';
import type { Event } from '../../src/ledger/event.ts';
import { limits } from '../../src/limits.ts';
import type { FactKind, Facts, FactStore } from '../../src/ledger/fold.ts';
import type { Route } from '../../src/post/route.ts';
import type { RouteTrouble } from '../../src/post/trouble.ts';
import type { WantedLookup, WantedPost } from '../../src/post/wanted.ts';
import { postsWanted, postsWhenBroken } from '../../src/post/wanted.ts';
import type { Instant } from '../../src/time.ts';
import type { Connection } from '../engine/connection.ts';
import { digestQueries } from '../queries/digest.ts';
import { gateQueries } from '../queries/gate.ts';
import { postOf, postWrites } from '../queries/post.ts';
import { routeQueries } from '../queries/route.ts';
import { statesOf } from '../queries/rows.ts';
import { factStatements } from './statements.ts';

type Loads = Pick<FactStore, 'load'>;

/** Makes the posts wanted that this entry calls for: new rows, or one more version of those that stand. */
export function wantPosts(connection: Connection, store: Loads, event: Event, position: number, now: Instant): void {
  write(connection, postsWanted(event, position, now, lookupIn(connection, store)), now);
}

/** Makes wanted elsewhere what a route that broke cannot show. */
export function wantElsewhere(connection: Connection, broken: Route, trouble: RouteTrouble, now: Instant): void {
  write(connection, postsWhenBroken(broken, trouble, now, lookupIn(connection, committedFacts(connection))), now);
}

export function routeIn(connection: Connection, id: Route['id']): Route | undefined {
  return committedFacts(connection).load('route', id);
}

function write(connection: Connection, posts: readonly WantedPost[], now: Instant): void {
  for (const wanted of posts) {
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

function committedFacts(connection: Connection): Loads {
  return {
    load: <Kind extends FactKind>(kind: Kind, id: string) => {
      const [row] = connection.rows(factStatements[kind].load, { id });
      return row === undefined ? undefined : (JSON.parse(row.state) as Facts[Kind]); // written by the fact store
    },
  };
}

function lookupIn(connection: Connection, store: Loads): WantedLookup {
  return {
    gate: (id) => present('gate', id, store),
    route: (id) => present('route', id, store),
    routesFor: (goal) => statesOf('route', connection.rows(routeQueries.routesFor, { goal })),
    routesShowing: (gate) => statesOf('route', connection.rows(routeQueries.routesShowing, { gate })),
    routesOf: (person) => statesOf('route', connection.rows(routeQueries.routesOf, { person })),
    isBroken: (route) => connection.rows(routeQueries.trouble, { route }).length > 0,
    digestPostsShowing: (gate) =>
      connection
        .rows(digestQueries.postsShowing, { gate, limit: limits.digestsEditedPerGateMax })
        .map(postOf)
        .map(({ id, subject, route }) => ({ id, subject, route })),
    openGates: (goal): readonly Gate[] =>
      statesOf('gate', goal === null ? connection.rows(gateQueries.openGates, {}) : connection.rows(gateQueries.openGatesOfGoal, { goal })),
  };
}

function present<Kind extends FactKind>(kind: Kind, id: string, store: Loads): Facts[Kind] {
  const state = store.load(kind, id);
  if (state === undefined) throw new Error(`an entry names the ${kind} ${id}, which has no row`);
  return state;
}
