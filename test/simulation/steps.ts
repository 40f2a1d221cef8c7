import { strict as assert } from 'node:assert';
import type { Gate } from '../../src/gate/gate.ts';
import { hour, minute } from '../../src/time.ts';
import type { Todo } from '../../src/todo/todo.ts';
import type { TurnReply } from '../../src/turn/reply.ts';
import type { OpenTurn } from '../../src/turn/turn.ts';
import type { AgentActor, Fields } from '../support/goal-world.ts';
import { aChoice, aGate, anOption, passingTests } from '../support/goal-world.ts';
import { service } from '../support/world.ts';
import type { Stage } from './stage.ts';
import { guarded } from './stage.ts';

type Step = (stage: Stage) => Promise<unknown>;

const scopes = [guarded, 'repo:a', 'repo:b'];
const lanes = ['main', 'side'];
const signals = ['merge:1', 'merge:2', 'merge:3'];
const everything = { after: undefined, limit: 200 };

/** Every kind of step, by its weight. */
export const steps: readonly (readonly [name: string, weight: number, step: Step])[] = [
  ['add a todo', 9, addTodo],
  ['change a todo', 5, changeTodo],
  ['drop a todo', 1, async (stage) => stage.act('drop-todo', stage.operator, { todo: (await anOpenTodo(stage))?.id ?? 'todo_none' })],
  ['ask', 7, ask],
  [
    'ask the same again',
    1,
    async (stage) => stage.act('ask-gate', agentOf(stage), stage.dice.one(stage.asked) ?? aGate({ goal: stage.goals[0] })),
  ],
  ['revise', 4, revise],
  ['withdraw', 2, async (stage) => stage.act('withdraw-gate', agentOf(stage), { gate: (await aGateOf(stage))?.id ?? 'g0', why: 'No.' })],
  ['supersede', 3, supersede],
  ['answer', 14, answer],
  ['revoke', 3, async (stage) => stage.act('revoke-answer', personOf(stage), { gate: (await aGateOf(stage, 'answered'))?.id ?? 'g0' })],
  ['receive', 1, async (stage) => stage.act('receive-answer', agentOf(stage), { gate: (await aGateOf(stage, 'answered'))?.id ?? 'g0' })],
  ['start', 16, start],
  ['heartbeat', 7, async (stage) => withTurn(stage, (agent, turn) => stage.act('heartbeat-turn', agent, turn))],
  ['commit', 10, commit],
  ['abort', 2, async (stage) => withTurn(stage, (agent, turn) => stage.act('abort-turn', agent, { ...turn, reason: 'Not now.' }))],
  ['signal', 2, (stage) => stage.act('send-signal', stage.operator, { goal: goalOf(stage), key: stage.dice.one(signals) })],
  [
    'guard other scopes',
    1,
    (stage) => stage.act('change-goal', stage.operator, { goal: goalOf(stage), guarded_scopes: [guarded, ...stage.dice.some(scopes, 1)] }),
  ],
  [
    'pause or resume',
    1,
    (stage) => stage.act('change-goal', stage.operator, { goal: goalOf(stage), state: stage.dice.chance(0.1) ? 'paused' : 'active' }),
  ],
  ['tick', 8, async (stage) => stage.clock.advance(stage.dice.one([1_000, 10_000, minute, 10 * minute, 2 * hour]) ?? 0)],
  ['write lapses', 1, (stage) => stage.act('lapse-leases', service, {})],
  ['mark overdue', 2, (stage) => stage.act('mark-overdue', service, {})],
  ['restart', 1, (stage) => stage.restart(stage.dice.one([0, minute, 3 * hour]) ?? 0)],
];

const goalOf = ({ dice, goals }: Stage) => (dice.chance(0.75) ? goals[0] : goals[1]);
const agentOf = ({ dice, agents }: Stage): AgentActor => present(dice.one(agents));
const personOf = ({ dice, people }: Stage) => present(dice.one(people));

async function todosOf(stage: Stage, goal = goalOf(stage)): Promise<readonly Todo[]> {
  if (goal === undefined) return [];
  return (await stage.engine().reads.todos(goal, { state: 'open', lane: undefined }, everything)).items;
}

async function anOpenTodo(stage: Stage): Promise<Todo | undefined> {
  return stage.dice.one(await todosOf(stage));
}

async function aGateOf(stage: Stage, state?: Gate['state']): Promise<Gate | undefined> {
  const { items } = await stage.engine().reads.gates({ goal: undefined, state }, everything);
  return stage.dice.one(items);
}

async function addTodo(stage: Stage): Promise<void> {
  const { dice } = stage;
  const goal = goalOf(stage);
  const needs = dice.chance(0.2) ? dice.some(await todosOf(stage, goal), 2).map(({ id }) => id) : [];
  const until = new Date(Date.parse(stage.clock.now()) + dice.below(3) * hour).toISOString();
  await stage.act('add-todo', stage.operator, {
    goal,
    lane: dice.one(lanes),
    title: `Todo ${dice.below(1_000)}`,
    priority: dice.one(['P0', 'P1', 'P2']),
    needs,
    scopes: dice.some(scopes, 2),
    resources: dice.chance(0.5) ? ['machine'] : [],
    capabilities: dice.chance(0.15) ? ['gpu'] : [],
    ...(dice.chance(0.15) ? { wait: dice.chance(0.5) ? { signal: dice.one(signals) } : { until } } : {}),
  });
}

async function changeTodo(stage: Stage): Promise<void> {
  const { dice } = stage;
  const todos = await todosOf(stage);
  const todo = dice.one(todos.filter(({ named_by }) => named_by.length > 0 && dice.chance(0.7))) ?? dice.one(todos);
  if (todo === undefined) return;
  const change = dice.one<Fields>([
    { title: `Todo ${dice.below(1_000)}` },
    { title: todo.title },
    { detail: `Detail ${dice.below(1_000)}` },
    { scopes: dice.some(scopes, 2) },
    { priority: dice.one(['P0', 'P1', 'P2']) },
    { wait: dice.chance(0.5) ? null : { signal: dice.one(signals) } },
    { needs: dice.some(await todosOf(stage), 2).map(({ id }) => id) },
  ]);
  await stage.act('change-todo', stage.operator, { todo: todo.id, ...change });
}

async function blocksFor(stage: Stage, goal: ReturnType<typeof goalOf>): Promise<Fields> {
  const { dice } = stage;
  const todos = dice.some(await todosOf(stage, goal), 2).map(({ id }) => id);
  if (dice.chance(0.5) && todos.length > 0) return { todos, scopes: [guarded] };
  return { lanes: dice.chance(0.15) ? [dice.one(lanes)] : [], todos, scopes: dice.chance(0.3) ? dice.some(scopes, 1) : [] };
}

async function ask(stage: Stage): Promise<void> {
  const { dice } = stage;
  const goal = goalOf(stage);
  const deadline = new Date(Date.parse(stage.clock.now()) + hour).toISOString();
  const gate = aGate({
    goal,
    key: `key-${dice.below(1_000_000)}`,
    blocks: await blocksFor(stage, goal),
    risk: dice.chance(0.2) ? 'irreversible' : 'reversible',
    ...(dice.chance(0.2) ? { deadline } : {}),
  });
  stage.asked.push(gate);
  await stage.act('ask-gate', agentOf(stage), gate);
}

async function revise(stage: Stage): Promise<void> {
  const { dice } = stage;
  const gate = await aGateOf(stage, 'open');
  if (gate === undefined) return;
  const wider = {
    lanes: [...gate.blocks.lanes],
    todos: gate.blocks.todos.map(({ id }) => id),
    scopes: [...gate.blocks.scopes, dice.one(scopes)],
  };
  const change = dice.one<Fields>([
    { question: `Shall we merge number ${dice.below(9)} now?` },
    { context: `Context ${dice.below(9)}` },
    { blocks: wider },
    { blocks: await blocksFor(stage, gate.goal) },
    { risk: dice.one(['reversible', 'irreversible']) },
    { answer: aChoice([anOption({ key: 'yes' }), anOption({ key: 'no', lets: 'stop', effect: `Effect ${dice.below(9)}.` })]) },
  ]);
  await stage.act('revise-gate', agentOf(stage), { gate: gate.id, ...change });
}

async function supersede(stage: Stage): Promise<void> {
  const [gate, open] = [await aGateOf(stage), await aGateOf(stage, 'open')];
  if (gate === undefined) return;
  const covering = aGate({
    goal: gate.goal,
    key: `key-${stage.dice.below(1_000_000)}`,
    blocks: { ...gate.blocks, todos: gate.blocks.todos.map(({ id }) => id) },
    risk: gate.risk,
  });
  const successor = stage.dice.chance(0.7) ? await stage.act('ask-gate', agentOf(stage), covering) : open;
  await stage.act('supersede-gate', agentOf(stage), { gate: gate.id, by: successor?.id ?? 'g0' });
}

/** Now and then two persons at once, or on an old revision. */
async function answer(stage: Stage): Promise<void> {
  const { dice } = stage;
  const gate = await aGateOf(stage, dice.chance(0.85) ? 'open' : undefined);
  if (gate === undefined) return;
  const revision = dice.chance(0.1) ? gate.revision + 1 : Math.max(1, gate.revision - (dice.chance(0.3) ? 1 : 0));
  const given = () => ({ gate: gate.code, revision, option: dice.chance(0.88) ? 'yes' : 'no', hold_s: dice.one([0, 0, 10, 60]) });
  const persons = dice.chance(0.3) ? stage.people : [personOf(stage)];
  const replies = await Promise.all(persons.map((person) => stage.act('answer-gate', person, given())));
  assert(replies.filter((reply) => reply?.result === 'counted').length <= 1, 'two answers counted');
  const stale = replies.some((reply) => reply?.result === 'counted') && revision !== gate.revision;
  assert(!stale, `an answer to revision ${revision} counted for ${gate.revision}`);
}

async function start(stage: Stage): Promise<void> {
  const { dice } = stage;
  const goal = present(goalOf(stage));
  const agent = agentOf(stage);
  const lane = dice.chance(0.3) ? dice.one(lanes) : undefined;
  const preview = dice.chance(0.1);
  const before = await stage.engine().reads.lastPosition();
  const reply = (await stage.act('start-turn', agent, { goal, lane, preview, estimate_minutes: dice.one([1, 30, 600]) })) as
    | TurnReply
    | undefined; // its verb's reply
  await stage.follow();
  if (reply === undefined) return;
  const wrote = (await stage.engine().reads.lastPosition()) > before;
  assert.equal(
    wrote,
    !preview && (reply.decision === 'run' || reply.decision === 'replan'),
    `a start that decided ${reply.decision} wrote: ${wrote}`,
  );
  if (reply.decision === 'wait') {
    assert.deepEqual(stage.oracle.runnable(goal, agent.agent, lane, stage.clock.now()), [], 'an agent waits although work can be done');
  }
  if (reply.turn === undefined) return;
  stage.held.push({ agent, turn: reply.turn.id, fence: reply.turn.fence });
}

type Held = Stage['held'][number];

/** Mostly an open turn with its newest fence; at times one of long ago. */
async function withTurn(
  stage: Stage,
  move: (agent: AgentActor, turn: Pick<Held, 'turn' | 'fence'>, open: OpenTurn | undefined) => Promise<unknown>,
): Promise<void> {
  const { dice, held, agents } = stage;
  const open = dice.one(await stage.engine().reads.openTurns(present(goalOf(stage))));
  const holder = agents.find(({ agent }) => agent === open?.agent);
  if (open !== undefined && holder !== undefined && dice.chance(0.85))
    return void (await move(holder, { turn: open.id, fence: open.fence }, open));
  const stale = dice.one(held);
  if (stale !== undefined) await move(stale.agent, { turn: stale.turn, fence: stale.fence }, undefined);
}

async function commit(stage: Stage): Promise<void> {
  const { dice } = stage;
  const todos = await todosOf(stage, stage.goals[0]);
  const update = dice.some(todos, 1).map(({ id }) =>
    dice.one<Fields>([
      { id, title: `Todo ${dice.below(1_000)}` },
      { id, needs: dice.some(todos, 2).map((need) => need.id) },
    ]),
  );
  await withTurn(stage, (agent, ids, open) =>
    stage.act('commit-turn', agent, {
      ...ids,
      outcome: dice.chance(0.5) ? 'completed' : dice.one(['progress', 'no_change', 'blocked', 'failed']),
      summary: 'Went on.',
      evidence: [{ ...passingTests, passed: dice.below(50) }],
      used_answers: (open?.freed_by ?? []).map((gate) => ({ gate, use: dice.one(['used', 'not-needed', 'later']), how: 'As told.' })),
      ...(dice.chance(0.2) ? { todos: { update } } : {}),
    }),
  );
}

function present<Value>(value: Value | undefined): Value {
  assert(value !== undefined, 'there is nothing to choose from');
  return value;
}
