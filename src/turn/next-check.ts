import type { Instant } from '../time.ts';
import { minute, msBetween, plusMs } from '../time.ts';

/** How long to leave it before asking again, by situation: it grows with the time since something last moved. */
const backOffMs = {
  active: { min: 3 * minute, max: 10 * minute },
  gate: { min: 30 * minute, max: 120 * minute },
} as const;

export function nextCheckAt(situation: keyof typeof backOffMs, materialAt: Instant, now: Instant): Instant {
  const { min, max } = backOffMs[situation];
  return plusMs(now, Math.min(Math.max(msBetween(materialAt, now), min), max));
}
