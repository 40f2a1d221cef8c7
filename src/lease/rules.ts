import { limits } from '../limits.ts';
import type { Instant } from '../time.ts';
import { plusMs } from '../time.ts';
import type { LeaseTimes, OpenTurn } from '../turn/turn.ts';

/** How long a lease lasts: the agent's estimate times 1.5, between 5 minutes and 24 hours. */
export function leaseMs(estimateMs: number): number {
  return Math.min(Math.max(estimateMs * 1.5, limits.leaseMinMs), limits.leaseMaxMs);
}

/** A heartbeat is expected half-way; after the end the holder has a quarter more to renew or commit; no lease passes the last moment of its turn. */
export function leaseFrom(now: Instant, ttlMs: number, last: Instant): LeaseTimes {
  const end = plusMs(now, ttlMs);
  const expires_at = end < last ? end : last;
  const half = plusMs(now, ttlMs / 2);
  return { heartbeat_by: half < expires_at ? half : expires_at, expires_at, grace_until: plusMs(expires_at, ttlMs / 4) };
}

/** A turn never passes 24 hours of service: a downtime moves this moment too. */
export function lastMoment(startedAt: Instant): Instant {
  return plusMs(startedAt, limits.leaseMaxMs);
}

/** Once its grace is over a turn holds nothing, whether or not the lapse is written yet. */
export function isLapsed(turn: OpenTurn, now: Instant): boolean {
  return turn.lease.grace_until <= now;
}
