import { expect, test } from 'vitest';
import type { Post } from '../../src/post/post.ts';
import type { Route } from '../../src/post/route.ts';
import { minute, plusMs } from '../../src/time.ts';
import { openGoalWorld, passingTests, refusedWith } from '../support/goal-world.ts';
import type { Fields, GoalWorld } from '../support/goal-world.ts';
import { service } from '../support/world.ts';

const addRoute = (world: GoalWorld, fields: Fields = {}) =>
  world.run<Route>('add-route', world.operator, { goal: 'ship', platform: 'terminal', address: 'here', ...fields });

const wantedPosts = (world: GoalWorld): Promise<readonly Post[]> =>
  world.engine.posts.due(plusMs(world.clock.now(), 24 * 60 * minute), 100);

/** The versions that the card of this gate was wanted in, by route. */
async function versions(world: GoalWorld, gate: { readonly id: string }): Promise<Readonly<Record<string, number>>> {
  const posts = await wantedPosts(world);
  return Object.fromEntries(
    posts.flatMap(({ subject, route, wanted }) => (subject.kind === 'gate' && subject.gate === gate.id ? [[route, wanted]] : [])),
  );
}

const notices = async (world: GoalWorld) => (await wantedPosts(world)).filter(({ subject }) => subject.kind === 'notice');

test('a gate is wanted on every open route of its goal that takes gates', async () => {
  const world = await openGoalWorld();
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.' });
  const first = await addRoute(world);
  const second = await addRoute(world, { purposes: ['gates'] });
  await addRoute(world, { purposes: ['notices'] });
  await addRoute(world, { goal: 'other' });
  const closed = await addRoute(world);
  await world.run('remove-route', world.operator, { route: closed.id });

  const gate = await world.ask();

  expect(await versions(world, gate)).toEqual({ [first.id]: 1, [second.id]: 1 });
});

test('everything that becomes of a gate makes one more version of its card wanted', async () => {
  const world = await openGoalWorld();
  const { id } = await addRoute(world);
  await world.addTodo();
  const gate = await world.ask({ deadline: '2026-12-01T10:00:00Z' });
  const seen: unknown[] = [];
  const after = async (change: () => Promise<unknown>) => {
    await change();
    seen.push((await versions(world, gate))[id]);
  };

  await after(() => world.run('revise-gate', world.agent, { gate: gate.code, context: 'More to know.' }));
  world.clock.advance(60 * minute);
  await after(() => world.run('mark-overdue', service, {}));
  await after(() => world.answer(gate, { hold_s: 60 }));
  await after(() => world.run('revoke-answer', world.owner, { gate: gate.code }));
  await after(() => world.answer(gate));
  const started = await world.start();
  await after(async () => started);
  await after(() => world.commit(started, { used_answers: [{ gate: gate.code, use: 'used', how: 'As told.' }] }));

  expect(seen).toEqual([2, 3, 4, 5, 6, 7, 8]);
});

test('the end of a gate makes its card wanted anew', async () => {
  const world = await openGoalWorld();
  const { id } = await addRoute(world);
  const [withdrawn, superseded] = [await world.ask({ key: 'a' }), await world.ask({ key: 'b' })];
  const successor = await world.ask({ key: 'c' });

  await world.run('withdraw-gate', world.agent, { gate: withdrawn.code, why: 'No.' });
  await world.run('supersede-gate', world.agent, { gate: superseded.code, by: successor.code });

  expect([await versions(world, withdrawn), await versions(world, superseded), await versions(world, successor)]).toEqual([
    { [id]: 2 },
    { [id]: 2 },
    { [id]: 1 },
  ]);
});

test('a moved deadline makes the card wanted anew', async () => {
  const world = await openGoalWorld();
  const { id } = await addRoute(world);
  const gate = await world.ask({ deadline: '2026-12-01T10:00:00Z' });

  await world.run('move-deadlines', service, { from: world.clock.now(), to: plusMs(world.clock.now(), minute) });

  expect(await versions(world, gate)).toEqual({ [id]: 2 });
});

test('what changes nothing makes no post wanted: a known key, a lost race, a refusal, a wait', async () => {
  const world = await openGoalWorld();
  const { id } = await addRoute(world);
  await world.addTodo();
  const gate = await world.ask();
  await world.ask();
  await world.answer(gate, {}, world.stranger);
  await world.answer(gate, { revision: 9 });
  await refusedWith(world, 'bad-input', () => world.answer(gate, { option: 'maybe' }));
  await world.start();

  expect(await versions(world, gate)).toEqual({ [id]: 1 });
});

test('a card changes by time alone when the hold of its answer ends', async () => {
  const world = await openGoalWorld();
  await addRoute(world);
  const gate = await world.ask();
  await world.answer(gate, { hold_s: 60 });

  const [held] = await world.engine.reads.postsOfGate(gate.id);
  await world.run('revoke-answer', world.owner, { gate: gate.code });
  const [open] = await world.engine.reads.postsOfGate(gate.id);

  expect([held?.refresh_at, open?.refresh_at]).toEqual([plusMs(world.clock.now(), minute), null]);
});

test('a new route gets the cards of the gates that are open, and of no others', async () => {
  const world = await openGoalWorld();
  const [open, answered] = [await world.ask({ key: 'a' }), await world.ask({ key: 'b' })];
  await world.answer(answered);

  const { id } = await addRoute(world);

  expect([await versions(world, open), await versions(world, answered)]).toEqual([{ [id]: 1 }, {}]);
});

test('the terminal is a route of every goal, and gets every open gate when it is opened', async () => {
  const world = await openGoalWorld();
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.', owners: ['olga'] });
  await world.run('add-lane', world.operator, { goal: 'other', slug: 'main', title: 'Main' });
  const before = [await world.ask(), await world.ask({ goal: 'other' }, world.operator)];

  const { route } = await world.run<{ route: string }>('open-terminal', service, { person: 'olga' });
  const after = await world.ask({ key: 'after' });

  for (const gate of [...before, after]) expect(await versions(world, gate)).toEqual({ [route]: 1 });
});

test('opening the terminal for the same person again is no entry; for another it is', async () => {
  const world = await openGoalWorld();
  const first = await world.run('open-terminal', service, { person: 'olga' });
  const before = world.heads();

  expect(await world.run('open-terminal', service, { person: 'olga' })).toEqual(first);
  expect(world.heads()).toEqual(before);
  expect(await world.run('open-terminal', service, { person: 'sven' })).toEqual(first);
  expect(world.heads()).not.toEqual(before);
});

test('a closed terminal gets nothing more', async () => {
  const world = await openGoalWorld();
  await world.run('open-terminal', service, { person: 'olga' });
  await world.run('close-terminal', service, {});

  expect(await versions(world, await world.ask())).toEqual({});
});

test('a lapse is a notice on the routes of its goal that take notices', async () => {
  const world = await openGoalWorld();
  const noticed = await addRoute(world, { purposes: ['notices'] });
  await addRoute(world, { purposes: ['gates'] });
  await world.addTodo();
  await world.start();
  world.clock.advance(24 * 60 * minute);

  await world.run('lapse-leases', service, {});

  expect(await notices(world)).toMatchObject([
    { route: noticed.id, subject: { position: await world.engine.reads.lastPosition() }, wanted: 1 },
  ]);
});

test('an issued login code and a new token are notices to their person, and to nobody else', async () => {
  const world = await openGoalWorld();
  const { route } = await world.run<{ route: string }>('open-terminal', service, { person: 'olga' });
  await world.run('issue-login-code', world.operator, { person: 'sven' });
  expect(await notices(world)).toEqual([]);

  const { code } = await world.run<{ code: string }>('issue-login-code', world.operator, { person: 'olga' });
  await world.run('open-session', { kind: 'stranger' }, { code });

  expect((await notices(world)).map((post) => post.route)).toEqual([route, route]);
});

test('what concerns no person makes no post wanted', async () => {
  const world = await openGoalWorld();
  await addRoute(world);
  const todo = await world.addTodo();
  await world.run('change-todo', world.operator, { todo: todo.id, title: 'x' });
  await world.run('send-signal', world.operator, { goal: 'ship', key: 'merge:1' });
  await world.run('leave-note', world.owner, { goal: 'ship', text: 'x' });
  await world.run('change-goal', world.operator, { goal: 'ship', title: 'x' });
  await world.addAgent({ slug: 'gus' });
  const started = await world.start();
  await world.heartbeat(started);
  await world.commit(started, { outcome: 'completed', evidence: [passingTests] });
  await world.abort(await world.start());

  expect(await wantedPosts(world)).toEqual([]);
});

test('a route for digests alone gets neither gates nor notices', async () => {
  const world = await openGoalWorld();
  await addRoute(world, { purposes: ['digests'] });

  await world.ask();

  expect(await wantedPosts(world)).toEqual([]);
});

test("a person's own route is not led elsewhere or closed by an operator: on it they hear what is issued in their name", async () => {
  const world = await openGoalWorld();
  const { route: terminal } = await world.run<{ route: string }>('open-terminal', service, { person: 'olga' });
  await world.run('change-person', world.operator, { person: 'olga', identities: [{ platform: 'slack', account: 'T0123ABCD:U0123ABCD' }] });
  const { items } = await world.look<{ items: readonly { id: string; person: string | null }[] }>('list-routes', world.operator, {});
  const own = items.filter(({ person }) => person !== null).map(({ id }) => id);

  expect(own).toContain(terminal);
  for (const route of own) {
    await refusedWith(world, 'not-allowed', () => world.run('change-route', world.operator, { route, address: 'U0THERONE' }));
    await refusedWith(world, 'not-allowed', () => world.run('remove-route', world.operator, { route }));
  }
});
