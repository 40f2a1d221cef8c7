import type { Digest } from '../digest/digest.ts';
import { evolveDigest } from '../digest/digest.ts';
import type { Evidence, File } from '../evidence/evidence.ts';
import { evolveEvidence, evolveFile } from '../evidence/evidence.ts';
import type { Gate } from '../gate/gate.ts';
import { evolveGate } from '../gate/gate.ts';
import type { Goal } from '../goal/goal.ts';
import { evolveGoal } from '../goal/goal.ts';
import type { Note } from '../goal/note.ts';
import { evolveNote } from '../goal/note.ts';
import type { GateId, GoalId, TodoId } from '../ids.ts';
import type { Lane } from '../lane/lane.ts';
import { evolveLane } from '../lane/lane.ts';
import type { Resource } from '../lease/resource.ts';
import { evolveResource } from '../lease/resource.ts';
import type { Agent } from '../people/agent.ts';
import { evolveAgent } from '../people/agent.ts';
import type { LoginCode, Token } from '../people/credential.ts';
import { evolveLoginCode, evolveToken } from '../people/credential.ts';
import type { Identity, LinkCode } from '../people/identity.ts';
import { evolveIdentity, evolveLinkCode, identityId } from '../people/identity.ts';
import type { Person } from '../people/person.ts';
import { evolvePerson } from '../people/person.ts';
import type { Route } from '../post/route.ts';
import { evolveRoute } from '../post/route.ts';
import type { Schedule, Slot } from '../schedule/schedule.ts';
import { evolveSchedule, evolveSlot, slotId } from '../schedule/schedule.ts';
import type { Waking } from '../schedule/wake.ts';
import { evolveWaking } from '../schedule/wake.ts';
import type { Signal } from '../todo/signal.ts';
import { evolveSignal } from '../todo/signal.ts';
import type { Todo, TodoTouch } from '../todo/todo.ts';
import { evolveTodo } from '../todo/todo.ts';
import type { Turn } from '../turn/turn.ts';
import { evolveTurn } from '../turn/turn.ts';
import type { Event, Place } from './event.ts';

/** The fact rows, by the kind of thing. Replaying the entries through `fold` rebuilds every one. */
export type Facts = {
  goal: Goal;
  lane: Lane;
  todo: Todo;
  signal: Signal;
  note: Note;
  turn: Turn;
  evidence: Evidence;
  file: File;
  gate: Gate;
  person: Person;
  agent: Agent;
  token: Token;
  login_code: LoginCode;
  identity: Identity;
  link_code: LinkCode;
  route: Route;
  resource: Resource;
  schedule: Schedule;
  slot: Slot;
  digest: Digest;
  waking: Waking;
};

export type FactKind = keyof Facts;

/** The fact rows as the fold sees them: it reads the row before, writes the row after, and finds the todos that an event frees. */
export type FactStore = {
  load<Kind extends FactKind>(kind: Kind, id: string): Facts[Kind] | undefined;
  save<Kind extends FactKind>(kind: Kind, id: string, state: Facts[Kind]): void;
  /** Todos of the goal that still need this one. */
  todosNeeding(goal: GoalId, need: TodoId): readonly TodoId[];
  /** Open todos of the goal that wait for this signal and have not got it. */
  todosAwaiting(goal: GoalId, key: string): readonly TodoId[];
};

/** A lane, a signal and an evidence record are unique in their goal. */
export function inGoal(goal: GoalId, name: string): string {
  return `${goal}/${name}`;
}

/** Applies one entry to the fact rows it moves. Total and deterministic: the same entries give the same rows. */
export function fold(store: FactStore, event: Event, place: Place): void {
  switch (event.type) {
    case 'goal-created':
    case 'goal-changed':
      return move(store, 'goal', event.goal, (goal) => evolveGoal(goal, event, place));
    case 'lane-added':
      return move(store, 'lane', inGoal(event.goal, event.slug), (lane) => evolveLane(lane, event, place));
    case 'lane-changed':
      return move(store, 'lane', inGoal(event.goal, event.lane), (lane) => evolveLane(lane, event, place));
    case 'todo-added':
    case 'todo-changed':
    case 'todo-dropped':
      moveTodo(store, event.todo, { kind: 'own', event }, place);
      if (event.type === 'todo-added') moveGoal(store, event.goal, event, place);
      return;
    case 'signal-received':
      move(store, 'signal', inGoal(event.goal, event.key), (signal) => evolveSignal(signal, event, place));
      for (const todo of store.todosAwaiting(event.goal, event.key)) moveTodo(store, todo, { kind: 'signal', event }, place);
      return moveGoal(store, event.goal, event, place);
    case 'note-left':
      move(store, 'note', event.note, (note) => evolveNote(note, event, place));
      return moveGoal(store, event.goal, event, place);
    case 'turn-started':
    case 'turn-resumed':
    case 'turn-renewed':
    case 'turn-committed':
    case 'turn-aborted':
    case 'lease-lapsed':
    case 'deadlines-moved':
      return foldTurn(store, event, place);
    case 'evidence-added':
      return move(store, 'evidence', inGoal(event.goal, event.evidence), (kept) => evolveEvidence(kept, event, place));
    case 'file-kept':
      return move(store, 'file', event.sha256, (kept) => evolveFile(kept, event, place));
    case 'gate-asked':
    case 'gate-revised':
    case 'gate-withdrawn':
    case 'gate-superseded':
    case 'gate-answered':
    case 'answer-revoked':
    case 'answer-delivered':
    case 'answer-used':
    case 'gate-overdue':
      return foldGate(store, event, place);
    case 'person-added':
    case 'person-changed':
    case 'role-granted':
    case 'role-taken':
      return move(store, 'person', event.person, (person) => evolvePerson(person, event, place));
    case 'agent-added':
    case 'agent-changed':
      return move(store, 'agent', event.agent, (agent) => evolveAgent(agent, event, place));
    case 'token-issued':
    case 'token-revoked':
      return move(store, 'token', event.token, (token) => evolveToken(token, event, place));
    case 'login-code-issued':
    case 'login-code-spent':
      return move(store, 'login_code', event.hash, (code) => evolveLoginCode(code, event, place));
    case 'identity-linked':
    case 'identity-unlinked':
      return move(store, 'identity', identityId(event), (before) => evolveIdentity(before, event, place));
    case 'link-code-issued':
    case 'link-code-spent':
      return move(store, 'link_code', event.hash, (code) => evolveLinkCode(code, event, place));
    case 'route-added':
    case 'route-changed':
    case 'terminal-opened':
    case 'terminal-closed':
      return move(store, 'route', event.route, (route) => evolveRoute(route, event, place));
    case 'resource-held':
    case 'resource-freed':
      return move(store, 'resource', event.resource, (resource) => evolveResource(resource, event, place));
    case 'schedule-added':
    case 'schedule-changed':
      return move(store, 'schedule', event.schedule, (schedule) => evolveSchedule(schedule, event, place));
    case 'slot-fired':
      move(store, 'slot', slotId(event), (slot) => evolveSlot(slot, event, place));
      return move(store, 'schedule', event.schedule, (schedule) => evolveSchedule(schedule, event, place));
    case 'digest-written':
      move(store, 'digest', event.digest, (digest) => evolveDigest(digest, event, place));
      if (event.includes !== null) move(store, 'digest', event.includes, (digest) => evolveDigest(digest, event, place));
      return;
    case 'agents-woken':
      for (const { agent } of event.agents) move(store, 'waking', inGoal(event.goal, agent), () => evolveWaking(event, agent, place));
      return;
  }
}

type GateMoving = Extract<Event, { type: `gate-${string}` | `answer-${string}` }>;

function foldGate(store: FactStore, event: GateMoving, place: Place): void {
  moveGate(store, event.gate, event, place);
  if (event.type === 'answer-delivered') moveGoal(store, event.goal, event, place);
}

function moveGate(store: FactStore, id: GateId, event: Parameters<typeof evolveGate>[1], place: Place): void {
  const before = store.load('gate', id);
  const gate = evolveGate(before, event, place);
  store.save('gate', id, gate);
  for (const named of gate.blocks.todos) moveTodo(store, named.id, { kind: 'gate', gate }, place);
}

type TurnMoving = Extract<Event, { type: `turn-${string}` | 'lease-lapsed' | 'deadlines-moved' }>;

function foldTurn(store: FactStore, event: TurnMoving, place: Place): void {
  if (event.type === 'deadlines-moved') {
    for (const { turn, todo } of event.turns) {
      move(store, 'turn', turn, (before) => evolveTurn(before, event, place));
      if (todo !== null) moveTodo(store, todo, { kind: 'turn', event }, place);
    }
    for (const gate of event.gates) moveGate(store, gate, event, place);
    return;
  }
  move(store, 'turn', event.turn, (before) => evolveTurn(before, event, place));
  if (event.todo !== null) moveTodo(store, event.todo, { kind: 'turn', event }, place);
  if (event.type === 'turn-started' && event.lane !== null) {
    move(store, 'lane', inGoal(event.goal, event.lane), (lane) => evolveLane(lane, event, place));
  }
  if (event.type === 'turn-started' || event.type === 'turn-resumed') moveGoal(store, event.goal, event, place);
  if (event.type === 'turn-committed') {
    moveGoal(store, event.goal, event, place);
    if (event.lane !== null) move(store, 'lane', inGoal(event.goal, event.lane), (lane) => evolveLane(lane, event, place));
    if (event.outcome === 'completed' && event.todo !== null) freeNeeding(store, event.goal, event.todo, place);
  }
}

function freeNeeding(store: FactStore, goal: GoalId, need: TodoId, place: Place): void {
  for (const todo of store.todosNeeding(goal, need)) moveTodo(store, todo, { kind: 'need-done', need }, place);
}

function moveTodo(store: FactStore, id: TodoId, touch: TodoTouch, place: Place): void {
  move(store, 'todo', id, (todo) => evolveTodo(todo, touch, place));
}

function moveGoal(store: FactStore, id: GoalId, event: Parameters<typeof evolveGoal>[1], place: Place): void {
  move(store, 'goal', id, (goal) => evolveGoal(goal, event, place));
}

function move<Kind extends FactKind>(
  store: FactStore,
  kind: Kind,
  id: string,
  evolve: (before: Facts[Kind] | undefined) => Facts[Kind],
): void {
  store.save(kind, id, evolve(store.load(kind, id)));
}
