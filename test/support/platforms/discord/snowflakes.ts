import type { FakeClock } from '../clock.ts';

/** The first moment that a snowflake can name (Unix time). */
const epochMs = 1_420_070_400_000;

/** The `count`-th id of a moment. */
export function snowflakeAt(atMs: number, count: number): string {
  return String((BigInt(Math.floor(atMs) - epochMs) << 22n) | BigInt(count));
}

/** The moment (Unix time) that an id names. */
export function snowflakeMs(id: string): number {
  return Number(BigInt(id) >> 22n) + epochMs;
}

/** Gives ids that rise, also where the clock stands still. */
export function createSnowflakes(clock: FakeClock): () => string {
  let lastMs = 0;
  let count = 0;
  return () => {
    const now = Math.max(clock.nowMs(), lastMs);
    count = now > lastMs ? 0 : count + 1;
    lastMs = now;
    if (count > 4_095) {
      lastMs += 1;
      count = 0;
    }
    return snowflakeAt(lastMs, count);
  };
}
