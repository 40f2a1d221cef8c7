import { expect, test } from 'vitest';
import { openInline } from '../../db/engine/inline.ts';
import type { Engine } from '../../db/engine/engine.ts';
import { openReading } from '../../db/engine/connection.ts';
import { verbs } from '../../src/catalog.ts';
import type { Digest } from '../../src/digest/digest.ts';
import { goalStream } from '../../src/ids.ts';
import type { Slot } from '../../src/schedule/schedule.ts';
import { day, epochMs, minute } from '../../src/time.ts';
import { fireDue, openDigestWorld, putDue } from '../digest/digest-world.ts';
import type { DigestWorld } from '../digest/digest-world.ts';
import { passingTests } from '../support/goal-world.ts';
import { randomFrom } from '../support/random-from.ts';
import { seededBytes } from '../support/world.ts';

const stepMs = 30 * minute;

type Season = {
  readonly from: string;
  readonly until: string;
  readonly away: readonly [string, string];
  readonly down: readonly [string, string];
};

const spring: Season = {
  from: '2026-03-01T00:10:00.000Z',
  until: '2026-04-01T00:10:00.000Z',
  away: ['2026-03-12T00:00:00.000Z', '2026-03-15T12:00:00.000Z'],
  down: ['2026-03-20T00:00:00.000Z', '2026-03-24T00:00:00.000Z'],
};

const autumn: Season = {
  from: '2026-10-18T00:10:00.000Z',
  until: '2026-11-08T00:10:00.000Z',
  away: ['2026-11-03T00:00:00.000Z', '2026-11-05T12:00:00.000Z'],
  down: ['2026-10-27T00:00:00.000Z', '2026-10-30T00:00:00.000Z'],
};

/** Lives through a season in steps of half an hour: work, restarts, crashes between two steps, and a platform that is down. */
async function live({ from, until, away, down }: Season, seed: number) {
  const world = await openDigestWorld({}, from);
  await world.run('remove-schedule', world.operator, { schedule: world.schedule.id });
  const at = async (cron: string, time_zone: string) => (await world.addSchedule({ cron, time_zone })).id;
  const schedules = {
    berlin: await at('30 2 * * *', 'Europe/Berlin'),
    newYorkAtTwo: await at('30 2 * * *', 'America/New_York'),
    newYorkAtOne: await at('30 1 * * *', 'America/New_York'),
  };
  const chance = randomFrom(seed);
  const restarted: Engine[] = [];
  let engine: Engine = world.engine;
  for (let now = from; now < until; ) {
    world.clock.advance(stepMs);
    now = world.clock.now();
    if (now > away[0] && now < away[1]) continue;
    if (chance() < 0.02) engine = await restart(world, restarted, seed);
    if (chance() < 0.02) await work(world, chance);
    if (now > down[0] && now < down[1]) world.platform.answerNext(() => ({ result: 'failed', reason: 'it is down', as: 'retry-later' }));
    await fireDue(engine, world.clock.now);
    if (chance() < 0.1) await fireDue(engine, world.clock.now);
    if (chance() < 0.05) world.platform.answerNext(() => Promise.reject(new Error('killed while sending')));
    await putDue(engine, world.platform, world.clock.now).catch(() => {});
    if (now > down[0] && now < down[1]) world.platform.forget();
  }
  world.platform.forget();
  world.clock.advance(day);
  for (let tries = 0; tries < 3; tries += 1) {
    await fireDue(engine, world.clock.now);
    await putDue(engine, world.platform, world.clock.now);
  }
  for (const one of restarted) await one.close();
  return { world, schedules };
}

async function restart(world: DigestWorld, restarted: Engine[], seed: number): Promise<Engine> {
  const randomBytes = seededBytes(`restart ${seed} ${restarted.length}`);
  const engine = await openInline(world.file, { verbs, clock: world.clock, randomBytes, report: () => {} });
  restarted.push(engine);
  return engine;
}

/** A day's work of one kind or another. */
async function work(world: DigestWorld, chance: () => number): Promise<void> {
  const key = `k${world.clock.now()}`;
  if (chance() < 0.4) {
    await world.addTodo({ lane: 'side' });
    const started = await world.start(world.agent, { lane: 'side' });
    if (started.turn === undefined || started.turn.resumed) return;
    await world.commit(started, {
      outcome: 'completed',
      evidence: [passingTests],
      spend: { minutes: 0.1, tokens: 1_000 },
      ...(await accounted(started)),
    });
    return;
  }
  const gate = await world.ask({ key, blocks: { scopes: [`scope:${epochMs(world.clock.now())}`] } });
  if (chance() < 0.5) await world.answer(gate, { hold_s: 300, option: chance() < 0.5 ? 'yes' : 'no' });
  if (chance() < 0.2) await world.run('revoke-answer', world.owner, { gate: gate.code });
}

async function accounted(started: {
  readonly context?: { readonly answers: readonly { readonly gate: string; readonly freed: boolean }[] };
}) {
  const freed = (started.context?.answers ?? []).filter((answer) => answer.freed);
  return { used_answers: freed.map(({ gate }) => ({ gate, use: 'used', how: 'As told.' })) };
}

const statesIn = <State>(file: string, table: string): readonly State[] => {
  const reading = openReading(file);
  const rows = reading.rows<{ state: string }>({ sql: `select state from ${table} order by id`, parameters: [] }, {});
  reading.close();
  return rows.map(({ state }) => JSON.parse(state) as State);
};

const slotsOf = (file: string, schedule: string) =>
  statesIn<Slot>(file, 'slot')
    .filter((slot) => slot.schedule === schedule)
    .toSorted((a, b) => (a.slot < b.slot ? -1 : 1));

/** Days of this zone on which a slot came, and how often. */
function byDay(slots: readonly Slot[], timeZone: string): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const { slot } of slots) {
    const date = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(epochMs(slot));
    days.set(date, (days.get(date) ?? 0) + 1);
  }
  return days;
}

test.each([
  // 32 days, of which 4 are one slot.
  [
    'March',
    spring,
    11,
    29,
    { berlin: '2026-03-29T01:00:00.000Z', newYorkAtTwo: '2026-03-08T07:00:00.000Z', newYorkAtOne: '2026-03-08T06:30:00.000Z' },
  ],
  // 22 days, of which 3 are one slot.
  [
    'October and November',
    autumn,
    12,
    20,
    { berlin: '2026-10-25T00:30:00.000Z', newYorkAtTwo: '2026-11-01T07:30:00.000Z', newYorkAtOne: '2026-11-01T05:30:00.000Z' },
  ],
] as const)(
  'through %s each slot comes once, nothing is told twice, and nothing is lost',
  async (_, season, seed, count, changeDays) => {
    const { world, schedules } = await live(season, seed);

    let delivered = 0;
    const zones = { berlin: 'Europe/Berlin', newYorkAtTwo: 'America/New_York', newYorkAtOne: 'America/New_York' } as const;
    for (const name of ['berlin', 'newYorkAtTwo', 'newYorkAtOne'] as const) {
      const slots = slotsOf(world.file, schedules[name]);
      const days = byDay(slots, zones[name]);
      expect([...days.values()].every((times) => times === 1)).toBe(true);
      expect(slots.map(({ slot }) => slot)).toContain(changeDays[name]);
      // Slots of the days when the service was away are one with the newest of them.
      expect(slots.filter(({ missed_since }) => missed_since !== null)).toHaveLength(1);
      expect(slots).toHaveLength(count);
      delivered += await expectAllTold(world, schedules[name]);
    }
    expect(world.platform.posted).toHaveLength(delivered);
  },
  120_000,
);

/** How many digests arrived. Every digest arrived once or is told in one that did; together they tell every entry; silence meant that nothing changed. */
async function expectAllTold(world: DigestWorld, schedule: string): Promise<number> {
  const digests = statesIn<Digest>(world.file, 'digest')
    .filter((digest) => digest.schedule === schedule)
    .toSorted((a, b) => a.seq - b.seq);
  const delivered: Digest[] = [];
  for (const digest of digests) {
    const posts = await world.engine.reads.postsOfDigest(digest.id);
    const arrived = posts.filter(({ put }) => put > 0).length;
    expect(posts).toHaveLength(1);
    if (arrived === 0) expect(digest.included_in).not.toBeNull();
    else delivered.push(digest);
    expect((await world.show(digest.id)).check).toMatchObject({ holds: true });
  }
  expect(delivered.length).toBeGreaterThan(3);
  for (const [index, digest] of delivered.entries()) {
    const before = delivered[index - 1];
    if (before !== undefined) expect(digest.from_seq).toBeLessThanOrEqual(before.to_seq);
  }
  await expectSilenceWasRight(world, schedule, digests);
  return delivered.length;
}

async function expectSilenceWasRight(world: DigestWorld, schedule: string, digests: readonly Digest[]): Promise<void> {
  const told = ['turn-committed', 'gate-answered', 'gate-asked', 'answer-revoked', 'gate-withdrawn', 'todo-dropped'] as const;
  const entries = await world.engine.reads.entriesOfTypes(goalStream(world.goal), 0, 1e9, ['slot-fired']);
  const silent = entries.filter(({ data }) => data.schedule === schedule && data.result === 'silent');
  expect(silent.length).toBeGreaterThan(1);
  for (const { seq } of silent) {
    const before = digests.filter((digest) => digest.seq < seq).at(-1);
    const since = await world.engine.reads.entriesOfTypes(goalStream(world.goal), before?.to_seq ?? 0, seq, told);
    expect(since.map(({ type }) => type)).toEqual([]);
  }
}
