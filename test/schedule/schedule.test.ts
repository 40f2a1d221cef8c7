import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { day, hour } from '../../src/time.ts';
import { addSchedule, openDigestWorld } from '../digest/digest-world.ts';
import { misfits, openGoalWorld, refusedWith } from '../support/goal-world.ts';
import type { Fields } from '../support/goal-world.ts';
import type { ScheduleView } from '../../src/schedule/schedule-view.ts';
import type { Instant } from '../../src/time.ts';
import type { Route } from '../../src/post/route.ts';
import { service } from '../support/world.ts';

test('a schedule says when its next slot comes, and fires nothing before it', async () => {
  const world = await openDigestWorld();

  const early = await world.fire();
  world.clock.set(world.schedule.next_at ?? world.clock.now());
  const due = await world.fire();
  const again = await world.fire();

  expect(world.schedule).toMatchObject({
    state: 'active',
    goal_slug: 'ship',
    when_unchanged: 'silent',
    next_at: '2026-12-02T08:00:00.000Z',
    last: null,
  });
  expect([early, due, again]).toEqual([[], ['sent'], []]);
  expect(await world.shownSchedule()).toMatchObject({
    next_at: '2026-12-03T08:00:00.000Z',
    last: { slot: '2026-12-02T08:00:00.000Z', result: 'sent', missed_since: null, digest: (await world.newest()).id },
  });
});

test('slots that were missed are one with the newest, and say since when', async () => {
  const world = await openDigestWorld();
  world.clock.advance(4 * day);

  const fired = await world.fire();

  expect(fired).toEqual(['sent']);
  expect(await world.shownSchedule()).toMatchObject({
    next_at: '2026-12-06T08:00:00.000Z',
    last: { slot: '2026-12-05T08:00:00.000Z', missed_since: '2026-12-02T08:00:00.000Z' },
  });
});

test('a slot is fired in one change: of what a kill leaves, either all is there or nothing', async () => {
  const world = await openDigestWorld();
  world.clock.advance(day);
  const before = world.heads();
  await expect(world.run('fire-slot', world.operator, { schedule: world.schedule.id })).rejects.toMatchObject({ code: 'not-allowed' });
  expect(world.heads()).toEqual(before);

  const [one, other] = await Promise.all([world.fire(), world.fire()]);

  expect([...one, ...other].toSorted()).toEqual(['not-due', 'sent']);
  expect(await world.entries('slot-fired')).toHaveLength(1);
  expect(await world.entries('digest-written')).toHaveLength(1);
});

test.each([
  ['every minute', { cron: '* * * * *' }],
  ['with seconds', { cron: '0 0 9 * * *' }],
  ['that never comes', { cron: '0 0 31 2 *' }],
])('a schedule %s is refused, and nothing is stored', async (_, fields) => {
  const world = await openDigestWorld();

  await refusedWith(world, 'bad-input', () => world.addSchedule(fields));
  await refusedWith(world, 'bad-input', () => world.run('change-schedule', world.operator, { schedule: world.schedule.id, ...fields }));
});

test('an unknown zone, and an audience that is no one, do not fit', async () => {
  const world = await openDigestWorld();
  const misfit = (fields: Fields) => misfits(() => world.addSchedule(fields));

  await misfit({ time_zone: 'Europe/Atlantis' });
  await misfit({ time_zone: '+02:00' });
  await misfit({ audience: {} });
  await misfit({ audience: { route: world.route.id, person: 'olga' } });
  await misfit({ when_unchanged: 'always' });
  await misfit({ cron: `${'0,'.repeat(60)}0 9 * * *` });
});

test('a route must take digests, be open, and be of the same goal; a person must be there', async () => {
  const world = await openGoalWorld();
  const routeWith = (fields: Fields) =>
    world.run<Route>('add-route', world.operator, { goal: 'ship', platform: 'terminal', address: 'here', ...fields });
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.' });
  const [gates, closed, other] = [
    await routeWith({ purposes: ['gates'] }),
    await routeWith({ purposes: ['digests'] }),
    await routeWith({ goal: 'other', purposes: ['digests'] }),
  ];
  await world.run('remove-route', world.operator, { route: closed.id });
  await world.run('change-person', world.operator, { person: 'sven', state: 'left' });
  const to = (audience: Fields) => () => addSchedule(world, { audience });

  await refusedWith(world, 'wrong-state', to({ route: gates.id }));
  await refusedWith(world, 'wrong-state', to({ route: closed.id }));
  await refusedWith(world, 'bad-input', to({ route: other.id }));
  await refusedWith(world, 'not-found', to({ route: 'route_nowhere' }));
  await refusedWith(world, 'wrong-state', to({ person: 'sven' }));
  await refusedWith(world, 'not-found', to({ person: 'nobody' }));
});

test('only an operator sets schedules; a goal takes so many and not one more', async () => {
  const world = await openDigestWorld();
  const schedule = { goal: 'ship', cron: '0 9 * * *', time_zone: 'UTC', audience: { route: world.route.id } };
  for (const actor of [world.owner, world.agent]) await refusedWith(world, 'not-allowed', () => world.run('add-schedule', actor, schedule));
  for (let count = 1; count < limits.schedulesPerGoalMax; count += 1) await world.addSchedule();

  await refusedWith(world, 'over-limit', () => world.addSchedule());
  await world.run('remove-schedule', world.operator, { schedule: world.schedule.id });

  expect(await world.addSchedule()).toMatchObject({ state: 'active' });
});

test('a change counts at once: the next slot is the next of the new times', async () => {
  const world = await openDigestWorld();
  const change = (fields: Fields) => world.run('change-schedule', world.operator, { schedule: world.schedule.id, ...fields });

  const zone = await change({ time_zone: 'America/New_York' });
  const paused = await change({ state: 'paused' });
  world.clock.advance(3 * day);
  const whilePaused = await world.fire();
  const resumed = await change({ state: 'active' });
  const same = await change({ state: 'active' });

  expect(zone).toMatchObject({ next_at: '2026-12-01T14:00:00.000Z' });
  expect(paused).toMatchObject({ state: 'paused', next_at: null });
  expect(whilePaused).toEqual([]);
  expect(resumed).toMatchObject({ state: 'active', next_at: '2026-12-04T14:00:00.000Z' });
  expect(same).toEqual(resumed);
  expect(await world.entries('schedule-changed')).toHaveLength(3);
});

test('a change that leaves the times alone leaves a slot that is due as it is', async () => {
  const world = await openDigestWorld();
  world.clock.set('2026-12-02T08:00:00.500Z' as Instant);

  await world.run('change-schedule', world.operator, { schedule: world.schedule.id, when_unchanged: 'short' });

  expect(await world.fire()).toEqual(['sent']);
  expect((await world.shownSchedule()).last).toMatchObject({ slot: '2026-12-02T08:00:00.000Z' });
});

test('new times begin no nearer than five minutes after the last slot', async () => {
  const world = await openDigestWorld();
  world.clock.set('2026-12-02T08:00:00.500Z' as Instant);
  await world.fire();
  const nextOf = async (cron: string) =>
    (await world.run<ScheduleView>('change-schedule', world.operator, { schedule: world.schedule.id, cron })).next_at;

  expect(await nextOf('4 9 * * *')).toBe('2026-12-03T08:04:00.000Z');
  expect(await nextOf('5 9 * * *')).toBe('2026-12-02T08:05:00.000Z');
});

test('another audience is told what changes from then on', async () => {
  const world = await openDigestWorld();
  await world.addTodo();
  await world.commit(await world.start(), { summary: 'Before.' });
  await world.run('open-terminal', service, { person: 'olga' });

  await world.run('change-schedule', world.operator, { schedule: world.schedule.id, audience: { person: 'olga' } });
  await world.commit(await world.start(), { summary: 'After.' });
  const run = await world.runNow();

  const texts = run.sent ? run.blocks.flatMap(({ lines }) => lines.map(({ text }) => text)) : [];
  expect(texts).toContain('went on with "Fix the bug": After.');
  expect(texts).not.toContain('went on with "Fix the bug": Before.');
});

test('a removed schedule stays to be seen, fires nothing, and does not come back', async () => {
  const world = await openDigestWorld();
  const removed = await world.run('remove-schedule', world.operator, { schedule: world.schedule.id });
  world.clock.advance(2 * day);

  expect(await world.fire()).toEqual([]);
  expect(removed).toMatchObject({ state: 'removed', next_at: null });
  expect(await world.run('remove-schedule', world.operator, { schedule: world.schedule.id })).toEqual(removed);
  await refusedWith(world, 'wrong-state', () => world.runNow());
  await refusedWith(world, 'wrong-state', () =>
    world.run('change-schedule', world.operator, { schedule: world.schedule.id, state: 'active' }),
  );
});

test('the schedule of a person who left says so at once, sends nothing, and can be given to another', async () => {
  const world = await openDigestWorld();
  await world.run('open-terminal', service, { person: 'sven' });
  const { id } = await world.addSchedule({ audience: { person: 'sven' } });
  await world.run('change-person', world.operator, { person: 'sven', state: 'left' });

  const shown = await world.shownSchedule(id);
  const run = await world.runNow(id);
  world.clock.advance(day);
  const fired = await world.fire();
  const stopped = await world.shownSchedule(id);
  world.clock.advance(day);
  const later = await world.fire();
  const given = await world.run('change-schedule', world.operator, { schedule: id, audience: { person: 'olga' }, state: 'active' });

  expect(shown).toMatchObject({ state: 'stopped', why: 'Sven left.', next_at: null });
  expect(run).toEqual({ sent: false, why: 'Sven left.' });
  expect(fired.toSorted()).toEqual(['sent', 'stopped']);
  expect(stopped).toMatchObject({ state: 'stopped', why: 'Sven left.' });
  expect(later).toHaveLength(1);
  expect(given).toMatchObject({ state: 'active', why: expect.stringContaining('no route of their own'), audience: { person: 'olga' } });
});

test('who has no route of their own gets nothing, and the slot says why; nothing is lost until they have one', async () => {
  const world = await openDigestWorld();
  const { id } = await world.addSchedule({ audience: { person: 'olga' } });
  await world.addTodo();
  await world.commit(await world.start(), { summary: 'Done while nobody could hear.' });
  world.clock.advance(day);

  await world.fire();
  const unheard = await world.shownSchedule(id);
  await world.run('open-terminal', service, { person: 'olga' });
  const run = await world.runNow(id);

  expect(unheard.last).toMatchObject({ result: 'nobody', why: expect.stringContaining('Olga has no route of their own'), digest: null });
  expect(run.sent && run.blocks.flatMap(({ lines }) => lines.map(({ text }) => text))).toContain(
    'went on with "Fix the bug": Done while nobody could hear.',
  );
});

test('the schedule of a route that closed, or of an archived goal, stops and says why', async () => {
  const world = await openDigestWorld();
  const run = async () => {
    world.clock.advance(day);
    return [await world.fire(), (await world.shownSchedule()).why];
  };
  await world.run('change-route', world.operator, { route: world.route.id, purposes: ['gates'] });
  const purposes = await run();
  await world.run('change-route', world.operator, { route: world.route.id, purposes: ['digests'] });
  await world.run('change-schedule', world.operator, { schedule: world.schedule.id, state: 'active' });
  await world.run('change-goal', world.operator, { goal: 'ship', state: 'archived' });
  const archived = await run();

  expect(purposes).toEqual([['stopped'], expect.stringContaining('is for gates, not for digests')]);
  expect(archived).toEqual([['stopped'], 'Goal ship is archived.']);
});

test('at a slot, agents that have work they can take and no open turn are woken, and no others', async () => {
  const world = await openDigestWorld();
  await world.addTodo({ title: 'For everybody' });
  await world.addTodo({ title: 'For a painter', capabilities: ['paint'], priority: 'P3' });
  const painter = await world.addAgent({ slug: 'pia', capabilities: ['paint'] });
  const idle = await world.addAgent({ slug: 'ida' });
  await world.start(world.agent, { estimate_minutes: 24 * 60 });
  await world.run('change-agent', world.operator, { agent: 'ben', state: 'suspended' });
  world.clock.advance(23 * hour);

  await world.fire();

  const [woken] = await world.entries('agents-woken');
  expect(woken?.data.agents).toEqual([{ agent: painter.agent, todo: expect.any(String) }]);
  expect(await world.engine.reads.waking(world.goal, painter.agent)).toMatchObject({ slot: '2026-12-02T08:00:00.000Z', seq: woken?.seq });
  expect(await world.engine.reads.waking(world.goal, idle.agent)).toBeUndefined();
});

test('when nobody has anything to do, nobody is woken', async () => {
  const world = await openDigestWorld();
  await world.addTodo();
  await world.ask({ blocks: { lanes: ['main'] } });
  world.clock.advance(day);

  await world.fire();

  expect(await world.entries('agents-woken')).toEqual([]);
});
