import { expect, test } from 'vitest';
import { openGoalWorld, passingTests, refusedWith } from '../support/goal-world.ts';

test('row 1: a goal that is paused, completed or archived gives stop', async () => {
  const world = await openGoalWorld();
  await world.addTodo();

  for (const state of ['paused', 'completed', 'archived']) {
    await world.run('change-goal', world.operator, { goal: world.goal, state });
    const before = world.heads();

    const reply = await world.start();

    expect(reply).toMatchObject({ decision: 'stop', reasons: [{ code: 'goal-not-active', ref: world.goal }] });
    expect(reply.turn).toBeUndefined();
    expect(world.heads()).toEqual(before);
  }
});

test('row 1: a suspended agent is told to stop, even with an open turn, and works again once resumed', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const { turn } = await world.start();
  await world.run('change-agent', world.operator, { agent: 'ada', state: 'suspended' });

  const stopped = await world.start();
  await world.run('change-agent', world.operator, { agent: 'ada', state: 'active' });
  const resumed = await world.start();

  expect(stopped).toMatchObject({ decision: 'stop', reasons: [{ code: 'agent-suspended' }] });
  expect(resumed).toMatchObject({ decision: 'run', turn: { id: turn?.id, resumed: true } });
});

test('a heartbeat asks a suspended agent to stop', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const started = await world.start();
  await world.run('change-agent', world.operator, { agent: 'ada', state: 'suspended' });

  const { news } = await world.heartbeat(started);

  expect(news.stop).toEqual({ why: 'The agent is suspended.' });
});

test('row 3: an open turn is resumed with a higher fence, and its twin is fenced off', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const first = await world.start();

  const second = await world.start();

  expect(second).toMatchObject({ decision: 'run', kind: 'work', reasons: [{ code: 'turn-resumed', ref: first.turn?.id }] });
  expect(second.turn).toEqual({ ...first.turn, fence: (first.turn?.fence ?? 0) + 1, deadline: second.turn?.deadline, resumed: true });
  await refusedWith(world, 'fenced-off', () => world.heartbeat(first));
  await refusedWith(world, 'fenced-off', () => world.commit(first));
  await refusedWith(world, 'fenced-off', () => world.abort(first));
  expect(await world.commit(second)).toMatchObject({ result: 'landed' });
});

test('row 8: a runnable todo is run under a lease, and nobody else gets it', async () => {
  const world = await openGoalWorld();
  const todo = await world.addTodo();

  const first = await world.start();
  const second = await world.start(world.otherAgent);

  expect(first).toMatchObject({
    decision: 'run',
    kind: 'work',
    reasons: [{ code: 'todo-runnable', ref: todo.id }],
    lease: { todo: todo.id },
  });
  expect(second).toMatchObject({ decision: 'wait', reasons: [{ code: 'held-by-lease', ref: first.turn?.id }] });
});

test('row 9: with everything behind an open gate an agent waits for the gate and hears who was asked', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const gate = await world.ask();

  const reply = await world.start();

  expect(reply).toMatchObject({
    decision: 'wait',
    reasons: [{ code: 'gate-open', ref: gate.code }],
    gates: [{ code: gate.code, question: gate.question, state: 'open', asked: ['olga'], delivered: false }],
  });
  expect(reply.next_check_at).toBe('2026-12-01T09:30:00.000Z');
});

test('row 9: a gate whose answer is held is still waited for, as if it were open', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const gate = await world.ask();
  await world.answer(gate, { hold_s: 60 });

  const reply = await world.start();

  expect(reply).toMatchObject({ decision: 'wait', gates: [{ code: gate.code, state: 'open' }] });
});

test('row 10: a wait for a time names the moment at which it ends', async () => {
  const world = await openGoalWorld();
  await world.addTodo({ wait: { until: '2026-12-01T09:02:00Z' } });

  const early = await world.start();
  world.clock.set(early.next_check_at);
  const late = await world.start();

  expect(early).toMatchObject({ decision: 'wait', next_check_at: '2026-12-01T09:02:00.000Z', reasons: [{ code: 'waits-for-time' }] });
  expect(late.decision).toBe('run');
});

test('row 10: a wait for a signal ends with the signal', async () => {
  const world = await openGoalWorld();
  await world.addTodo({ wait: { signal: 'merge:7' } });

  const early = await world.start();
  await world.run('send-signal', world.operator, { goal: world.goal, key: 'merge:7' });
  const late = await world.start();

  expect(early).toMatchObject({ decision: 'wait', reasons: [{ code: 'waits-for-signal' }] });
  expect(late.decision).toBe('run');
});

test('row 10: a need that another agent works on is waited for, and its end frees the todo', async () => {
  const world = await openGoalWorld();
  const need = await world.addTodo({ title: 'First' });
  const todo = await world.addTodo({ title: 'Then', needs: [need.id] });
  const working = await world.start();

  const waiting = await world.start(world.otherAgent);
  await world.commit(working, { outcome: 'completed', evidence: [passingTests] });
  const running = await world.start(world.otherAgent);

  expect(waiting).toMatchObject({ decision: 'wait', reasons: [{ code: 'held-by-lease' }] });
  expect(running.todo?.id).toBe(todo.id);
});

test('row 10: a capability that this agent lacks leaves the todo to an agent that has it', async () => {
  const world = await openGoalWorld();
  await world.addTodo({ capabilities: ['gpu'] });
  const able = await world.addAgent({ slug: 'gus', capabilities: ['gpu'] });

  const unable = await world.start();
  const running = await world.start(able);

  expect(unable).toMatchObject({ decision: 'wait', reasons: [{ code: 'capability-missing' }] });
  expect(running.decision).toBe('run');
});

test('row 12: with nothing left one agent gets the replan, and the other waits for it', async () => {
  const world = await openGoalWorld();

  const first = await world.start();
  const second = await world.start(world.otherAgent);

  expect(first).toMatchObject({ decision: 'replan', kind: 'replan', reasons: [{ code: 'nothing-left' }], lease: { todo: null } });
  expect(second).toMatchObject({ decision: 'wait', reasons: [{ code: 'replan-held', ref: first.turn?.id }] });
});

test('row 12: a replan turn adds what to do next, and the other agent runs it', async () => {
  const world = await openGoalWorld();
  const replanning = await world.start();

  const landed = await world.commit(replanning, { todos: { add: [{ lane: 'main', title: 'Next' }] } });
  const running = await world.start(world.otherAgent);

  expect(landed).toMatchObject({ result: 'landed', todo: null, added: [running.todo?.id] });
});

test('row 12: a replan turn cannot complete a todo, for it has none', async () => {
  const world = await openGoalWorld();
  const replanning = await world.start();

  await refusedWith(world, 'bad-input', () => world.commit(replanning, { outcome: 'completed', evidence: [passingTests] }));
});

test('row 12: a need that was dropped makes a replan, not an endless wait', async () => {
  const world = await openGoalWorld();
  const need = await world.addTodo({ title: 'First' });
  const todo = await world.addTodo({ title: 'Then', needs: [need.id] });
  await world.run('drop-todo', world.operator, { todo: need.id });

  const reply = await world.start();

  expect(reply).toMatchObject({ decision: 'replan', reasons: [{ code: 'need-dropped', ref: todo.id }] });
});

test('row 12: a settled gate without a go makes a replan although an unrelated gate is open', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const refused = await world.ask();
  await world.answer(refused, { option: 'no' });
  await world.ask({ key: 'other', blocks: { lanes: ['side'] } });

  const reply = await world.start();

  expect(reply).toMatchObject({ decision: 'replan', reasons: [{ code: 'gate-without-go', ref: refused.code }] });
});

test.for([0, 1])('row 9: a lane behind a refused gate and an open one waits for the open one, whichever came first', async (refused) => {
  const world = await openGoalWorld();
  await world.addTodo();
  const gates = [await world.ask({ key: 'a' }), await world.ask({ key: 'b' })];
  await world.answer(gates[refused] ?? { code: '' }, { option: 'no' });

  const reply = await world.start();

  expect(reply).toMatchObject({ decision: 'wait', reasons: [{ code: 'gate-open', ref: gates[1 - refused]?.code }] });
});

test('a start in one lane does not wait for a gate that blocks only another', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  await world.ask();

  const reply = await world.start(world.agent, { lane: 'side' });

  expect(reply).toMatchObject({ decision: 'replan', reasons: [{ code: 'nothing-left' }] });
});

test('with no todo left an agent waits for the gates that are open', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();

  const reply = await world.start();

  expect(reply).toMatchObject({ decision: 'wait', reasons: [{ code: 'gate-open', ref: gate.code }] });
});
