import { beforeEach, expect, test } from 'vitest';
import type { Identifying } from '../../bots/discord/identifying.ts';
import { createIdentifying } from '../../bots/discord/identifying.ts';

const day = 24 * 60 * 60_000;
let nowMs = 0;

beforeEach(() => {
  nowMs = 0;
});

/** How long each of so many sessions in a row waits when each ends at once. */
async function waitsOf(identifying: Identifying, count: number): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const before = nowMs;
    await identifying.waitForIdentify(0, new AbortController().signal);
    waits.push(nowMs - before);
  }
  return waits;
}

/** Time passes as soon as somebody waits. */
const wait = async (ms: number) => {
  nowMs += ms;
};

test('the first session begins at once; each that follows soon waits twice as long, up to five minutes', async () => {
  expect(
    await waitsOf(
      createIdentifying(() => nowMs, wait),
      9,
    ),
  ).toEqual([0, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
});

test('after five quiet minutes a session begins at once again', async () => {
  const identifying = createIdentifying(() => nowMs, wait);
  await waitsOf(identifying, 5);
  nowMs += 5 * 60_000;

  expect(await waitsOf(identifying, 2)).toEqual([0, 5_000]);
});

test('a bot whose sessions end at once never uses up those of a day', async () => {
  const identifying = createIdentifying(() => nowMs, wait);
  let sessions = 0;
  while (nowMs < day) {
    await identifying.waitForIdentify(0, new AbortController().signal);
    sessions += 1;
  }

  expect(sessions).toBeLessThan(300);
});

test('when Discord says that none is left, the next one begins when there are new ones', async () => {
  const identifying = createIdentifying(() => nowMs, wait);
  identifying.left(1, 3_600_000);

  expect(await waitsOf(identifying, 2)).toEqual([0, 3_600_000]);
});
