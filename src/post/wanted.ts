import type { DigestEvent } from '../digest/digest.ts';
import type { Gate } from '../gate/gate.ts';
import { heldUntil } from '../gate/gate.ts';
import type { GateId, GoalId, PersonId } from '../ids.ts';
import type { Event } from '../ledger/event.ts';
import type { Instant } from '../time.ts';
import type { PostSubject } from './post.ts';
import type { Route } from './route.ts';
import type { RouteTrouble } from './trouble.ts';

/** A post that is wanted: a new one, or one more version of one that stands. */
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
  /** Open routes that have a card of the gate. */
  routesShowing(gate: GateId): readonly Route[];
  /** Open routes that are this person's own. */
  routesOf(person: PersonId): readonly Route[];
  /** Nothing can be put there now. */
  isBroken(route: Route['id']): boolean;
  /** Open gates of the goal, or of the installation when `goal` is null. */
  openGates(goal: GoalId | null): readonly Gate[];
  route(id: Route['id']): Route;
  /** The newest posts of digests that show the gate. */
  digestPostsShowing(gate: GateId): readonly Pick<WantedPost, 'id' | 'subject' | 'route'>[];
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
    case 'gate-overdue':
      return copiesOf(lookup.gate(event.gate), now, lookup);
    case 'deadlines-moved':
      return event.gates.flatMap((id) => copiesOf(lookup.gate(id), now, lookup));
    case 'digest-written':
      return digestOn(event, lookup);
    case 'lease-lapsed':
      return routesSaying('notices', lookup.routesFor(event.goal)).map((route) => noticeOn(route, position));
    case 'token-issued':
      return event.bearer.kind === 'person' ? toPerson(event.bearer.person, position, lookup) : [];
    case 'login-code-issued':
      return event.own === true ? [] : toPerson(event.person, position, lookup);
    case 'identity-linked':
    case 'identity-unlinked':
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

/** A gate's cards, and the digests that show it. */
function copiesOf(gate: Gate, now: Instant, lookup: WantedLookup): readonly WantedPost[] {
  const inDigests = lookup.digestPostsShowing(gate.id).map((post) => ({ ...post, refresh_at: heldUntil(gate, now) }));
  return [...cardsOf(gate, now, lookup), ...inDigests];
}

/** A digest stands once: on its route, or on the first of the person's own routes that works. */
function digestOn({ digest, audience }: DigestEvent, lookup: WantedLookup): readonly WantedPost[] {
  const own = 'person' in audience ? lookup.routesOf(audience.person) : [];
  const route = 'route' in audience ? audience.route : (own.find(({ id }) => !lookup.isBroken(id)) ?? own[0])?.id;
  return route === undefined ? [] : [{ id: `${digest}@${route}`, subject: { kind: 'digest', digest }, route, refresh_at: null }];
}

/** What is wanted elsewhere when a route breaks: its open gates where the goal still speaks, and word of it. */
export function postsWhenBroken(broken: Route, trouble: RouteTrouble, now: Instant, lookup: WantedLookup): readonly WantedPost[] {
  const gates = routesSaying('gates', [broken]).flatMap(() => lookup.openGates(broken.goal));
  const told = broken.goal === null ? [] : speaking(broken.goal, lookup).filter((route) => !lookup.isBroken(route.id));
  return [...gates.flatMap((gate) => cardsOf(gate, now, lookup)), ...told.map((route) => troubleOn(route, trouble))];
}

/**
 * A gate stands on every route of its goal that says gates, and on those that have a card of it already. When all of the
 * former are broken, it stands also on the other routes of the goal, so that somebody sees it.
 */
function cardsOf(gate: Gate, now: Instant, lookup: WantedLookup): readonly WantedPost[] {
  const all = speaking(gate.goal, lookup);
  const saying = routesSaying('gates', all);
  const others =
    saying.length > 0 && saying.every((route) => lookup.isBroken(route.id)) ? all.filter((route) => !lookup.isBroken(route.id)) : [];
  const routes = new Map([...saying, ...lookup.routesShowing(gate.id), ...others].map((route) => [route.id, route]));
  return [...routes.values()].map((route) => cardOn(route, gate, now));
}

/** A person's own route says nothing of a goal. */
function speaking(goal: GoalId, lookup: WantedLookup): readonly Route[] {
  return lookup.routesFor(goal).filter(({ purposes }) => purposes.length > 0);
}

function cardOn(route: Route, gate: Gate, now: Instant): WantedPost {
  return { id: `${gate.id}@${route.id}`, subject: { kind: 'gate', gate: gate.id }, route: route.id, refresh_at: heldUntil(gate, now) };
}

function noticeOn(route: Route, position: number): WantedPost {
  return { id: `notice_${position}@${route.id}`, subject: { kind: 'notice', position }, route: route.id, refresh_at: null };
}

function troubleOn(route: Route, { route: broken, since }: RouteTrouble): WantedPost {
  const subject: PostSubject = { kind: 'trouble', route: broken, since };
  return { id: `trouble_${broken}_${since}@${route.id}`, subject, route: route.id, refresh_at: null };
}

function toPerson(person: PersonId, position: number, lookup: WantedLookup): readonly WantedPost[] {
  return lookup.routesOf(person).map((route) => noticeOn(route, position));
}

function routesSaying(purpose: Route['purposes'][number], routes: readonly Route[]): readonly Route[] {
  return routes.filter((route) => route.purposes.includes(purpose));
}
