import type { Gate } from '../gate/gate.ts';
import { heldUntil } from '../gate/gate.ts';
import type { GateId, GoalId, PersonId } from '../ids.ts';
import type { Event } from '../ledger/event.ts';
import type { Instant } from '../time.ts';
import type { PostSubject } from './post.ts';
import type { Route } from './route.ts';

/** A post that an entry makes wanted: a new one, or one more version of one that stands. */
export type WantedPost = {
  readonly id: string;
  readonly subject: PostSubject;
  readonly route: Route['id'];
  readonly refresh_at: Instant | null;
};

/** What has to be looked up to know who is to be told. */
export type WantedLookup = {
  gate(id: GateId): Gate;
  /** Open routes of the goal and those of every goal. */
  routesFor(goal: GoalId): readonly Route[];
  /** Open gates of the goal, or of the installation when `goal` is null. */
  openGates(goal: GoalId | null): readonly Gate[];
  route(id: Route['id']): Route;
  terminalRoute(): Route | undefined;
};

/** The posts that one entry makes wanted. Called after the entry is folded, in its transaction. */
export function postsWanted(event: Event, position: number, now: Instant, lookup: WantedLookup): readonly WantedPost[] {
  switch (event.type) {
    case 'gate-asked':
    case 'gate-revised':
    case 'gate-withdrawn':
    case 'gate-superseded':
    case 'gate-answered':
    case 'answer-revoked':
    case 'answer-delivered':
    case 'answer-used':
    case 'gate-overdue': {
      const gate = lookup.gate(event.gate);
      return routesSaying('gates', lookup.routesFor(event.goal)).map((route) => cardOn(route, gate, now));
    }
    case 'deadlines-moved':
      return event.gates.flatMap((id) =>
        routesSaying('gates', lookup.routesFor(event.goal)).map((route) => cardOn(route, lookup.gate(id), now)),
      );
    case 'lease-lapsed':
      return routesSaying('notices', lookup.routesFor(event.goal)).map((route) => noticeOn(route, position));
    case 'token-issued':
      return event.bearer.kind === 'person' ? toPerson(event.bearer.person, position, lookup) : [];
    case 'login-code-issued':
      return toPerson(event.person, position, lookup);
    case 'route-added':
    case 'route-changed':
    case 'terminal-opened': {
      const route = lookup.route(event.route);
      if (route.state === 'closed') return [];
      return routesSaying('gates', [route]).flatMap(() => lookup.openGates(route.goal).map((gate) => cardOn(route, gate, now)));
    }
    default:
      return [];
  }
}

function cardOn(route: Route, gate: Gate, now: Instant): WantedPost {
  return { id: `${gate.id}@${route.id}`, subject: { kind: 'gate', gate: gate.id }, route: route.id, refresh_at: heldUntil(gate, now) };
}

function noticeOn(route: Route, position: number): WantedPost {
  return { id: `notice_${position}@${route.id}`, subject: { kind: 'notice', position }, route: route.id, refresh_at: null };
}

function toPerson(person: PersonId, position: number, lookup: WantedLookup): readonly WantedPost[] {
  const terminal = lookup.terminalRoute();
  return terminal?.state === 'open' && terminal.person === person ? [noticeOn(terminal, position)] : [];
}

function routesSaying(purpose: Route['purposes'][number], routes: readonly Route[]): readonly Route[] {
  return routes.filter((route) => route.purposes.includes(purpose));
}
