import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastMoment, leaseFrom, leaseMs } from '../../src/lease/rules.ts';
import { limits } from '../../src/limits.ts';
import type { Instant } from '../../src/time.ts';
import { hour, minute, msBetween, plusMs } from '../../src/time.ts';
import { openGoalWorld, passingTests, refusedWith } from '../support/goal-world.ts';
import type { GoalWorld } from '../support/goal-world.ts';
import { service } from '../support/world.ts';

const now = '2026-12-01T09:00:00.000Z' as Instant;

test.for([
  [1, 5],
  [3, 5],
  [4, 6],
  [30, 45],
  [960, 1_440],
  [1_440, 1_440],
] as const)('an estimate of %i minutes gives a lease of %i', ([estimate, lease]) => {
  expect(leaseMs(estimate * minute)).toBe(lease * minute);
});

test('a heartbeat is expected half-way, and the grace is a quarter', () => {
  expect(leaseFrom(now, 40 * minute, lastMoment(now))).toEqual({
    heartbeat_by: '2026-12-01T09:20:00.000Z',
    expires_at: '2026-12-01T09:40:00.000Z',
    grace_until: '2026-12-01T09:50:00.000Z',
  });
});

test('no renewal takes a turn past 24 hours, and its times stay in order', () => {
  const within = fc.integer({ min: limits.leaseMinMs, max: limits.leaseMaxMs });
  fc.assert(
    fc.property(within, fc.integer({ min: 0, max: 30 * hour }), (ttlMs, sinceStartMs) => {
      const lease = leaseFrom(plusMs(now, sinceStartMs), ttlMs, lastMoment(now));

      expect(msBetween(now, lease.expires_at)).toBeLessThanOrEqual(limits.leaseMaxMs);
      expect(lease.heartbeat_by <= lease.expires_at && lease.expires_at < lease.grace_until).toBe(true);
    }),
  );
});

/** A todo that `agent` started with an estimate of 40 minutes: the lease ends after 60, the grace after 75. */
async function aLease(): Promise<{ world: GoalWorld; started: Awaited<ReturnType<GoalWorld['start']>> }> {
  const world = await openGoalWorld();
  await world.addTodo({ resources: ['gpu'] });
  return { world, started: await world.start(world.agent, { estimate_minutes: 40 }) };
}

test('a start reads its lease, and its deadline is the end of it', async () => {
  const { started } = await aLease();

  expect(started.lease).toMatchObject({
    heartbeat_by: '2026-12-01T09:30:00.000Z',
    expires_at: '2026-12-01T10:00:00.000Z',
    grace_until: '2026-12-01T10:15:00.000Z',
    resources: ['gpu'],
  });
  expect(started.turn?.deadline).toBe(started.lease?.expires_at);
  expect(started.next_check_at).toBe(started.lease?.heartbeat_by);
});

test('a heartbeat renews the lease and the hold of its resources', async () => {
  const { world, started } = await aLease();
  world.clock.advance(50 * minute);

  const { lease } = await world.heartbeat(started);

  expect(lease.expires_at).toBe('2026-12-01T10:50:00.000Z');
  const [board] = (await world.look<{ leases: readonly object[] }>('board', world.operator, { goal: world.goal })).leases;
  expect(board).toMatchObject({ state: 'live', grace_until: lease.grace_until });
  expect((await world.engine.reads.resource('gpu'))?.hold?.until).toBe(lease.grace_until);
});

test('the board calls a lease live, quiet, in grace and lapsed by its times', async () => {
  const { world } = await aLease();
  const states: unknown[] = [];

  for (const minutes of [0, 30, 30, 15]) {
    world.clock.advance(minutes * minute);
    const { leases } = await world.look<{ leases: readonly { state: string }[] }>('board', world.operator, { goal: world.goal });
    states.push(leases[0]?.state);
  }

  expect(states).toEqual(['live', 'quiet', 'grace', 'lapsed']);
});

test('within the grace the holder can still renew, commit and resume, and nobody else gets the todo', async () => {
  const { world, started } = await aLease();
  world.clock.advance(75 * minute - 1);

  const other = await world.start(world.otherAgent);
  const { lease } = await world.heartbeat(started);

  expect(other).toMatchObject({ decision: 'wait', reasons: [{ code: 'held-by-lease' }] });
  expect(lease.expires_at).toBe('2026-12-01T11:14:59.999Z');
  expect(await world.commit(started)).toMatchObject({ result: 'landed' });
});

test('when the grace is over the holder cannot renew', async () => {
  const { world, started } = await aLease();
  world.clock.advance(75 * minute);

  await refusedWith(world, 'turn-over', () => world.heartbeat(started));
});

test('the service writes a lapse as an entry, once, and frees the resources', async () => {
  const { world, started } = await aLease();
  world.clock.advance(75 * minute);

  const first = await world.run('lapse-leases', service, {});
  const second = await world.run('lapse-leases', service, {});

  expect([first, second]).toEqual([{ lapsed: 1 }, { lapsed: 0 }]);
  expect(await world.entries('lease-lapsed')).toMatchObject([{ data: { turn: started.turn?.id, agent: world.agent.agent, fence: 1 } }]);
  expect((await world.engine.reads.resource('gpu'))?.hold).toBeNull();
});

test('a lapse that is not written yet is written by the next start of another agent', async () => {
  const { world, started } = await aLease();
  world.clock.advance(75 * minute);

  const next = await world.start(world.otherAgent);

  expect(next).toMatchObject({ decision: 'run', todo: { id: started.todo?.id }, turn: { fence: 2 } });
  const types = (await world.entries()).map(({ type }) => type);
  expect(types.slice(-2)).toEqual(['lease-lapsed', 'turn-started']);
  expect((await world.engine.reads.resource('gpu'))?.hold?.turn).toBe(next.turn?.id);
});

test('a lapse that is not written yet is written by the next start of its own agent', async () => {
  const { world, started } = await aLease();
  world.clock.advance(75 * minute);

  const next = await world.start();

  expect(next).toMatchObject({ decision: 'run', reasons: [{ code: 'todo-runnable' }], turn: { resumed: false } });
  expect(next.turn?.id).not.toBe(started.turn?.id);
  expect(await world.entries('lease-lapsed')).toHaveLength(1);
});

test('a late commit keeps its evidence unattached and names who holds the work now', async () => {
  const { world, started } = await aLease();
  world.clock.advance(75 * minute);
  const next = await world.start(world.otherAgent);

  const late = await world.commit(started, { outcome: 'completed', evidence: [passingTests] });

  expect(late).toEqual({ result: 'too-late', holder: { agent: 'ben', turn: next.turn?.id }, evidence: [expect.stringMatching(/^ev_/)] });
  const kept = late.result === 'too-late' ? await world.engine.reads.evidence(world.goal, late.evidence[0] ?? ('' as never)) : undefined;
  expect(kept).toMatchObject({ attached: false, turn: started.turn?.id });
  expect(await world.todo(started.todo?.id ?? ('' as never))).toMatchObject({ state: 'open', commits: 0, lease: { turn: next.turn?.id } });
  expect(await world.engine.reads.newestEvidence(world.goal, { todo: undefined, after: 0 }, 10)).toEqual([]);
});

test('a late commit that comes before anybody noticed writes the lapse itself', async () => {
  const { world, started } = await aLease();
  world.clock.advance(75 * minute);

  const late = await world.commit(started);

  expect(late).toEqual({ result: 'too-late', holder: null, evidence: [] });
  expect(await world.entries('lease-lapsed')).toHaveLength(1);
});

test('a late commit names no holder whose own lease is over', async () => {
  const { world, started } = await aLease();
  world.clock.advance(75 * minute);
  await world.start(world.otherAgent);
  world.clock.advance(24 * hour);

  expect(await world.commit(started)).toMatchObject({ result: 'too-late', holder: null });
});

test('unattached evidence proves nothing, until a live turn brings the same', async () => {
  const { world, started } = await aLease();
  world.clock.advance(75 * minute);
  const next = await world.start(world.otherAgent);
  await world.commit(started, { evidence: [passingTests] });

  await refusedWith(world, 'acceptance-unmet', () => world.commit(next, { outcome: 'completed' }, world.otherAgent));
  const landed = await world.commit(next, { outcome: 'completed', evidence: [passingTests] }, world.otherAgent);

  expect(landed).toMatchObject({ result: 'landed', todo: { state: 'completed' } });
  expect(await world.engine.reads.newestEvidence(world.goal, { todo: undefined, after: 0 }, 10)).toMatchObject([
    { attached: true, turn: next.turn?.id },
  ]);
});

test('a downtime is added to every deadline that still ran, and to no other', async () => {
  const { world, started } = await aLease();
  const gate = await world.ask({ blocks: { lanes: ['side'] }, deadline: '2026-12-01T09:30:00Z' });
  const early = await world.ask({ key: 'early', blocks: { lanes: ['side'] }, deadline: '2026-12-01T09:05:00Z' });
  const from = plusMs(world.clock.now(), 10 * minute);
  const to = plusMs(from, 6 * hour);
  world.clock.set(to);

  await world.run('move-deadlines', service, { from, to });

  expect((await world.engine.reads.openTurns(world.goal))[0]?.lease).toEqual({
    heartbeat_by: '2026-12-01T15:30:00.000Z',
    expires_at: '2026-12-01T16:00:00.000Z',
    grace_until: '2026-12-01T16:15:00.000Z',
  });
  expect((await world.engine.reads.resource('gpu'))?.hold?.until).toBe('2026-12-01T16:15:00.000Z');
  expect((await world.todo(started.todo?.id ?? ('' as never))).lease?.until).toBe('2026-12-01T16:15:00.000Z');
  expect([(await world.gate(gate.code)).due_at, (await world.gate(early.code)).due_at]).toEqual([
    '2026-12-01T15:30:00.000Z',
    '2026-12-01T09:05:00.000Z',
  ]);
  expect(await world.commit(started)).toMatchObject({ result: 'landed' });
});

test('a downtime does not revive a lease that was over before it', async () => {
  const { world, started } = await aLease();
  const from = plusMs(world.clock.now(), 80 * minute);
  const to = plusMs(from, hour);
  world.clock.set(to);

  expect(await world.run('move-deadlines', service, { from, to })).toEqual({ goals: 0 });
  expect(await world.commit(started)).toMatchObject({ result: 'too-late' });
});

test('a heartbeat after a long downtime still renews, for the downtime does not count as work', async () => {
  const { world, started } = await aLease();
  const from = world.clock.now();
  const to = plusMs(from, 30 * hour);
  world.clock.set(to);
  await world.run('move-deadlines', service, { from, to });

  const { lease } = await world.heartbeat(started);

  expect(lease.expires_at).toBe(plusMs(to, hour));
});

test('a deadline at the end of time is not moved past it by a downtime, where it would compare as over', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask({ deadline: '9999-12-31T23:59:59Z' });

  await world.run('move-deadlines', service, { from: '2026-12-01T09:00:00Z', to: '2026-12-01T10:00:00Z' });

  expect(await world.gate(gate.code)).toMatchObject({ due_at: '9999-12-31T23:59:59.999Z', overdue: false });
});

test('a lease whose resource another took over before the service went down is not brought back by the downtime', async () => {
  const { world, started } = await aLease();
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.' });
  await world.run('add-lane', world.operator, { goal: 'other', slug: 'main', title: 'Main' });
  await world.run('add-todo', world.operator, { goal: 'other', lane: 'main', title: 'Elsewhere', resources: ['gpu'] });
  const fay = await world.addAgent({ slug: 'fay', goals: ['other'] });
  const lastAlive = world.clock.now();
  world.clock.advance(75 * minute);
  const taken = await world.run<typeof started>('start-turn', fay, { goal: 'other' });
  world.clock.advance(5 * minute);

  await world.run('move-deadlines', service, { from: lastAlive, to: world.clock.now() });

  expect(await world.engine.reads.resource('gpu')).toMatchObject({ hold: { turn: taken.turn?.id } });
  await expect(world.heartbeat(started)).rejects.toMatchObject({ code: 'turn-over' });
  expect(await world.commit(started)).toMatchObject({ result: 'too-late' });
});
