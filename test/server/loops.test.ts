import { expect, test, vi } from 'vitest';
import { makeUpForDowntime, startLoops } from '../../server/loops.ts';
import { day, hour, minute } from '../../src/time.ts';
import { aQuestion, openHttpWorld } from './http-world.ts';
import type { HttpWorld } from './http-world.ts';

function looping({ world, timers, faults }: HttpWorld) {
  const { execute, reads, operations } = world.engine;
  const executed: string[] = [];
  const watched: typeof execute = (name, ...rest) => {
    executed.push(name);
    return execute(name, ...rest);
  };
  const kept = { alive: 0, purged: 0 };
  const counting = {
    ...operations,
    keepAlive: async () => {
      kept.alive += 1;
      await operations.keepAlive();
    },
    purge: async () => {
      kept.purged += 1;
      return operations.purge();
    },
  };
  const parts = {
    execute: watched,
    reads,
    clock: world.clock,
    operations: counting,
    timers,
    onFault: (error: unknown) => faults.push(error),
  };
  return { parts, executed, kept };
}

/** One beat of every loop that is due, and the end of what it began. */
async function beat({ timers, world }: HttpWorld, ms: number): Promise<void> {
  world.clock.advance(ms);
  timers.pass(ms);
  await vi.waitFor(() => expect(timers.waiting()).toBe(5));
}

test('an idle service writes nothing but that it lives', async () => {
  const http = await openHttpWorld();
  const { parts, executed, kept } = looping(http);
  const loops = startLoops(parts);
  const before = await http.world.engine.reads.lastPosition();

  for (let seconds = 0; seconds < 30; seconds += 10) await beat(http, 10_000);
  await loops.stop();

  expect(executed).toEqual([]);
  expect(kept).toEqual({ alive: 3, purged: 0 });
  expect(await http.world.engine.reads.lastPosition()).toBe(before);
});

test('a gate whose deadline passed is marked overdue, once', async () => {
  const http = await openHttpWorld();
  await http.agent.send('POST', '/v1/gates', aQuestion({ deadline: '2026-12-01T10:00:00Z' }));
  const { parts, executed } = looping(http);
  const loops = startLoops(parts);

  await beat(http, hour + 1_000);
  await beat(http, 1_000);
  await beat(http, 1_000);
  await loops.stop();

  const shown = await http.operator.send('GET', '/v1/gates/g1');
  expect(executed).toEqual(['mark-overdue']);
  expect(shown.body).toMatchObject({ state: 'open', overdue: true });
});

test('a lease whose grace is over lapses', async () => {
  const http = await openHttpWorld();
  await http.operator.send('POST', '/v1/goals/ship/todos', { lane: 'main', title: 'Do it' });
  await http.agent.send('POST', '/v1/turns', { goal: 'ship', estimate_minutes: 5 });
  const { parts, executed } = looping(http);
  const loops = startLoops(parts);

  await beat(http, hour);
  await loops.stop();

  const newest = await http.world.engine.reads.entriesByPosition((await http.world.engine.reads.lastPosition()) - 1, 1);
  expect(executed).toEqual(['lapse-leases']);
  expect(newest).toMatchObject([{ type: 'lease-lapsed' }]);
});

test('old commands are forgotten hourly', async () => {
  const http = await openHttpWorld();
  const { parts, kept } = looping(http);
  const loops = startLoops(parts);

  await beat(http, hour);
  await loops.stop();

  expect(kept.purged).toBe(1);
});

test('a loop that failed is reported and goes on', async () => {
  const http = await openHttpWorld();
  const { parts } = looping(http);
  const fails = vi.fn(async () => {
    throw new Error('no disk');
  });
  const loops = startLoops({ ...parts, operations: { ...parts.operations, keepAlive: fails } });

  await beat(http, 10_000);
  await beat(http, 10_000);
  await loops.stop();

  expect(fails).toHaveBeenCalledTimes(2);
  expect(http.faults).toHaveLength(2);
});

test('time when the service was down is added to open deadlines; a short absence is not', async () => {
  const http = await openHttpWorld();
  await http.agent.send('POST', '/v1/gates', aQuestion({ deadline: '2026-12-01T12:00:00Z' }));
  const { parts } = looping(http);
  const first = await makeUpForDowntime(parts);
  http.world.clock.advance(5_000);
  const short = await makeUpForDowntime(parts);
  http.world.clock.advance(20 * minute);
  const long = await makeUpForDowntime(parts);

  const shown = await http.operator.send('GET', '/v1/gates/g1');

  expect([first, short, long]).toEqual([0, 5_000, 20 * minute]);
  expect(shown.body.due_at).toBe('2026-12-01T12:20:00.000Z');
});

test('a deadline that had passed before the service went down stays', async () => {
  const http = await openHttpWorld();
  await http.agent.send('POST', '/v1/gates', aQuestion({ deadline: '2026-12-01T10:00:00Z' }));
  const { parts } = looping(http);
  http.world.clock.advance(2 * hour);
  await makeUpForDowntime(parts);
  http.world.clock.advance(day);

  await makeUpForDowntime(parts);

  const shown = await http.operator.send('GET', '/v1/gates/g1');
  expect(shown.body.due_at).toBe('2026-12-01T10:00:00.000Z');
});

test('a slot that has come is fired, once, and one that fails holds up no other', async () => {
  const http = await openHttpWorld();
  const route = await http.operator.send('POST', '/v1/routes', {
    goal: 'ship',
    platform: 'terminal',
    address: 'here',
    purposes: ['digests'],
  });
  const daily = { goal: 'ship', cron: '0 9 * * *', time_zone: 'UTC', audience: { route: route.body.id } };
  const first = await http.operator.send('POST', '/v1/schedules', daily);
  await http.operator.send('POST', '/v1/schedules', daily);
  const { parts, executed } = looping(http);
  const failing: typeof parts.execute = (name, actor, input) =>
    (input as { schedule?: unknown }).schedule === first.body.id ? Promise.reject(new Error('no disk')) : parts.execute(name, actor, input);
  const loops = startLoops({ ...parts, execute: failing });

  await beat(http, 24 * hour);
  await beat(http, 1_000);
  await loops.stop();

  const digests = await http.operator.send('GET', '/v1/digests');
  expect(executed).toEqual(['fire-slot']);
  expect(http.faults).toHaveLength(2);
  expect(digests.body.items).toMatchObject([{ slot: '2026-12-02T09:00:00.000Z' }]);
});
