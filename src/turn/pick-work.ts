import type { Gate } from '../gate/gate.ts';
import type { Goal } from '../goal/goal.ts';
import type { GateId } from '../ids.ts';
import type { Lane } from '../lane/lane.ts';
import type { Agent } from '../people/agent.ts';
import type { ActiveBlock, Reads, TodoGroup } from '../ports.ts';
import type { Instant } from '../time.ts';
import type { Todo } from '../todo/todo.ts';
import { fromShape, grantedScopes, rankOf } from '../todo/todo.ts';
import type { Fallback } from './turn.ts';

/** Why a group of free todos cannot be worked on by this agent now. */
export type Obstacle =
  | { readonly kind: 'gates'; readonly gates: readonly GateId[] }
  | { readonly kind: 'scope'; readonly scope: string }
  | { readonly kind: 'resource'; readonly resource: string }
  | { readonly kind: 'capability'; readonly capability: string };

export type Obstructed = { readonly todo: Todo; readonly obstacle: Obstacle };

/** The todo to work on, or everything that stood in the way. `obstructed` holds the best todo of each group that was passed over. */
export type Picked = { readonly todo: Todo | undefined; readonly obstructed: readonly Obstructed[]; readonly lanes: Lanes };

export type Lanes = ReadonlyMap<string, Lane>;

type Candidate = { readonly todo: Todo; readonly obstacle: Obstacle | undefined };

/** Picks by distinct group (lane and shape), not todo by todo: what gates, scopes, resources and capabilities say holds for a whole group. */
export async function pickWork(reads: Reads, goal: Goal, agent: Agent, lane: string | undefined, now: Instant): Promise<Picked> {
  const groups = (await reads.freeTodoGroups(goal.id, now)).filter((group) => lane === undefined || group.lane === lane);
  if (groups.length === 0) return { todo: undefined, obstructed: [], lanes: new Map() };
  const blocks = await reads.activeBlocks(goal.id, now);
  const anyResources = groups.some((group) => fromShape(group.shape).resources.length > 0);
  const held = new Set(anyResources ? (await reads.heldResources(now)).map((resource) => resource.resource) : []);
  const lanes = new Map((await reads.lanes(goal.id)).map((one) => [one.slug, one]));

  const candidates: Candidate[] = [];
  for (const group of groups) {
    const candidate = await judge(reads, goal, group, { obstacle: obstacleOf(group, blocks, held, agent), now });
    if (candidate !== undefined) candidates.push(candidate);
  }
  candidates.sort((a, b) => byTurn(a.todo, b.todo, lanes));
  const chosen = candidates.findIndex((candidate) => candidate.obstacle === undefined);
  const passed = chosen === -1 ? candidates : candidates.slice(0, chosen);
  return {
    todo: candidates[chosen]?.todo,
    obstructed: passed.flatMap(({ todo, obstacle }) => (obstacle === undefined ? [] : [{ todo, obstacle }])),
    lanes,
  };
}

async function judge(
  reads: Reads,
  goal: Goal,
  group: TodoGroup,
  { obstacle, now }: { obstacle: Obstacle | undefined; now: Instant },
): Promise<Candidate | undefined> {
  const guarded = fromShape(group.shape).scopes.filter((scope) => goal.guarded_scopes.includes(scope));
  if (obstacle === undefined && guarded.length > 0) {
    const named = await reads.namedFreeTodos(goal.id, group, now);
    const granted = named.find((todo) => guarded.every((scope) => grantedScopes(todo, now).has(scope)));
    if (granted !== undefined) return { todo: granted, obstacle: undefined };
  }
  const todo = await reads.todoByRank(goal.id, group.rank);
  if (todo === undefined) return undefined;
  const [scope] = guarded;
  return { todo, obstacle: obstacle ?? (scope === undefined ? undefined : { kind: 'scope', scope }) };
}

function obstacleOf(group: TodoGroup, blocks: readonly ActiveBlock[], held: ReadonlySet<string>, agent: Agent): Obstacle | undefined {
  const { scopes, resources, capabilities } = fromShape(group.shape);
  const blocking = blocks.filter(({ kind, target }) => (kind === 'lane' ? target === group.lane : scopes.includes(target)));
  if (blocking.length > 0) return { kind: 'gates', gates: [...new Set(blocking.map(({ gate }) => gate))] };
  const capability = capabilities.find((needed) => !agent.capabilities.includes(needed));
  if (capability !== undefined) return { kind: 'capability', capability };
  const resource = resources.find((needed) => held.has(needed));
  return resource === undefined ? undefined : { kind: 'resource', resource };
}

/** The order of candidates: priority, then the lane with the largest unserved weight, then age. */
export function byTurn(a: Todo, b: Todo, lanes: Lanes): number {
  if (a.priority !== b.priority) return a.priority < b.priority ? -1 : 1;
  return unserved(lanes.get(b.lane)) - unserved(lanes.get(a.lane)) || rankOf(a) - rankOf(b);
}

function unserved(lane: Lane | undefined): number {
  return lane === undefined ? 0 : lane.weight / (lane.served + 1);
}

/** What goes on beside a gate, and the comparison that shows it is independent. */
export function fallbackOf(chosen: Todo, passed: { readonly todo: Todo; readonly gate: Gate }): Fallback {
  return {
    gate: passed.gate.id,
    todo: passed.todo.id,
    scopes_disjoint: !chosen.scopes.some((scope) => passed.gate.blocks.scopes.includes(scope)),
    needs_disjoint: !chosen.needs.includes(passed.todo.id),
  };
}
