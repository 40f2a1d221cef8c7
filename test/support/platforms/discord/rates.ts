import { DiscordRefusal } from './refuse.ts';
import type { Route } from './routes/route.ts';
import type { State } from './state.ts';

/** How many calls of one route and channel Discord takes in which time. */
export type Rate = { readonly limit: number; readonly windowMs: number };

export type Rates = ReturnType<typeof createRates>;

/** What every answer tells of its bucket. Nobody is limited before `limit` is called: a test would only wait. */
export function createRates(state: State) {
  const used = new Map<string, number[]>();
  let rate: Rate | null = null;
  const bucketOf = (route: Route, channel: string | null) => `${route.name}:${channel ?? ''}`;

  function recent(bucket: string, windowMs: number): number[] {
    const since = state.clock.nowMs() - windowMs;
    return (used.get(bucket) ?? []).filter((at) => at > since);
  }

  function freeInS(bucket: string, { windowMs }: Rate): number {
    const [first = state.clock.nowMs()] = recent(bucket, windowMs);
    return Math.max(first + windowMs - state.clock.nowMs(), 0) / 1_000;
  }

  return {
    /** From now on each route takes so many calls for each channel; null: as many as come. */
    limit(to: Rate | null) {
      rate = to;
      used.clear();
    },
    /** Answers to interactions have no limit of their own. */
    headers(route: Route, channel: string | null): Record<string, string> {
      if (route.token === 'none') return {};
      const bucket = bucketOf(route, channel);
      const { limit } = rate ?? { limit: 50 };
      const left = rate === null ? limit - 1 : Math.max(limit - recent(bucket, rate.windowMs).length - 1, 0);
      const resetAfterS = rate === null ? 1 : freeInS(bucket, rate);
      return {
        'x-ratelimit-bucket': Buffer.from(route.name).toString('hex').slice(0, 32),
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(left),
        'x-ratelimit-reset': String(state.clock.nowMs() / 1_000 + resetAfterS),
        'x-ratelimit-reset-after': String(resetAfterS),
      };
    },
    check(route: Route, channel: string | null): void {
      if (rate === null || route.token === 'none') return;
      const bucket = bucketOf(route, channel);
      const calls = recent(bucket, rate.windowMs);
      if (calls.length >= rate.limit) {
        throw new DiscordRefusal(429, { message: 'You are being rate limited.', retry_after: freeInS(bucket, rate), global: false });
      }
      used.set(bucket, [...calls, state.clock.nowMs()]);
    },
  };
}
