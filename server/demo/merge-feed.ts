import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Api } from './api.ts';
import { mergeSignal, pairs, story } from './story.ts';
import type { Pair } from './trajectory.ts';

/** A third party that only reports: each real merge as a signal, in the order and at the distances of the real run, compressed. */
export async function reportMerges(reporter: Api, told: (pair: Pair) => void, stop: AbortSignal): Promise<void> {
  const merges = pairs().flatMap((pair) => (pair.mergedAt === null ? [] : [{ pair, atMs: Date.parse(pair.mergedAt) }]));
  const firstMs = merges[0]?.atMs ?? 0;
  const windowMs = (merges.at(-1)?.atMs ?? 0) - firstMs;
  const startedMs = Date.now() + story.feedStartsMs;
  for (const { pair, atMs } of merges) {
    const dueMs = startedMs + ((atMs - firstMs) / windowMs) * story.feedMs;
    await pause(Math.max(0, dueMs - Date.now()), undefined, { signal: stop });
    const value = `merged at ${pair.mergedAt}`;
    await reporter.post('/v1/signals', { goal: story.goal, key: mergeSignal(pair.pull), value }, z.unknown());
    told(pair);
  }
}
