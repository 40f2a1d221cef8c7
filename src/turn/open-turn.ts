import { gatesInOrder } from '../gate/find-gate.ts';
import type { Goal } from '../goal/goal.ts';
import { goalStream } from '../ids.ts';
import type { Head } from '../ledger/entry.ts';
import { lastMoment, leaseFrom, leaseMs } from '../lease/rules.ts';
import { appendHeld, appendLapse } from '../lease/release.ts';
import type { Agent } from '../people/agent.ts';
import type { Todo } from '../todo/todo.ts';
import { viewTodo } from '../todo/todo-view.ts';
import type { Tx } from '../verb.ts';
import { answersFor, contextOf, undelivered } from './context.ts';
import type { Brought } from './context.ts';
import { byTurn, fallbackOf } from './pick-work.ts';
import type { Picked } from './pick-work.ts';
import type { Reason } from './reasons.ts';
import type { TurnReply } from './reply.ts';
import { noQuota } from './reply.ts';
import { shownFallback, shownTurn } from './shown-turn.ts';
import type { Fallback, OpenTurn, TurnEvent } from './turn.ts';

/** Everything that the decision of a start is made from. Loaded before anything is appended. */
export type Start = {
  readonly goal: Goal;
  readonly agent: Agent;
  readonly head: Head;
  readonly since: number;
  readonly lane: string | undefined;
  readonly estimateMs: number;
  readonly preview: boolean;
};

/** A crashed session goes on with its turn; the fence rises, so that its twin is fenced off. */
export async function resume(tx: Tx, start: Start, open: OpenTurn): Promise<TurnReply> {
  const todo = open.todo === null ? undefined : await tx.reads.todo(open.todo);
  const brought = await answersFor(tx.reads, start.goal, start.agent, todo, tx.now);
  const about = { since: start.since, brought };
  const context = await contextOf(tx.reads, start.goal, start.agent, todo, about);
  const gate = open.fallback_of === null ? undefined : await tx.reads.gate(open.fallback_of.gate);
  const fence = start.goal.fence + 1;
  const lease = leaseFrom(tx.now, open.ttl_ms, open.ends_by);
  const resumed = { ...open, fence, lease };
  const event: TurnEvent = { type: 'turn-resumed', goal: start.goal.id, turn: open.id, todo: open.todo, fence, lease };

  let head: Head = start.head;
  if (!start.preview) {
    head = tx.append(goalStream(start.goal.id), event);
    appendHeld(tx, resumed, lease);
    head = deliver(tx, brought, open.id) ?? head;
  }

  return {
    decision: open.kind === 'replan' ? 'replan' : 'run',
    kind: open.kind,
    reasons: [{ code: 'turn-resumed', text: `Turn ${open.id} is open: go on with it.`, ref: open.id }],
    as_of: { seq: head.seq, hash: head.hash, now: tx.now },
    next_check_at: lease.heartbeat_by,
    ...shownTurn(resumed, !start.preview, true),
    ...(todo === undefined ? {} : { todo: viewTodo(todo, tx) }),
    ...shownFallback(open.fallback_of, gate?.code, null),
    context: context(head.seq),
    quota: noQuota,
  };
}

/** Starts work on a todo; what freed it is delivered in the same transaction, and what lapsed on the way is written. */
export async function run(tx: Tx, start: Start, todo: Todo, pick: Picked, lapsed: OpenTurn | undefined): Promise<TurnReply> {
  const { goal, agent } = start;
  const brought = await answersFor(tx.reads, goal, agent, todo, tx.now);
  const context = await contextOf(tx.reads, goal, agent, todo, { since: start.since, brought });
  const passed = await passedBy(tx, goal, pick, todo);
  const stale = await staleTurns(tx, lapsed, todo);
  const opened = openedTurn(tx, start, { kind: 'work', todo, brought, fallback: passed?.fallback ?? null });
  const running: Todo = { ...todo, lease: { turn: opened.turn, agent: agent.id, until: opened.lease.grace_until } };

  let head: Head = start.head;
  let entry: string | null = null;
  if (!start.preview) {
    for (const turn of stale) appendLapse(tx, turn);
    const receipt = tx.append(goalStream(goal.id), opened);
    entry = receipt.id;
    appendHeld(tx, { ...opened, id: opened.turn }, opened.lease);
    head = deliver(tx, brought, opened.turn) ?? receipt;
  }

  const reasons: Reason[] = [{ code: 'todo-runnable', text: `"${todo.title}" is the next todo that can be worked on.`, ref: todo.id }];
  if (passed !== undefined) {
    reasons.push({ code: 'beside-a-gate', text: `"${passed.title}" comes before it and waits for ${passed.code}.`, ref: passed.code });
  }
  return {
    decision: 'run',
    kind: 'work',
    reasons,
    as_of: { seq: head.seq, hash: head.hash, now: tx.now },
    next_check_at: opened.lease.heartbeat_by,
    ...shownTurn({ ...opened, id: opened.turn, started_at: tx.now }, !start.preview, false),
    todo: start.preview ? todo : running,
    ...shownFallback(passed?.fallback ?? null, passed?.code, entry),
    context: context(head.seq),
    quota: noQuota,
  };
}

/** Nothing can go on as planned: one agent gets a turn to change the plan. The others wait for it (their leases are reasons to wait). */
export async function replan(tx: Tx, start: Start, stuck: readonly Reason[], lapsed: OpenTurn | undefined): Promise<TurnReply> {
  const { goal, agent } = start;
  const brought = await answersFor(tx.reads, goal, agent, undefined, tx.now);
  const context = await contextOf(tx.reads, goal, agent, undefined, { since: start.since, brought });
  const opened = openedTurn(tx, start, { kind: 'replan', todo: undefined, brought: { gates: brought.gates, freedBy: [] }, fallback: null });
  const nothing: Reason = {
    code: 'nothing-left',
    text: `Nothing is left to do in goal ${goal.slug}${start.lane === undefined ? '' : `, lane ${start.lane}`}.`,
  };

  let head: Head = start.head;
  if (!start.preview) {
    if (lapsed !== undefined) appendLapse(tx, lapsed);
    head = tx.append(goalStream(goal.id), opened);
    head = deliver(tx, brought, opened.turn) ?? head;
  }

  return {
    decision: 'replan',
    kind: 'replan',
    reasons: stuck.length > 0 ? [...stuck] : [nothing],
    as_of: { seq: head.seq, hash: head.hash, now: tx.now },
    next_check_at: opened.lease.heartbeat_by,
    ...shownTurn({ ...opened, id: opened.turn, started_at: tx.now }, !start.preview, false),
    context: context(head.seq),
    quota: noQuota,
  };
}

type Opening = {
  readonly kind: 'work' | 'replan';
  readonly todo: Todo | undefined;
  readonly brought: Brought;
  readonly fallback: Fallback | null;
};

function openedTurn(
  tx: Tx,
  { goal, agent, lane, estimateMs, head }: Start,
  { kind, todo, brought, fallback }: Opening,
): TurnEvent & { type: 'turn-started' } {
  const ttl_ms = leaseMs(estimateMs);
  return {
    type: 'turn-started',
    goal: goal.id,
    turn: tx.newId('turn'),
    agent: agent.id,
    kind,
    todo: todo?.id ?? null,
    lane: todo?.lane ?? lane ?? null,
    resources: todo?.resources ?? [],
    fence: goal.fence + 1,
    ttl_ms,
    lease: leaseFrom(tx.now, ttl_ms, lastMoment(tx.now)),
    freed_by: [...brought.freedBy],
    fallback_of: fallback,
    seen_seq: head.seq,
  };
}

/** How many of the best kept todos are looked through for one that a gate keeps back. */
const keptLookMax = 50;

/** The best todo that a gate held back and that stood before the chosen one. */
async function passedBy(
  tx: Tx,
  goal: Goal,
  pick: Picked,
  chosen: Todo,
): Promise<{ fallback: Fallback; code: string; title: string } | undefined> {
  const inGroups = pick.obstructed.flatMap(({ todo, obstacle }) => (obstacle.kind === 'gates' ? [{ todo, by: obstacle.gates }] : []));
  const kept = await tx.reads.keptTodos(goal.id, tx.now, keptLookMax);
  const named = kept.map((todo) => ({
    todo,
    by: todo.named_by.filter(({ go_at }) => go_at === null || go_at > tx.now).map(({ gate }) => gate),
  }));
  const passed = [...inGroups, ...named].filter(({ todo, by }) => by.length > 0 && byTurn(todo, chosen, pick.lanes) < 0);
  const [first] = passed.sort((a, b) => byTurn(a.todo, b.todo, pick.lanes));
  if (first === undefined) return undefined;
  const [gate] = await gatesInOrder(tx.reads, first.by);
  if (gate === undefined) return undefined;
  return { fallback: fallbackOf(chosen, { todo: first.todo, gate }), code: gate.code, title: first.todo.title };
}

/** Turns whose grace is over and whose lapse is not written yet: the agent's own, and the one that held the todo. */
async function staleTurns(tx: Tx, own: OpenTurn | undefined, todo: Todo): Promise<readonly OpenTurn[]> {
  const holder = todo.lease === null ? undefined : await tx.reads.turn(todo.lease.turn);
  const stale = [own, holder].filter((turn): turn is OpenTurn => turn?.state === 'open');
  return [...new Map(stale.map((turn) => [turn.id, turn])).values()];
}

function deliver(tx: Tx, { gates }: Brought, turn: OpenTurn['id']): Head | undefined {
  let head: Head | undefined;
  for (const gate of undelivered(gates)) {
    head = tx.append(goalStream(gate.goal), { type: 'answer-delivered', goal: gate.goal, gate: gate.id, turn });
  }
  return head;
}
