import { setTimeout as timer } from 'node:timers/promises';
import { discordTimes } from './limits.ts';

/** When a new session may be asked for: shared by every link, because Discord counts all of them. */
export type Identifying = {
  /** Rejects when it is given up. */
  waitForIdentify(shard: number, signal: AbortSignal): Promise<void>;
  /** What Discord says is left of the day's sessions. */
  left(remaining: number, resetAfterMs: number): void;
};

type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const waitFor: Wait = (ms, signal) => timer(ms, undefined, { signal });

/**
 * One in five seconds, and each one that comes soon after another waits twice as long: Discord resets the token of a bot that asks
 * for more than a thousand a day.
 */
export function createIdentifying(nowMs: () => number, wait: Wait = waitFor): Identifying {
  let lastMs = Number.NEGATIVE_INFINITY;
  let soon = 0;
  let remaining = Number.POSITIVE_INFINITY;
  let resetAtMs = 0;

  return {
    async waitForIdentify(_shard, signal) {
      const sinceMs = nowMs() - lastMs;
      soon = sinceMs < discordTimes.identifyMaxMs ? soon + 1 : 0;
      const apartMs = Math.min(discordTimes.identifyFirstMs * 2 ** Math.max(0, soon - 1), discordTimes.identifyMaxMs);
      const budgetMs = remaining > 0 ? 0 : resetAtMs - nowMs();
      const waitMs = Math.max(soon === 0 ? 0 : apartMs - sinceMs, budgetMs, 0);
      if (waitMs > 0) await wait(waitMs, signal);
      lastMs = nowMs();
      remaining -= 1;
    },
    left(now, resetAfterMs) {
      remaining = now;
      resetAtMs = nowMs() + resetAfterMs;
    },
  };
}
