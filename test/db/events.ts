import type { AgentId, GateId, GoalId, PersonId, TodoId, TurnId } from '../../src/ids.ts';
import type { Event } from '../../src/ledger/event.ts';
import type { Instant } from '../../src/time.ts';
import { minute, plusMs } from '../../src/time.ts';

/** Events of one goal, with what a test says of them and the rest left plain. */
export const goal = 'goal_1' as GoalId;
export const other = 'goal_2' as GoalId;
export const start = '2026-12-01T09:00:00.000Z' as Instant;
export const after = (minutes: number) => plusMs(start, minutes * minute);

export const aGoal = (id: GoalId, slug: string): Event => ({
  type: 'goal-created',
  goal: id,
  slug,
  title: slug,
  vision: slug,
  invariants: [],
  acceptance: [],
  owners: [],
  time_zone: 'UTC',
  guarded_scopes: [],
  irreversible_scopes: [],
  state: 'active',
});

export const todoId = (name: string) => `todo_${name}` as TodoId;

export const aTodo = (name: string, over: Partial<Extract<Event, { type: 'todo-added' }>> = {}): Event => ({
  type: 'todo-added',
  goal,
  todo: todoId(name),
  lane: 'a',
  class: 'work',
  title: name,
  detail: '',
  priority: 'P2',
  needs: [],
  needs_open: [],
  capabilities: [],
  scopes: [],
  resources: [],
  acceptance: [],
  wait: null,
  ...over,
});

export const gateId = (number: number) => `gate_${number}` as GateId;
export const asker = 'agent_1' as AgentId;

export const aGate = (number: number, over: Partial<Extract<Event, { type: 'gate-asked' }>> = {}): Event => ({
  type: 'gate-asked',
  goal,
  gate: gateId(number),
  code: `g${number}`,
  number,
  key: `key-${number}`,
  content_hash: 'hash',
  question: 'Is it so?',
  context: null,
  expects: { kind: 'text', max: 100, lets: 'go' },
  blocks: { lanes: [], todos: [], scopes: [] },
  risk: 'reversible',
  answerers: null,
  no_self_answer: false,
  evidence: [],
  asker,
  asked_in: null,
  due_at: null,
  ...over,
});

export const anAnswer = (number: number, lets: 'go' | 'stop', deliverAt: Instant): Event => ({
  type: 'gate-answered',
  goal,
  gate: gateId(number),
  lets,
  by: { person: 'person_1' as PersonId, name: 'Ada' },
  allowed_by: { kind: 'owner' },
  deliver_at: deliverAt,
  where: { surface: 'http' },
  revision: 1,
});

export const aTurn = (name: string, agent: AgentId, graceUntil: Instant): Event => ({
  type: 'turn-started',
  turn: `turn_${name}` as TurnId,
  goal,
  agent,
  kind: 'replan',
  todo: null,
  lane: null,
  resources: [],
  fence: 1,
  ttl_ms: minute,
  lease: { heartbeat_by: start, expires_at: start, grace_until: graceUntil },
  freed_by: [],
  fallback_of: null,
  seen_seq: 0,
});
