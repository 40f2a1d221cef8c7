import type { Fault } from '../support/platforms/faults.ts';

/** What goes wrong with calls of every platform. `after`: the call acted, and only its answer is lost. */
export const anyFaults: readonly Fault[] = [
  { kind: 'rate-limited', retryAfterS: 1 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 502, after: true },
  { kind: 'reset' },
  { kind: 'reset', after: true },
  { kind: 'html' },
  { kind: 'html', after: true },
  { kind: 'hang', after: true },
];

/** As when nothing of a platform is there. */
export const outOfReach: readonly Fault[] = [{ kind: 'reset' }];
