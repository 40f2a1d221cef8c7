import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Actor } from '../../src/actor.ts';
import type { TokenId } from '../../src/ids.ts';
import { limits } from '../../src/limits.ts';
import { misfits, openGoalWorld, refusedWith } from '../support/goal-world.ts';
import type { GoalWorld } from '../support/goal-world.ts';
import { service } from '../support/world.ts';

type Session = { readonly token: string; readonly token_id: TokenId; readonly expires_at: string };

const stranger: Actor = { kind: 'stranger' };

const codeFor = async (world: GoalWorld, person = 'olga') =>
  (await world.run<{ code: string }>('issue-login-code', world.operator, { person })).code;

const login = (world: GoalWorld, code: string) => world.run<Session>('open-session', stranger, { code });

function withToken(world: GoalWorld, token: TokenId): Actor {
  return { ...world.owner, token };
}

test('a login code opens one session of its person, and is spent by it', async () => {
  const world = await openGoalWorld();
  const code = await codeFor(world);

  const session = await login(world, code);

  expect(session).toMatchObject({
    token: expect.stringMatching(/^gb_pe_/),
    person: { slug: 'olga' },
    expires_at: '2026-12-31T09:00:00.000Z',
  });
  await refusedWith(world, 'code-spent', () => login(world, code));
});

test('a session says what it was opened with, in as many characters as the limit and not one more', async () => {
  const world = await openGoalWorld();
  const opened = (where: string, code: string) => world.run<Session>('open-session', stranger, { code, where });

  const { token_id } = await opened('x'.repeat(limits.sessionWhereMax), await codeFor(world));
  const code = await codeFor(world);
  await misfits(() => opened('x'.repeat(limits.sessionWhereMax + 1), code));

  const { items } = await world.look<{ items: readonly Record<string, unknown>[] }>('list-tokens', withToken(world, token_id), {});
  expect(items.map(({ where }) => where)).toEqual(['x'.repeat(limits.sessionWhereMax)]);
});

test('a login code counts for 15 minutes and not a millisecond more', async () => {
  const world = await openGoalWorld();
  const [early, late] = [await codeFor(world), await codeFor(world)];

  world.clock.advance(limits.loginCodeMs - 1);
  expect(await login(world, early)).toMatchObject({ person: { slug: 'olga' } });
  world.clock.advance(1);
  await refusedWith(world, 'code-spent', () => login(world, late));
});

test('a login code may be typed in capitals, with spaces, or without its hyphens', async () => {
  const world = await openGoalWorld();
  const sloppy = [
    (code: string) => code.toUpperCase(),
    (code: string) => ` ${code.replaceAll('-', ' ')} `,
    (code: string) => code.replaceAll('-', ''),
  ];

  for (const typed of sloppy) expect(await login(world, typed(await codeFor(world)))).toMatchObject({ person: { slug: 'olga' } });
});

test('a code that was never issued, or of a person who left, opens nothing', async () => {
  const world = await openGoalWorld();
  const code = await codeFor(world, 'sven');
  await world.run('change-person', world.operator, { person: 'sven', state: 'left' });

  for (const typed of [code, 'aaaa-aaaa-aaaa-aaaa', '----', '💥']) await refusedWith(world, 'code-spent', () => login(world, typed));
});

test('a session decides until its token expires', async () => {
  const world = await openGoalWorld();
  const { token_id } = await login(world, await codeFor(world));
  const person = withToken(world, token_id);
  const [first, second] = [await world.ask({ key: 'a' }), await world.ask({ key: 'b' })];

  world.clock.advance(limits.sessionMs - 1);
  expect(await world.answer(first, {}, person)).toMatchObject({ result: 'counted' });
  world.clock.advance(1);
  await refusedWith(world, 'unauthorized', () => world.answer(second, {}, person));
});

test('a person makes further tokens from a session, sees them without hashes, and revokes their own', async () => {
  const world = await openGoalWorld();
  const session = await login(world, await codeFor(world));
  const person = withToken(world, session.token_id);

  const further = await world.run<Session>('make-token', person, {});
  await world.run('revoke-token', withToken(world, further.token_id), { token: session.token_id });

  await refusedWith(world, 'unauthorized', () => world.run('make-token', person, {}));
  const { items } = await world.look<{ items: readonly Record<string, unknown>[] }>('list-tokens', withToken(world, further.token_id), {});
  expect(items.map(({ id, state }) => [id, state]).toSorted()).toEqual(
    [
      [further.token_id, 'live'],
      [session.token_id, 'revoked'],
    ].toSorted(),
  );
  expect(items[0]).not.toHaveProperty('hash');
});

test('a person cannot revoke what belongs to others, nor look at it', async () => {
  const world = await openGoalWorld();
  const session = await login(world, await codeFor(world));

  await refusedWith(world, 'not-allowed', () => world.run('revoke-token', world.stranger, { token: session.token_id }));
  await refusedWith(world, 'not-allowed', () => world.run('revoke-token', world.stranger, { token: world.agent.token }));
  await refusedWith(world, 'not-found', () => world.run('revoke-token', world.operator, { token: 'token_unknown' }));
  expect(await world.look('list-tokens', world.stranger, { person: 'olga' })).toMatchObject({ items: [] });
});

test('an operator revokes any token, and a second revoke writes nothing', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  await world.run('revoke-token', world.operator, { token: world.agent.token });
  const before = world.heads();
  await world.run('revoke-token', world.operator, { token: world.agent.token });

  expect(world.heads()).toEqual(before);
  await refusedWith(world, 'unauthorized', () => world.start());
});

test('a revoked agent stops at once, does not come back, and its todo is free after the grace', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const started = await world.start();
  await world.run('revoke-agent', world.operator, { agent: 'ada' });

  for (const call of [() => world.start(), () => world.heartbeat(started), () => world.commit(started), () => world.ask()]) {
    await refusedWith(world, 'unauthorized', call);
  }
  await refusedWith(world, 'wrong-state', () => world.run('change-agent', world.operator, { agent: 'ada', state: 'active' }));
  world.clock.set(started.lease?.grace_until ?? ('' as never));
  expect((await world.start(world.otherAgent)).decision).toBe('run');
});

test('an agent that is unbound from a goal may do nothing there', async () => {
  const world = await openGoalWorld();
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.' });
  await world.addTodo();
  const started = await world.start();
  await world.run('change-agent', world.operator, { agent: 'ada', goals: ['other'] });

  for (const call of [() => world.start(), () => world.heartbeat(started), () => world.commit(started)])
    await refusedWith(world, 'not-allowed', call);
});

test('a new operator token replaces the one before', async () => {
  const world = await openGoalWorld();
  const kept = await world.run('adopt-operator-token', service, {});
  const replaced = await world.run<{ token: string; token_id: TokenId }>('adopt-operator-token', service, { replace: true });

  expect(kept).toMatchObject({ token: null, token_id: world.operator.kind === 'operator' && world.operator.token });
  expect(replaced.token).toMatch(/^gb_op_/);
  await refusedWith(world, 'unauthorized', () => world.addTodo());
  expect(
    await world.run('add-todo', { kind: 'operator', token: replaced.token_id }, { goal: world.goal, lane: 'main', title: 'x' }),
  ).toMatchObject({ title: 'x' });
});

test('the operator token of the environment is adopted once, and replaces what was there', async () => {
  const world = await openGoalWorld();
  const hash = createHash('sha256').update('gb_op_mine').digest('hex');

  const first = await world.run<{ token_id: TokenId }>('adopt-operator-token', service, { hash });
  const before = world.heads();
  const second = await world.run('adopt-operator-token', service, { hash });

  expect([second, world.heads()]).toEqual([{ token_id: first.token_id, token: null }, before]);
  await refusedWith(world, 'unauthorized', () => world.addTodo());
});

test('an operator token that was replaced is not adopted again', async () => {
  const world = await openGoalWorld();
  const hash = createHash('sha256').update('gb_op_mine').digest('hex');
  await world.run('adopt-operator-token', service, { hash });
  await world.run('adopt-operator-token', service, { replace: true });

  await refusedWith(world, 'not-allowed', () => world.run('adopt-operator-token', service, { hash }));
});

test('no credential stands in the ledger in clear', async () => {
  const world = await openGoalWorld();
  const code = await codeFor(world);
  const { token } = await login(world, code);

  const ledger = JSON.stringify(await world.engine.reads.entriesByPosition(0, 200));

  expect(ledger).not.toContain(token);
  expect(ledger).not.toContain(code);
});

test('slugs are taken once, over people, agents, goals and lanes', async () => {
  const world = await openGoalWorld();

  await refusedWith(world, 'slug-taken', () => world.addPerson({ slug: 'olga' }));
  await refusedWith(world, 'slug-taken', () => world.addAgent({ slug: 'ada' }));
  await refusedWith(world, 'slug-taken', () => world.run('create-goal', world.operator, { slug: 'ship', title: 'x', vision: 'x' }));
  await refusedWith(world, 'slug-taken', () => world.run('add-lane', world.operator, { goal: 'ship', slug: 'main', title: 'x' }));
});

test('a goal has at most 100 agents, and a revoked one makes room', async () => {
  const world = await openGoalWorld();
  await Promise.all(Array.from({ length: limits.agentsPerGoalMax - 2 }, (_, index) => world.addAgent({ slug: `a${index}` })));

  await refusedWith(world, 'over-limit', () => world.addAgent({ slug: 'over' }));
  await world.run('revoke-agent', world.operator, { agent: 'ben' });
  await world.addAgent({ slug: 'over' });
});
