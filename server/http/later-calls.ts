import { Refusal } from '../../src/refusal.ts';
import type { Method } from './bindings.ts';

/** Calls of the contract that come with a later part: each answers `not-available`, and nothing is stored. */
export const laterCalls = [
  ['POST', '/v1/gates/:gate/ask-back'],
  ['POST', '/v1/gates/:gate/claim'],
  ['POST', '/v1/gates/:gate/delegate'],
  ['POST', '/v1/gates/:gate/snooze'],
  ['POST', '/v1/gates/answer-batch'],
  ['GET', '/v1/standing'],
  ['DELETE', '/v1/standing/:id'],
  ['GET', '/v1/goals/:goal/state'],
  ['POST', '/mcp'],
] as const satisfies readonly (readonly [Method, string])[];

export function laterCall(method: Method, path: string): Refusal {
  return new Refusal(
    'not-available',
    `${method} ${path} comes with a later part of Gatebell.`,
    'Go on without it; /docs lists the calls of this version.',
  );
}
