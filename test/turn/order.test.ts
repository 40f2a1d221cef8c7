import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TurnReply } from '../../src/turn/reply.ts';
import { held, openGoalWorld, refusedWith } from '../support/goal-world.ts';
import type { GoalWorld } from '../support/goal-world.ts';

/** Starts, drops and starts again, until nothing is left: the titles in the order in which they were offered. */
async function offered(world: GoalWorld, count: number): Promise<readonly string[]> {
  const titles: string[] = [];
  for (let taken = 0; taken < count; taken += 1) {
    const reply: TurnReply = await world.start();
    titles.push(reply.todo?.title ?? reply.decision);
    await world.commit(reply, { outcome: 'no_change', todos: { drop: [reply.todo?.id] } });
  }
  return titles;
}

test('a higher priority comes first, then the older todo', async () => {
  const world = await openGoalWorld();
  await world.addTodo({ title: 'old P2' });
  await world.addTodo({ title: 'P3', priority: 'P3' });
  await world.addTodo({ title: 'young P2' });
  await world.addTodo({ title: 'P0', priority: 'P0' });
  await world.addTodo({ title: 'P1', priority: 'P1' });

  expect(await offered(world, 5)).toEqual(['P0', 'P1', 'old P2', 'young P2', 'P3']);
});

test('inside a priority the lane with the largest unserved weight comes first', async () => {
  const world = await openGoalWorld();
  await world.run('change-lane', world.operator, { goal: world.goal, lane: 'side', weight: 2 });
  for (const title of ['m1', 'm2', 'm3']) await world.addTodo({ title });
  for (const title of ['s1', 's2', 's3']) await world.addTodo({ title, lane: 'side' });

  expect(await offered(world, 6)).toEqual(['s1', 'm1', 's2', 's3', 'm2', 'm3']);
});

test('a lane of little weight still goes before a lower priority', async () => {
  const world = await openGoalWorld();
  await world.run('change-lane', world.operator, { goal: world.goal, lane: 'side', weight: 100 });
  await world.addTodo({ title: 'heavy P2', lane: 'side' });
  await world.addTodo({ title: 'light P1', priority: 'P1' });

  expect(await offered(world, 2)).toEqual(['light P1', 'heavy P2']);
});

test('a changed priority changes the order', async () => {
  const world = await openGoalWorld();
  await world.addTodo({ title: 'first' });
  const second = await world.addTodo({ title: 'second' });
  await world.run('change-todo', world.operator, { todo: second.id, priority: 'P0' });

  expect(await offered(world, 2)).toEqual(['second', 'first']);
});

test('a start in one lane gets work of that lane only', async () => {
  const world = await openGoalWorld();
  await world.addTodo({ title: 'main', priority: 'P0' });
  await world.addTodo({ title: 'side', lane: 'side' });

  const reply = await world.start(world.agent, { lane: 'side' });

  expect(reply.todo?.title).toBe('side');
});

test('the order of what is offered is priority, unserved weight, age, whatever the scopes and resources', async () => {
  const aTodo = fc.record({
    lane: fc.constantFrom('main', 'side'),
    priority: fc.constantFrom('P0', 'P1', 'P2'),
    scopes: fc.subarray(['repo:a', 'repo:b']),
    resources: fc.subarray(['gpu']),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(aTodo, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 4 }), async (todos, weight) => {
      const world = await openGoalWorld();
      await world.run('change-lane', world.operator, { goal: world.goal, lane: 'side', weight });
      for (const [index, todo] of todos.entries()) await world.addTodo({ ...todo, title: `t${index}` });

      expect(await offered(world, todos.length)).toEqual(expectedOrder(todos, { main: 1, side: weight }));
    }),
    { numRuns: 12 },
  );
});

type Plain = { readonly lane: string; readonly priority: string };

function expectedOrder(todos: readonly Plain[], weights: Readonly<Record<string, number>>): readonly string[] {
  const served: Record<string, number> = { main: 0, side: 0 };
  const left = todos.map((todo, age) => ({ ...todo, age }));
  const titles: string[] = [];
  while (left.length > 0) {
    const unserved = ({ lane }: Plain) => (weights[lane] ?? 1) / ((served[lane] ?? 0) + 1);
    left.sort((a, b) => a.priority.localeCompare(b.priority) || unserved(b) - unserved(a) || a.age - b.age);
    const next = left.shift();
    if (next === undefined) break;
    served[next.lane] = (served[next.lane] ?? 0) + 1;
    titles.push(`t${next.age}`);
  }
  return titles;
}

test('work beside a gated lane names the gate, the todo that waits, and the recorded proof', async () => {
  const world = await openGoalWorld();
  const gated = await world.addTodo({ priority: 'P0', scopes: ['repo:a'] });
  await world.addTodo({ lane: 'side', scopes: ['repo:b'] });
  const gate = await world.ask();

  const reply = await world.start();

  const [started] = await world.entries('turn-started');
  expect(reply.fallback_of).toEqual({
    gate: gate.code,
    todo: gated.id,
    proof: { scopes_disjoint: true, needs_disjoint: true, entry: started?.id },
  });
  expect(reply.reasons.map(({ code }) => code)).toEqual(['todo-runnable', 'beside-a-gate']);
  expect(started?.data.fallback_of).toEqual({ gate: gate.id, todo: gated.id, scopes_disjoint: true, needs_disjoint: true });
});

test('work beside a gate that names a todo names that todo, although another todo waits for something else', async () => {
  const world = await openGoalWorld();
  await world.addTodo({ title: 'waits', priority: 'P0', wait: { signal: 'merge:1' } });
  const gated = await world.addTodo({ title: 'gated', priority: 'P1' });
  await world.addTodo({ title: 'free' });
  const gate = await world.ask({ blocks: { todos: [gated.id] } });

  const reply = await world.start();

  expect(reply).toMatchObject({ todo: { title: 'free' }, fallback_of: { gate: gate.code, todo: gated.id } });
});

test('work that stands before what is gated is no fallback', async () => {
  const world = await openGoalWorld();
  await world.addTodo({ title: 'free', priority: 'P1' });
  const gated = await world.addTodo({ title: 'gated' });
  await world.addTodo({ title: 'other', lane: 'side' });
  await world.ask({ blocks: { todos: [gated.id] } });

  const reply = await world.start();

  expect([reply.todo?.title, reply.fallback_of]).toEqual(['free', undefined]);
});

test('an older todo of the same priority is no fallback of a younger gated one', async () => {
  const world = await openGoalWorld();
  await world.addTodo({ title: 'free' });
  const gated = await world.addTodo({ title: 'gated' });
  await world.ask({ blocks: { todos: [gated.id] } });

  const reply = await world.start();

  expect([reply.todo?.title, reply.fallback_of]).toEqual(['free', undefined]);
});

test('a resumed turn still names what it goes on beside', async () => {
  const world = await openGoalWorld();
  const gated = await world.addTodo();
  await world.addTodo({ lane: 'side' });
  const gate = await world.ask();
  await world.start();

  const resumed = await world.start();

  expect(resumed.fallback_of).toMatchObject({ gate: gate.code, todo: gated.id });
});

test('a todo waits for a time and a signal until both came', async () => {
  const world = await openGoalWorld();
  await world.addTodo({ wait: { until: '2026-12-01T10:00:00Z', signal: 'merge:1' } });
  const decisions = [(await world.start()).decision];

  await world.run('send-signal', world.operator, { goal: world.goal, key: 'merge:1' });
  decisions.push((await world.start()).decision);
  world.clock.set('2026-12-01T10:00:00.000Z' as never);
  decisions.push((await world.start()).decision);

  expect(decisions).toEqual(['wait', 'wait', 'run']);
});

test('a signal that came before its wait frees it all the same', async () => {
  const world = await openGoalWorld();
  await world.run('send-signal', world.operator, { goal: world.goal, key: 'merge:1', value: 'sha' });
  await world.addTodo({ wait: { signal: 'merge:1' } });

  expect((await world.start()).decision).toBe('run');
});

test('a signal for another key or another goal frees nothing', async () => {
  const world = await openGoalWorld();
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.' });
  await world.addTodo({ wait: { signal: 'merge:1' } });

  await world.run('send-signal', world.operator, { goal: world.goal, key: 'merge:12' });
  await world.run('send-signal', world.operator, { goal: 'other', key: 'merge:1' });

  expect((await world.start()).decision).toBe('wait');
});

test('a signal token sends only keys of its prefix, to its own goal', async () => {
  const world = await openGoalWorld();
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.' });
  const { token_id } = await world.run('issue-signal-token', world.operator, { goal: 'ship', key_prefix: 'merge:' });
  const signal = { kind: 'signal', goal: world.goal, key_prefix: 'merge:', token: token_id as never } as const;
  const send = (goal: string, key: string) => world.run('send-signal', signal, { goal, key });

  await refusedWith(world, 'not-allowed', () => send('ship', 'deploy:1'));
  await refusedWith(world, 'not-allowed', () => send('other', 'merge:1'));
  expect(await send('ship', 'merge:1')).toMatchObject({ receipt: { seq: expect.any(Number) } });
});

test('a resource is held by one lease at a time, across goals', async () => {
  const world = await openGoalWorld();
  const other = await world.run<{ id: string }>('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.' });
  await world.run('add-lane', world.operator, { goal: 'other', slug: 'main', title: 'Main' });
  await world.run('change-agent', world.operator, { agent: 'ben', goals: ['ship', 'other'] });
  await world.addTodo({ resources: ['account:prod'] });
  await world.run('add-todo', world.operator, { goal: 'other', lane: 'main', title: 'Elsewhere', resources: ['account:prod'] });
  const holding = await world.start();

  const refused = await world.run<TurnReply>('start-turn', world.otherAgent, { goal: other.id });
  await world.commit(holding);
  const running = await world.run<TurnReply>('start-turn', world.otherAgent, { goal: other.id });

  expect(refused).toMatchObject({ decision: 'wait', reasons: [{ code: 'resource-held' }] });
  expect(running).toMatchObject({ decision: 'run', lease: { resources: ['account:prod'] } });
});

test('one agent may hold a turn in each of its goals', async () => {
  const world = await openGoalWorld();
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.' });
  await world.run('change-agent', world.operator, { agent: 'ada', goals: ['ship', 'other'] });
  await world.addTodo();

  const here = await world.start();
  const there = await world.run<TurnReply>('start-turn', world.agent, { goal: 'other' });

  expect([here.decision, there.decision]).toEqual(['run', 'replan']);
  expect(held(here).turn).not.toBe(held(there).turn);
});
