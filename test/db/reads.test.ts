import { expect, test } from 'vitest';
import { z } from 'zod';
import type { AgentId, GoalId, PersonId, RouteId, Stream, TurnId } from '../../src/ids.ts';
import { goalStream, house, resourceStream } from '../../src/ids.ts';
import type { Event } from '../../src/ledger/event.ts';
import type { Reads } from '../../src/ports.ts';
import type { Instant } from '../../src/time.ts';
import { rankOf, shapeOf } from '../../src/todo/todo.ts';
import { defineVerb } from '../../src/verb.ts';
import type { World } from '../support/world.ts';
import { openWorld, service } from '../support/world.ts';
import { aGate, aGoal, aTodo, aTurn, after, anAnswer, asker, gateId, goal, other, start, todoId } from './events.ts';

/** Appends events as they are given: the rows follow from them alone. */
const append = defineVerb({
  name: 'append',
  summary: '',
  callers: ['service'],
  input: z.object({ stream: z.custom<Stream>(), events: z.array(z.custom<Event>()) }),
  output: z.unknown(),
  run: async (tx, { stream, events }) => {
    for (const event of events) tx.append(stream, event);
  },
});

async function aWorld(
  ...events: readonly Event[]
): Promise<World & { readonly reads: Reads; add(stream: Stream, ...more: readonly Event[]): Promise<unknown> }> {
  const world = await openWorld({ now: start, verbs: { append } });
  const add = (stream: Stream, ...more: readonly Event[]) => world.run('append', service, { stream, events: more });
  await add(goalStream(goal), aGoal(goal, 'one'), ...events);
  return { ...world, reads: world.engine.reads, add };
}

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test('free todos are grouped by lane and shape, best rank first', async () => {
  const { reads } = await aWorld(
    aTodo('plain'),
    aTodo('better', { priority: 'P0', scopes: ['deploy:x'] }),
    aTodo('alike', { priority: 'P1' }),
    aTodo('elsewhere', { lane: 'b' }),
    aTodo('waits', { priority: 'P0', wait: { until: after(5), signal: null, signal_came: false } }),
  );
  const plain = shapeOf({ scopes: [], resources: [], capabilities: [] });

  expect(await reads.freeTodoGroups(goal, start)).toEqual([
    { lane: 'a', shape: shapeOf({ scopes: ['deploy:x'], resources: [], capabilities: [] }), rank: rankOf({ priority: 'P0', seq: 3 }) },
    { lane: 'a', shape: plain, rank: rankOf({ priority: 'P1', seq: 4 }) },
    { lane: 'b', shape: plain, rank: rankOf({ priority: 'P2', seq: 5 }) },
  ]);
  expect(await reads.todoByRank(goal, rankOf({ priority: 'P1', seq: 4 }))).toMatchObject({ id: 'todo_alike' });
  expect(await reads.openScopeSets(goal)).toEqual(['["deploy:x"]', '[]']);
  expect(await reads.openTodoCount(goal)).toBe(5);
});

test('what keeps a todo back ends by time, by a signal or by its need', async () => {
  const world = await aWorld(
    aTodo('first'),
    aTodo('timed', { wait: { until: after(5), signal: null, signal_came: false } }),
    aTodo('signalled', { wait: { until: null, signal: 'merge:1', signal_came: false } }),
    aTodo('needing', { needs: [todoId('first')], needs_open: [todoId('first')] }),
  );
  const kept = async (now: Instant) => ids(await world.reads.keptTodos(goal, now, 10));

  expect(await kept(start)).toEqual(['todo_timed', 'todo_signalled', 'todo_needing']);
  expect(await kept(after(5))).toEqual(['todo_signalled', 'todo_needing']);
  await world.add(goalStream(goal), { type: 'signal-received', goal, key: 'merge:1', value: null });
  expect(await kept(after(5))).toEqual(['todo_needing']);
});

test('a gate blocks its lanes and scopes until its go counts, and a stop never ends that', async () => {
  const blocks = { lanes: ['a'], todos: [], scopes: ['deploy:x'] };
  const world = await aWorld(aTodo('plain'), aGate(1, { blocks }), aGate(2, { blocks: { lanes: ['b'], todos: [], scopes: [] } }));
  await world.add(goalStream(goal), anAnswer(1, 'go', after(1)), anAnswer(2, 'stop', after(1)));
  const lane = { gate: gateId(1), kind: 'lane', target: 'a' };
  const scope = { gate: gateId(1), kind: 'scope', target: 'deploy:x' };
  const stopped = { gate: gateId(2), kind: 'lane', target: 'b' };

  expect(await world.reads.activeBlocks(goal, start)).toEqual([lane, scope, stopped]);
  expect(await world.reads.activeBlocks(goal, after(1))).toEqual([stopped]);
  expect(ids(await world.reads.gatesCovering(goal, { lane: 'a', todo: todoId('plain'), scopes: [] }))).toEqual(['gate_1']);
  expect(ids(await world.reads.gatesCovering(goal, { lane: 'c', todo: todoId('plain'), scopes: ['deploy:x'] }))).toEqual(['gate_1']);
  await world.add(goalStream(goal), { type: 'answer-revoked', goal, gate: gateId(1) });
  expect(await world.reads.activeBlocks(goal, after(1))).toEqual([lane, scope, stopped]);
});

test('a todo that a go names is found by its group from the moment the go counts', async () => {
  const blocks = { lanes: [], todos: [{ id: todoId('named'), revision: 1 }], scopes: ['deploy:x'] };
  const world = await aWorld(aTodo('named', { scopes: ['deploy:x'] }), aTodo('other', { scopes: ['deploy:x'] }), aGate(1, { blocks }));
  const group = { lane: 'a', shape: shapeOf({ scopes: ['deploy:x'], resources: [], capabilities: [] }) };
  await world.add(goalStream(goal), anAnswer(1, 'go', after(1)));

  expect(await world.reads.namedFreeTodos(goal, group, start)).toEqual([]);
  expect(ids(await world.reads.namedFreeTodos(goal, group, after(1)))).toEqual(['todo_named']);
});

test('gates are in question while they are open or held', async () => {
  const world = await aWorld(aGate(1), aGate(2), aGate(3));
  await world.add(goalStream(goal), anAnswer(2, 'go', after(1)), { type: 'gate-withdrawn', goal, gate: gateId(3), why: 'no' });

  expect(ids(await world.reads.gatesInQuestion(start, 10))).toEqual(['gate_1', 'gate_2']);
  expect(ids(await world.reads.gatesInQuestion(after(1), 10))).toEqual(['gate_1']);
  expect(await world.reads.openGateCount(goal)).toBe(1);
  expect(await world.reads.lastGateNumber()).toBe(3);
  expect(await world.reads.gate('g2')).toEqual(await world.reads.gate('gate_2'));
  expect(await world.reads.gateByKey(goal, 'key-3')).toMatchObject({ state: 'withdrawn' });
});

test('an answer waits for its asker until it is delivered', async () => {
  const world = await aWorld(aGate(1), anAnswer(1, 'go', start));
  const before = ids(await world.reads.undeliveredTo(goal, asker));

  await world.add(goalStream(goal), { type: 'answer-delivered', goal, gate: gateId(1), turn: null });

  expect(before).toEqual(['gate_1']);
  expect(await world.reads.undeliveredTo(goal, asker)).toEqual([]);
});

test('a deadline is watched while its gate is open, and passes once', async () => {
  const world = await aWorld(aGate(1, { due_at: after(1) }), aGate(2, { due_at: after(1) }), aGate(3), anAnswer(2, 'go', start));
  const early = await world.reads.gatesPastDue(start, 10);
  const due = ids(await world.reads.gatesPastDue(after(1), 10));

  await world.add(goalStream(goal), { type: 'gate-overdue', goal, gate: gateId(1) });

  expect([early, due]).toEqual([[], ['gate_1']]);
  expect(await world.reads.gatesPastDue(after(1), 10)).toEqual([]);
  expect(ids(await world.reads.gatesWithDeadline(goal))).toEqual(['gate_1']);
  expect(await world.reads.goalsWithDeadlines()).toEqual([goal]);
});

test('open turns are found by agent, and lapse at the end of their grace', async () => {
  const late = 'agent_2' as AgentId;
  const world = await aWorld(aTurn('1', asker, after(1)), aTurn('2', late, after(2)));

  expect(ids(await world.reads.lapsedTurns(after(1), 10))).toEqual(['turn_1']);
  expect(await world.reads.openTurnOf(goal, late)).toMatchObject({ id: 'turn_2' });
  await world.add(goalStream(goal), { type: 'lease-lapsed', goal, turn: 'turn_1' as TurnId, todo: null, agent: asker, fence: 1 });
  expect(ids(await world.reads.openTurns(goal))).toEqual(['turn_2']);
  expect(await world.reads.goalsWithDeadlines()).toEqual([goal]);
});

test('a resource is held until its moment, across goals', async () => {
  const world = await aWorld();
  const hold = { goal, turn: 'turn_1' as TurnId, todo: todoId('x'), agent: asker, until: after(1) };
  await world.add(resourceStream('gpu'), { type: 'resource-held', resource: 'gpu', ...hold });

  expect(await world.reads.heldResources(start)).toEqual([{ resource: 'gpu', hold }]);
  expect(await world.reads.heldResources(after(1))).toEqual([]);
});

test('people are found by slug, id and role; agents are counted until they are revoked', async () => {
  const world = await aWorld();
  const ada = 'person_1' as PersonId;
  const bot = { goals: [goal], runtime: 'x', model: null, owner: null, capabilities: [] };
  await world.add(
    house,
    { type: 'person-added', person: ada, slug: 'ada', name: 'Ada', time_zone: 'UTC', hold_s: 10 },
    { type: 'role-granted', person: ada, role: 'release', grant: 'grant_1' as never },
    { type: 'role-granted', person: ada, role: 'release', grant: 'grant_2' as never },
    { type: 'agent-added', agent: asker, slug: 'bot', ...bot },
  );
  const before = [ids(await world.reads.peopleWithRole('release')), await world.reads.agentCount(goal)];

  await world.add(
    house,
    { type: 'role-taken', person: ada, role: 'release', grant: 'grant_1' as never },
    { type: 'agent-changed', agent: asker, changes: { state: 'revoked' } },
  );

  expect(before).toEqual([[ada], 1]);
  expect(ids(await world.reads.peopleWithRole('release'))).toEqual([ada]);
  expect(await world.reads.agentCount(goal)).toBe(0);
  expect(await world.reads.person('ada')).toEqual(await world.reads.person(ada));
});

test('routes of a goal are its own and those of every goal, while they are open', async () => {
  const world = await aWorld();
  const route = (name: string) => `route_${name}` as RouteId;
  const added = (name: string, of: GoalId): Event => ({
    type: 'route-added',
    route: route(name),
    goal: of,
    platform: 'terminal',
    address: 'a',
    thread: null,
    purposes: ['gates'],
  });
  await world.add(
    house,
    added('closed', goal),
    { type: 'route-changed', route: route('closed'), changes: { state: 'closed' } },
    added('mine', goal),
    added('theirs', other),
    { type: 'terminal-opened', route: route('all'), person: 'person_1' as PersonId },
  );

  expect(ids(await world.reads.routesFor(goal))).toEqual(['route_all', 'route_mine']);
  expect(await world.reads.terminalRoute()).toMatchObject({ id: 'route_all' });
});

test('an entry makes posts wanted on the routes that it concerns, in its transaction', async () => {
  const world = await aWorld();
  await world.add(house, { type: 'terminal-opened', route: 'route_1' as RouteId, person: 'person_1' as PersonId });

  await world.add(goalStream(goal), aGate(1), anAnswer(1, 'go', after(1)));

  expect(await world.reads.postsOfGate(gateId(1))).toMatchObject([{ id: 'gate_1@route_1', wanted: 2, put: 0, refresh_at: after(1) }]);
});

test('a list is read page by page, each row once', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const { reads } = await aWorld(...names.map((name) => aTodo(name)));
  const seen: string[] = [];
  let from: string | undefined;

  do {
    const page = await reads.todos(goal, { state: 'open', lane: 'a' }, { after: from, limit: 2 });
    seen.push(...page.items.map(({ title }) => title));
    from = page.next ?? undefined;
  } while (from !== undefined);

  expect(seen).toEqual(names);
  expect(await reads.todos(goal, { state: 'completed', lane: undefined }, { after: undefined, limit: 2 })).toEqual({
    items: [],
    next: null,
  });
});
