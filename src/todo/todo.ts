import { z } from 'zod';
import type { Gate } from '../gate/gate.ts';
import { goAt, stillBlocks } from '../gate/gate.ts';
import { idOf } from '../ids.ts';
import type { GoalId, TodoId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import type { SignalEvent } from './signal.ts';
import type { TurnEvent } from '../turn/turn.ts';
import type { Instant } from '../time.ts';
import { instantText, latest, never, plusMs } from '../time.ts';

export const priorities = ['P0', 'P1', 'P2', 'P3'] as const;

/** What must be shown before a todo counts as completed. */
export const acceptance = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('command'), argv: z.array(z.string()).optional() }),
  z.object({ kind: z.literal('evidence'), evidence: z.string() }),
]);

export type Acceptance = z.infer<typeof acceptance>;

/** An outside condition: a time, a signal, or both. `signal_came` is set once the signal was received. */
export const wait = z.object({
  until: instantText.nullable(),
  signal: z.string().nullable(),
  signal_came: z.boolean(),
});

export type Wait = z.infer<typeof wait>;

/** How one gate that names this todo stands: `go_at` is when its go counts, or null. `todo_revision` is what the gate was asked about. */
const naming = z.object({
  gate: idOf('gate'),
  go_at: instantText.nullable(),
  scopes: z.array(z.string()),
  todo_revision: z.number().int(),
});

const described = {
  id: idOf('todo'),
  goal: idOf('goal'),
  lane: z.string(),
  title: z.string(),
  detail: z.string(),
  priority: z.enum(priorities),
  class: z.enum(['work']),
  needs: z.array(idOf('todo')),
  needs_open: z.array(idOf('todo')),
  capabilities: z.array(z.string()),
  scopes: z.array(z.string()),
  resources: z.array(z.string()),
  acceptance: z.array(acceptance),
  wait: wait.nullable(),
  revision: z.number().int(),
  commits: z.number().int(),
  named_by: z.array(naming),
  /** The open turn that holds it, and until when (its grace included). */
  lease: z.object({ turn: idOf('turn'), agent: idOf('agent'), until: instantText }).nullable(),
  created_at: instantText,
  seq: z.number().int(),
};

/** One bounded piece of work in a lane. `revision` rises with title, detail, scopes and acceptance. */
export const todo = z.discriminatedUnion('state', [
  z.object({ ...described, state: z.literal('open') }),
  z.object({
    ...described,
    state: z.literal('completed'),
    completed_at: instantText,
    completed_in: idOf('turn'),
    evidence: z.array(z.string()),
  }),
  z.object({ ...described, state: z.literal('dropped'), dropped_at: instantText, why: z.string() }),
]);

export type Todo = z.infer<typeof todo>;

type Changeable = Pick<Todo, 'title' | 'detail' | 'priority' | 'needs' | 'capabilities' | 'scopes' | 'resources' | 'acceptance' | 'wait'>;

export type TodoEvent =
  | ({
      readonly type: 'todo-added';
      readonly goal: GoalId;
      readonly todo: TodoId;
      readonly lane: string;
      readonly class: 'work';
      readonly needs_open: TodoId[];
    } & Changeable)
  | {
      readonly type: 'todo-changed';
      readonly goal: GoalId;
      readonly todo: TodoId;
      readonly changes: Partial<Changeable>;
      readonly needs_open?: TodoId[];
      readonly raised: boolean;
    }
  | { readonly type: 'todo-dropped'; readonly goal: GoalId; readonly todo: TodoId; readonly why: string };

/** Events of other rooms that move a todo. `gate` is the gate as it stands after its own event. */
export type TodoTouch =
  | { readonly kind: 'own'; readonly event: TodoEvent }
  | { readonly kind: 'turn'; readonly event: TurnEvent }
  | { readonly kind: 'signal'; readonly event: SignalEvent }
  | { readonly kind: 'gate'; readonly gate: Gate }
  | { readonly kind: 'need-done'; readonly need: TodoId };

export function evolveTodo(before: Todo | undefined, touch: TodoTouch, place: Place): Todo {
  if (touch.kind === 'own') return own(before, touch.event, place);
  if (before === undefined) throw new Error(`${touch.kind} came before its todo was added`);
  switch (touch.kind) {
    case 'turn':
      return turned(before, touch.event, place);
    case 'signal':
      return before.wait?.signal === touch.event.key ? { ...before, wait: { ...before.wait, signal_came: true } } : before;
    case 'gate':
      return { ...before, named_by: namedBy(before, touch.gate) };
    case 'need-done':
      return { ...before, needs_open: before.needs_open.filter((need) => need !== touch.need) };
  }
}

/** From when nothing of the todo's own keeps it from being worked on: needs, wait, gates that name it, its lease. */
export function freeAt(of: Todo): Instant {
  if (of.state !== 'open' || of.needs_open.length > 0) return never;
  if (of.wait?.signal && !of.wait.signal_came) return never;
  const gates = of.named_by.map((naming) => naming.go_at ?? never);
  return latest(of.created_at, of.wait?.until ?? of.created_at, of.lease?.until ?? of.created_at, ...gates);
}

/** Order of candidates inside a lane: priority, then age. Unique in a goal, because `seq` is. */
export function rankOf(of: Pick<Todo, 'priority' | 'seq'>): number {
  return priorities.indexOf(of.priority) * 1e12 + of.seq;
}

/** The scopes for which a person's go names this todo as it stands now. */
export function grantedScopes(of: Todo, now: Instant): ReadonlySet<string> {
  const counting = of.named_by.filter((n) => n.go_at !== null && n.go_at <= now && n.todo_revision === of.revision);
  return new Set(counting.flatMap((n) => n.scopes));
}

/** What todos must have in common to be judged together: `shape` is stored, so that work is picked by distinct shape. */
export function shapeOf(of: Pick<Todo, 'scopes' | 'resources' | 'capabilities'>): string {
  return JSON.stringify([of.scopes, of.resources, of.capabilities]);
}

export function fromShape(shape: string): Pick<Todo, 'scopes' | 'resources' | 'capabilities'> {
  const [scopes, resources, capabilities] = JSON.parse(shape) as [string[], string[], string[]]; // written by shapeOf
  return { scopes, resources, capabilities };
}

function own(before: Todo | undefined, event: TodoEvent, place: Place): Todo {
  if (event.type === 'todo-added') {
    const { type: _, todo: id, ...rest } = event;
    return { id, ...rest, state: 'open', revision: 1, commits: 0, named_by: [], lease: null, created_at: place.at, seq: place.seq };
  }
  if (before?.state !== 'open') throw new Error(`${event.type} came to a todo that is not open`);
  switch (event.type) {
    case 'todo-changed':
      return {
        ...before,
        ...event.changes,
        needs_open: event.needs_open ?? before.needs_open,
        revision: before.revision + (event.raised ? 1 : 0),
      };
    case 'todo-dropped':
      return { ...before, state: 'dropped', dropped_at: place.at, why: event.why };
  }
}

function turned(before: Todo, event: TurnEvent, place: Place): Todo {
  switch (event.type) {
    case 'turn-started':
      return { ...before, lease: { turn: event.turn, agent: event.agent, until: event.lease.grace_until } };
    case 'turn-resumed':
    case 'turn-renewed':
      return before.lease === null ? before : { ...before, lease: { ...before.lease, until: event.lease.grace_until } };
    case 'turn-committed':
      return committed(before, event, place);
    case 'turn-aborted':
    case 'lease-lapsed':
      return { ...before, lease: null };
    case 'deadlines-moved':
      return before.lease === null ? before : { ...before, lease: { ...before.lease, until: plusMs(before.lease.until, event.by_ms) } };
  }
}

function committed(before: Todo, event: Extract<TurnEvent, { type: 'turn-committed' }>, place: Place): Todo {
  const released = { ...before, lease: null, commits: before.commits + 1 };
  if (released.state !== 'open' || event.outcome !== 'completed') return released;
  return { ...released, state: 'completed', completed_at: place.at, completed_in: event.turn, evidence: [...event.evidence] };
}

function namedBy(before: Todo, gate: Gate): Todo['named_by'] {
  const others = before.named_by.filter((naming) => naming.gate !== gate.id);
  const named = gate.blocks.todos.find((blocked) => blocked.id === before.id);
  if (named === undefined || !stillBlocks(gate)) return others;
  return [...others, { gate: gate.id, go_at: goAt(gate), scopes: gate.blocks.scopes, todo_revision: named.revision }];
}
