import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { Actor } from '../../src/actor.ts';
import type { Answered } from '../../src/gate/answer-gate.ts';
import type { GateView } from '../../src/gate/gate-view.ts';
import type { GoalId, PersonId, TodoId, TokenId } from '../../src/ids.ts';
import { goalStream } from '../../src/ids.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import type { Todo } from '../../src/todo/todo.ts';
import type { commitTurn } from '../../src/turn/commit-turn.ts';
import type { TurnReply } from '../../src/turn/reply.ts';
import { ledgerHeads } from './ledger-heads.ts';
import { openWorld, service } from './world.ts';
import type { World } from './world.ts';

export type Fields = Readonly<Record<string, unknown>>;

export type Committed = z.infer<typeof commitTurn.output>;

export type AgentActor = Extract<Actor, { kind: 'agent' }>;

export type PersonActor = Extract<Actor, { kind: 'person' }>;

export type GoalWorld = Awaited<ReturnType<typeof openGoalWorld>>;

/** One goal, `ship`, with the lanes `main` and `side`; two agents bound to it; its owner, and a person who owns nothing. */
export async function openGoalWorld(fields: Fields = {}, now?: string) {
  const world = await openWorld(now === undefined ? {} : { now });
  const { token_id } = await world.run<{ token_id: TokenId }>('adopt-operator-token', service, {});
  const operator: Actor = { kind: 'operator', token: token_id };
  const owner = await addPerson(world, operator, { slug: 'olga', name: 'Olga' });
  const stranger = await addPerson(world, operator, { slug: 'sven', name: 'Sven' });
  const { id: goal } = await world.run<{ id: GoalId }>('create-goal', operator, aGoal(fields));
  await world.run('add-lane', operator, { goal, slug: 'main', title: 'Main' });
  await world.run('add-lane', operator, { goal, slug: 'side', title: 'Side' });
  const agent = await addAgent(world, operator, { slug: 'ada' });
  const otherAgent = await addAgent(world, operator, { slug: 'ben' });
  return {
    ...world,
    goal,
    operator,
    owner,
    stranger,
    agent,
    otherAgent,
    addPerson: (person: Fields) => addPerson(world, operator, person),
    addAgent: (added: Fields) => addAgent(world, operator, added),
    addTodo: (todo: Fields = {}) => world.run<Todo>('add-todo', operator, { goal, ...aTodo(todo) }),
    ask: (gate: Fields = {}, by: Actor = agent) => world.run<GateView & { known: boolean }>('ask-gate', by, { goal, ...aGate(gate) }),
    answer: (gate: { readonly code: string }, given: Fields = {}, by: Actor = owner) =>
      world.run<Answered>('answer-gate', by, { gate: gate.code, revision: 1, option: 'yes', hold_s: 0, ...given }),
    start: (by: Actor = agent, more: Fields = {}) => world.run<TurnReply>('start-turn', by, { goal, ...more }),
    commit: (started: TurnReply, more: Fields = {}, by: Actor = agent) =>
      world.run<Committed>('commit-turn', by, { ...held(started), outcome: 'progress', summary: 'Went on.', ...more }),
    heartbeat: (started: TurnReply, by: Actor = agent) => world.run<HeartbeatReply>('heartbeat-turn', by, held(started)),
    abort: (started: TurnReply, by: Actor = agent) => world.run('abort-turn', by, { ...held(started), reason: 'Not today.' }),
    gate: (code: string, by: Actor = owner) => world.look<ShownGate>('show-gate', by, { gate: code }),
    todo: (id: TodoId) => world.look<Todo>('show-todo', operator, { todo: id }),
    /** Where every stream stands: equal before and after what changed nothing. */
    heads: () => ledgerHeads(world.file),
    entries: (type?: string) => entriesOf(world, goal, type),
  };
}

export type HeartbeatReply = {
  readonly lease: { readonly expires_at: string; readonly heartbeat_by: string; readonly grace_until: string };
  readonly news: {
    readonly answers: readonly { gate: string; freed: boolean }[];
    readonly notes: readonly { text: string }[];
    readonly stop: { why: string } | null;
  };
};

export type ShownGate = GateView & {
  readonly who: readonly { slug: string }[];
  readonly delivered: boolean;
  readonly changed?: readonly string[];
};

export function aGoal(fields: Fields = {}): Fields {
  return { slug: 'ship', title: 'Ship it', vision: 'It is shipped and it works.', owners: ['olga'], ...fields };
}

export function aTodo(fields: Fields = {}): Fields {
  return { lane: 'main', title: 'Fix the bug', ...fields };
}

/** A choice between yes (go) and no (stop) that blocks the lane `main`. */
export function aGate(fields: Fields = {}): Fields {
  return {
    key: 'merge',
    question: 'Shall we merge the fix now?',
    answer: aChoice(),
    blocks: { lanes: ['main'] },
    risk: 'reversible',
    ...fields,
  };
}

export function aChoice(options: readonly Fields[] = [anOption({ key: 'yes' }), anOption({ key: 'no', lets: 'stop' })]): Fields {
  return { kind: 'choice', options };
}

export function anOption(fields: Fields): Fields {
  return { label: String(fields.key), effect: 'What it says happens.', lets: 'go', ...fields };
}

export const passingTests: Fields = { kind: 'tests', tool: 'vitest', passed: 3, failed: 0, skipped: 0 };

/** Turn and fence of a started turn: what heartbeat, commit and abort are called with. */
export function held(started: TurnReply): { readonly turn: string; readonly fence: number } {
  if (started.turn === undefined) throw new Error(`no turn was started: ${started.decision}, ${JSON.stringify(started.reasons)}`);
  return { turn: started.turn.id, fence: started.turn.fence };
}

export const codesOf = (reply: TurnReply): readonly string[] => reply.reasons.map((reason) => reason.code);

/** The call is refused with this code, and nothing is written by it. */
export async function refusedWith(world: { readonly heads: () => unknown }, code: string, call: () => Promise<unknown>): Promise<void> {
  const before = world.heads();
  await expect(call()).rejects.toMatchObject({ code });
  expect(world.heads()).toEqual(before);
}

/** The input does not fit the schema of its verb. */
export async function misfits(call: () => Promise<unknown>): Promise<void> {
  await expect(call()).rejects.toMatchObject({ name: 'ZodError' });
}

async function addPerson(world: World, operator: Actor, fields: Fields): Promise<PersonActor> {
  const { id } = await world.run<{ id: PersonId }>('add-person', operator, { name: String(fields.slug), ...fields });
  return { kind: 'person', person: id, surface: 'http' };
}

async function addAgent(world: World, operator: Actor, fields: Fields): Promise<AgentActor> {
  const added = await world.run<{ agent: { id: AgentActor['agent'] }; token: string }>('add-agent', operator, {
    runtime: 'script',
    goals: ['ship'],
    ...fields,
  });
  const token = await world.engine.reads.tokenByHash(createHash('sha256').update(added.token).digest('hex'));
  if (token === undefined) throw new Error('the token of the new agent is not there');
  return { kind: 'agent', agent: added.agent.id, token: token.id };
}

async function entriesOf(world: World, goal: GoalId, type: string | undefined): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (;;) {
    const more = await world.engine.reads.entries(goalStream(goal), entries.length, 200);
    entries.push(...more);
    if (more.length === 0) return entries.filter((entry) => type === undefined || entry.type === type);
  }
}
