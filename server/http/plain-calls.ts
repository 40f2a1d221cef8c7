import type { ActorKind } from '../../src/actor.ts';

/** A call that is neither verb nor view: what it gives is no JSON. */
export type PlainCall = {
  readonly name: string;
  readonly path: string;
  readonly summary: string;
  readonly callers: readonly ActorKind[];
  readonly gives: string;
};

export const followEvents: PlainCall = {
  name: 'events',
  path: '/v1/events',
  summary: 'Follow the entries as server-sent events; Last-Event-ID (or ?after) resumes.',
  callers: ['operator', 'agent', 'person'],
  gives: 'text/event-stream',
};

export const readFile: PlainCall = {
  name: 'read-file',
  path: '/v1/files/:sha256',
  summary: 'Read a kept file, checked against its digest.',
  callers: ['operator', 'agent', 'person'],
  gives: '*/*',
};
