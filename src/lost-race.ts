import type { RefusalCode } from './refusal.ts';
import { refusalTitles } from './refusal.ts';

/**
 * True for a reply by which a verb says that somebody else was first: its `result` is a code of the closed list.
 * Nothing was changed then, so such a reply is not kept under an idempotency key: the same call may win later.
 */
export function isLostRace(reply: unknown): reply is { readonly result: RefusalCode } {
  if (typeof reply !== 'object' || reply === null || !('result' in reply)) return false;
  return typeof reply.result === 'string' && Object.hasOwn(refusalTitles, reply.result);
}
