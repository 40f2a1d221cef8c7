import { gatesInOrder } from '../gate/find-gate.ts';
import type { Gate } from '../gate/gate.ts';
import { goAt, heldUntil } from '../gate/gate.ts';
import type { Goal } from '../goal/goal.ts';
import { isLapsed } from '../lease/rules.ts';
import { limits } from '../limits.ts';
import type { Reads } from '../ports.ts';
import type { Instant } from '../time.ts';
import { earliest, never } from '../time.ts';
import { freeAt } from '../todo/todo.ts';
import type { Todo } from '../todo/todo.ts';
import type { Obstructed } from './pick-work.ts';
import type { Reason } from './reasons.ts';
import type { OpenTurn } from './turn.ts';

/** Why nothing can be worked on: what can end by itself or by a person, and what only a new plan ends. */
export type WhyNot = {
  /** Open or held gates that something waits for. */
  readonly gates: readonly Gate[];
  /** What a time, a signal, another's lease or another agent will end. */
  readonly passing: readonly Reason[];
  /** When the earliest of them ends by time, if one does. */
  readonly passesAt: Instant | undefined;
  /** What nothing but a changed plan will end. */
  readonly stuck: readonly Reason[];
};

export async function whyNot(
  reads: Reads,
  goal: Goal,
  lane: string | undefined,
  obstructed: readonly Obstructed[],
  now: Instant,
): Promise<WhyNot> {
  const kept = (await reads.keptTodos(goal.id, now, limits.openTodosPerGoalMax)).filter((todo) => lane === undefined || todo.lane === lane);
  const others = (await reads.openTurns(goal.id)).filter((turn) => !isLapsed(turn, now));
  const obstacles = await obstaclesOf(reads, obstructed, kept, now);
  const open = obstacles.filter((gate) => gate.state === 'open' || heldUntil(gate, now) !== null);
  const passing = [
    ...kept.flatMap((todo) => waitReason(todo, now)),
    ...obstructed.flatMap(passingReason),
    ...(await leaseReasons(reads, others)),
  ];
  const settled = obstacles.filter((gate) => !open.includes(gate));
  const stuck = [...settled.map(stuckGate), ...obstructed.flatMap(scopeReason), ...(await droppedNeeds(reads, kept))];
  const gates = open.length > 0 || stuck.length > 0 ? open : await unsettledGates(reads, goal, lane, now);
  const ends = [...kept.flatMap((todo) => endOfWait(todo, now)), ...others.map((turn) => turn.lease.grace_until)];
  return { gates, passing, passesAt: earliest(ends), stuck };
}

/** The gates that hold back these todos and have not let go. */
async function obstaclesOf(reads: Reads, obstructed: readonly Obstructed[], kept: readonly Todo[], now: Instant): Promise<readonly Gate[]> {
  const inGroups = obstructed.flatMap(({ obstacle }) => (obstacle.kind === 'gates' ? obstacle.gates : []));
  const naming = kept.flatMap((todo) => todo.named_by.filter(({ go_at }) => go_at === null || go_at > now).map(({ gate }) => gate));
  return gatesInOrder(reads, [...inGroups, ...naming]);
}

/** When time alone frees the todo. The end of a hold is not told: it would say that a person answered, and with a go. */
function endOfWait(todo: Todo, now: Instant): readonly Instant[] {
  const free = freeAt(todo);
  const gated = todo.named_by.some(({ go_at }) => go_at === null || go_at > now);
  return gated || free === never ? [] : [free];
}

/** What could still bring work when no todo is left: gates in question, without those that block other lanes only. */
async function unsettledGates(reads: Reads, goal: Goal, lane: string | undefined, now: Instant): Promise<readonly Gate[]> {
  const { items: open } = await reads.gates({ goal: goal.id, state: 'open' }, { after: undefined, limit: limits.openGatesPerGoalMax });
  const held = await reads.heldGates(goal.id, now);
  const asked = [...open, ...held].sort((a, b) => a.number - b.number);
  return asked.filter(({ blocks }) => lane === undefined || blocks.lanes.length === 0 || blocks.lanes.includes(lane));
}

function waitReason(todo: Todo, now: Instant): readonly Reason[] {
  if (todo.wait?.signal && !todo.wait.signal_came) {
    return [{ code: 'waits-for-signal', text: `"${todo.title}" waits for the signal ${todo.wait.signal}.`, ref: todo.id }];
  }
  if (todo.wait?.until && todo.wait.until > now) {
    return [{ code: 'waits-for-time', text: `"${todo.title}" waits until ${todo.wait.until}.`, ref: todo.id }];
  }
  return [];
}

async function leaseReasons(reads: Reads, turns: readonly OpenTurn[]): Promise<readonly Reason[]> {
  const reasons: Reason[] = [];
  for (const turn of turns) reasons.push(leaseReason(turn, (await reads.agent(turn.agent))?.slug ?? turn.agent));
  return reasons;
}

function leaseReason(turn: OpenTurn, agent: string): Reason {
  const until = `in turn ${turn.id} until ${turn.lease.expires_at}`;
  if (turn.kind === 'replan') return { code: 'replan-held', text: `Agent ${agent} changes the plan ${until}.`, ref: turn.id };
  return { code: 'held-by-lease', text: `Agent ${agent} works ${until}.`, ref: turn.id };
}

function passingReason({ todo, obstacle }: Obstructed): readonly Reason[] {
  switch (obstacle.kind) {
    case 'resource':
      return [{ code: 'resource-held', text: `"${todo.title}" needs ${obstacle.resource}, which another lease holds.`, ref: todo.id }];
    case 'capability':
      return [{ code: 'capability-missing', text: `"${todo.title}" needs the capability ${obstacle.capability}.`, ref: todo.id }];
    case 'gates':
    case 'scope':
      return [];
  }
}

function scopeReason({ todo, obstacle }: Obstructed): readonly Reason[] {
  if (obstacle.kind !== 'scope') return [];
  const text = `"${todo.title}" needs the guarded scope ${obstacle.scope}: ask a gate that names the todo and the scope.`;
  return [{ code: 'scope-needs-go', text, ref: todo.id }];
}

function stuckGate(gate: Gate): Reason {
  const how = gate.state === 'answered' && goAt(gate) === null ? 'answered with stop' : gate.state;
  const text = `Gate ${gate.code} is ${how}; what it blocks stays blocked. Change the plan, or ask a gate that supersedes it.`;
  return { code: 'gate-without-go', text, ref: gate.code };
}

async function droppedNeeds(reads: Reads, kept: readonly Todo[]): Promise<readonly Reason[]> {
  const waiting = kept.filter((todo) => todo.needs_open.length > 0);
  if (waiting.length === 0) return [];
  const needs = await reads.todosById([...new Set(waiting.flatMap((todo) => todo.needs_open))]);
  const dropped = new Set(needs.filter((need) => need.state === 'dropped').map((need) => need.id));
  return waiting
    .filter((todo) => todo.needs_open.some((need) => dropped.has(need)))
    .map((todo) => ({ code: 'need-dropped', text: `"${todo.title}" needs a todo that was dropped.`, ref: todo.id }));
}
