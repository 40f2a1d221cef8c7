import { z } from 'zod';

/** What an id names. The prefix of the text says it too: `gate_…`, `todo_…`. */
export type IdKind =
  | 'goal'
  | 'todo'
  | 'agent'
  | 'person'
  | 'token'
  | 'route'
  | 'gate'
  | 'turn'
  | 'evidence'
  | 'note'
  | 'grant'
  | 'schedule'
  | 'digest';

export type Id<Kind extends IdKind> = string & z.BRAND<Kind>;

export type GoalId = Id<'goal'>;
export type TodoId = Id<'todo'>;
export type AgentId = Id<'agent'>;
export type PersonId = Id<'person'>;
export type TokenId = Id<'token'>;
export type RouteId = Id<'route'>;
export type GateId = Id<'gate'>;
export type TurnId = Id<'turn'>;
export type EvidenceId = Id<'evidence'>;
export type GrantId = Id<'grant'>;
export type ScheduleId = Id<'schedule'>;
export type DigestId = Id<'digest'>;

/** An id in a reply. */
export function idOf<Kind extends IdKind>(_kind: Kind) {
  return z.string().max(80).brand<Kind>();
}

/** A name that people type: lower-case letters, digits and hyphens, 1-40 characters. */
export const slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'expected 1-40 lower-case letters, digits or hyphens');

/** An id or a slug, wherever a thing may be named by either. */
export const ref = z.string().min(1).max(80);

/** A key such as `merge:3115`: what a signal or a scope names. */
export const key = z.string().regex(/^[A-Za-z0-9][\w.:/@#-]{0,119}$/, 'expected 1-120 letters, digits or . : / @ # _ -');

/** `goal:x`, `house` or `resource:x`: an append-only, hash-chained row of entries. */
export type Stream = string & z.BRAND<'stream'>;

export const house = 'house' as Stream;

export function goalStream(goal: GoalId): Stream {
  return `goal:${goal}` as Stream;
}

export function resourceStream(resource: string): Stream {
  return `resource:${resource}` as Stream;
}
