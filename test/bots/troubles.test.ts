import { expect, test } from 'vitest';
import { createTroubles } from '../../bots/troubles.ts';
import type { RouteId } from '../../src/ids.ts';
import { aRoute, noon } from './builders.ts';

const trouble = { reason: 'archived', fix: 'Unarchive it.' };
const full = new Error('the disk is full');

/** Storage that fails at the calls that a test names. */
function setting() {
  const broken = new Set<string>();
  const told: string[] = [];
  const retried: string[] = [];
  let failures = 0;
  const orFail = <Reply>(reply: () => Reply) => {
    if (failures === 0) return reply();
    failures -= 1;
    throw full;
  };
  const troubles = createTroubles({
    rows: {
      breakRoute: async (route) => orFail(() => !broken.has(route) && broken.add(route) !== undefined),
      healRoute: async (route) => orFail(() => broken.delete(route)),
      retryPlatform: async (platform) => void retried.push(platform),
    },
    reads: {
      routeTroubles: async () => orFail(() => [...broken].map((route) => ({ ...trouble, route: route as RouteId, since: noon }))),
    },
    tell: ({ trouble: is }) => void told.push(is === null ? 'works' : 'broke'),
    wake: () => {},
  });
  return {
    troubles,
    broken,
    told,
    retried,
    failNext: () => {
      failures = 1;
    },
  };
}

test('a route breaks once and works again once, and each is told once', async () => {
  const { troubles, told } = setting();

  await troubles.broke(aRoute(), trouble);
  await troubles.broke(aRoute(), trouble);
  await troubles.works(aRoute());
  await troubles.works(aRoute());

  expect(told).toEqual(['broke', 'works']);
});

test('a read of the troubles that failed once is made again', async () => {
  const { troubles, broken, failNext } = setting();
  failNext();
  await expect(troubles.works(aRoute())).rejects.toThrow(full);

  await troubles.broke(aRoute(), trouble);

  expect([...broken]).toEqual([aRoute().id]);
});

test('a trouble that could not be recorded is recorded the next time', async () => {
  const { troubles, broken, told, failNext } = setting();
  await troubles.works(aRoute());
  failNext();
  await expect(troubles.broke(aRoute(), trouble)).rejects.toThrow(full);

  await troubles.broke(aRoute(), trouble);

  expect([[...broken], told]).toEqual([[aRoute().id], ['broke']]);
});

test('an end of a trouble that could not be recorded is recorded the next time', async () => {
  const { troubles, broken, told, failNext } = setting();
  await troubles.broke(aRoute(), trouble);
  failNext();
  await expect(troubles.works(aRoute())).rejects.toThrow(full);

  await troubles.works(aRoute());

  expect([[...broken], told]).toEqual([[], ['broke', 'works']]);
});

test('what failed on one platform is tried again together', async () => {
  const { troubles, retried } = setting();
  await troubles.broke(aRoute(), trouble);

  await troubles.tryAgain('slack');

  expect(retried).toEqual(['slack']);
});
