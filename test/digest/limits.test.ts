import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { day, hour, minute } from '../../src/time.ts';
import { misfits } from '../support/goal-world.ts';
import { blockOf, openDigestWorld, textsOf } from './digest-world.ts';
import type { Run } from './digest-world.ts';

test('of a lane the newest lines are shown, and all of them are counted', async () => {
  const world = await openDigestWorld();
  await world.addTodo();
  const land = async (count: number): Promise<readonly string[]> => {
    for (let turn = 1; turn <= count; turn += 1) await world.commit(await world.start(), { summary: `Turn ${turn}.` });
    const run = await world.runNow();
    await world.deliver();
    return run.sent ? textsOf(blockOf(run, 'changes', 'Main (main)')) : [];
  };

  const [full, over] = [await land(limits.digestLinesPerBlockMax), await land(limits.digestLinesPerBlockMax + 1)];

  expect([full.length, full[0], full.at(-1)]).toEqual([21, '20 turns landed', 'went on with "Fix the bug": Turn 1.']);
  expect([over.length, over[0], over.at(-1)]).toEqual([22, '21 turns landed', 'and more than a digest shows']);
});

test('of many decisions the newest are shown, and all answers are counted', async () => {
  const world = await openDigestWorld();
  for (let count = 1; count <= limits.digestLinesPerBlockMax + 1; count += 1) {
    await world.answer(await world.ask({ key: `gate ${count}`, blocks: { lanes: ['side'] } }));
  }

  const run = await world.runNow();

  const lines = run.sent ? textsOf(blockOf(run, 'changes', 'Decisions')) : [];
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([22, '21 answers were given', 'and more than a digest shows']);
  expect(lines[1]).toContain('g21: ');
});

test('a decision is drawn in the newest digests that show its gate, and not in older ones', async () => {
  const world = await openDigestWorld({ when_unchanged: 'short' });
  await world.addTodo();
  const gate = await world.ask({ blocks: { lanes: ['side'] } });
  const runs: Run[] = [];
  for (let count = 0; count <= limits.digestsEditedPerGateMax; count += 1) {
    await world.commit(await world.start(), { summary: 'News.' });
    runs.push(await world.runNow());
    await world.deliver();
  }

  await world.answer(gate);
  await world.deliver();

  expect(world.platform.said()).toEqual(['g1 open', ...Array.from({ length: limits.digestsEditedPerGateMax }, () => 'g1 answered')]);
  expect(runs).toHaveLength(limits.digestsEditedPerGateMax + 1);
});

test('a cron and a wake_url may have so many characters and not one more', async () => {
  const world = await openDigestWorld();
  const cron = (chars: number) => '0 9 * * 1'.padStart(chars);
  const url = (chars: number) => `https://agents.example/${'a'.repeat(chars)}`.slice(0, chars);
  const addAgent = (slug: string, wake_url: string) => world.addAgent({ slug, wake_url });

  expect(cron(limits.cronMax)).toHaveLength(limits.cronMax);
  expect(await world.addSchedule({ cron: cron(limits.cronMax) })).toMatchObject({ state: 'active' });
  await misfits(() => world.addSchedule({ cron: cron(limits.cronMax + 1) }));
  await addAgent('uma', url(limits.wakeUrlMax));
  await misfits(() => addAgent('udo', url(limits.wakeUrlMax + 1)));
});

test('calls to a wake_url are forgotten after a month', async () => {
  const world = await openDigestWorld();
  const { agent } = await world.addAgent({ slug: 'wanda', wake_url: 'https://agents.example/wake' });
  await world.addTodo();
  world.clock.advance(day);
  await world.fire();
  const kept = async () => (await world.engine.reads.newestWakes([agent])).length;

  world.clock.advance(limits.wakeKeptMs);
  await world.engine.operations.purge();
  const atTheLimit = await kept();
  world.clock.advance(minute);
  await world.engine.operations.purge();

  expect([atTheLimit, await kept()]).toEqual([1, 0]);
});

test('a wait and a stopped gate are told with since when and on whom', async () => {
  const world = await openDigestWorld();
  await world.addTodo({ title: 'Wait for the merge', wait: { signal: 'merge:7' } });
  await world.addTodo({ title: 'Wait for Monday', wait: { until: '2026-12-07T09:00:00Z' } });
  const gate = await world.ask({ blocks: { lanes: ['side'] } });
  const asked = world.clock.now();
  world.clock.advance(hour);
  await world.answer(gate, { option: 'no' });

  const run = await world.runNow();

  expect(run.sent && blockOf(run, 'blocked').map(({ text, since, on }) => [text, since, on])).toEqual([
    ['lane side: g1 is answered with stop, so only another plan or gate lets it go on', world.clock.now(), ['the agents']],
    ['"Wait for the merge" waits for the signal merge:7', asked, ['whoever sends it']],
    ['"Wait for Monday" waits for a time, 2026-12-07T09:00:00.000Z', asked, []],
  ]);
});

test("a person's digest goes to the first of their own routes that works", async () => {
  const world = await openDigestWorld();
  await world.run('change-person', world.operator, {
    person: 'olga',
    identities: [
      { platform: 'slack', account: 'T0123ABCD:U0123ABCD' },
      { platform: 'telegram', account: '123456789' },
    ],
  });
  const { id } = await world.addSchedule({ audience: { person: 'olga' } });
  const routes = await world.engine.reads.routesOf(world.owner.person);
  const [first, second] = routes.map((route) => route.id);
  const routeOf = async (run: Run) => (run.sent ? (await world.engine.reads.postsOfDigest(run.id)).map(({ route }) => route) : []);
  const working = await routeOf(await world.runNow(id));
  if (first === undefined) throw new Error('there is no route');
  await world.engine.operations.breakRoute(first, { reason: 'thrown out', fix: 'Invite the bot.' });
  await world.addTodo();
  await world.commit(await world.start());

  const broken = await routeOf(await world.runNow(id));

  expect([working, broken]).toEqual([[first], [second]]);
});
