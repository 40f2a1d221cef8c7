import type { Event } from '../../src/ledger/event.ts';

type Of<Type extends Event['type']> = Extract<Event, { type: Type }>;

export type FollowedGoal = { state: string; guarded: readonly string[]; fence: number };

export type FollowedAgent = { state: string; readonly capabilities: readonly string[] };

export type FollowedTodo = {
  readonly goal: string;
  readonly lane: string;
  /** What a go is bound to, as one text. */
  described: Readonly<Record<string, unknown>>;
  revision: number;
  scopes: readonly string[];
  needs: readonly string[];
  capabilities: readonly string[];
  resources: readonly string[];
  until: string | null;
  signal: string | null;
  state: 'open' | 'completed' | 'dropped';
};

type Blocked = { readonly lanes: readonly string[]; readonly todos: ReadonlyMap<string, number>; readonly scopes: readonly string[] };

export type FollowedGate = Blocked & {
  readonly goal: string;
  revision: number;
  state: 'open' | 'answered' | 'withdrawn' | 'superseded';
  irreversible: boolean;
  go: boolean;
  deliverAt: string;
  delivered: boolean;
  by: string;
  covered: boolean;
};

export type FollowedTurn = {
  readonly goal: string;
  readonly agent: string;
  readonly todo: string | null;
  readonly resources: readonly string[];
  until: string;
  open: boolean;
};

const described = ({ title, detail, scopes, acceptance }: Of<'todo-added'>) => ({ title, detail, scopes, acceptance });

/** What the oracle keeps of each thing, made from the entries alone. */
export const followed = {
  todo: (event: Of<'todo-added'>): FollowedTodo => ({
    goal: event.goal,
    lane: event.lane,
    described: described(event),
    revision: 1,
    scopes: event.scopes,
    needs: event.needs,
    capabilities: event.capabilities,
    resources: event.resources,
    until: event.wait?.until ?? null,
    signal: event.wait?.signal ?? null,
    state: 'open',
  }),

  change: (todo: FollowedTodo, changes: Of<'todo-changed'>['changes']): void => {
    const fields = Object.entries(changes).filter(([field]) => field in todo.described);
    const after = { ...todo.described, ...Object.fromEntries(fields) };
    if (JSON.stringify(after) !== JSON.stringify(todo.described)) todo.revision += 1;
    todo.described = after;
    todo.scopes = changes.scopes ?? todo.scopes;
    todo.needs = changes.needs ?? todo.needs;
    todo.capabilities = changes.capabilities ?? todo.capabilities;
    todo.resources = changes.resources ?? todo.resources;
    if (changes.wait !== undefined) Object.assign(todo, { until: changes.wait?.until ?? null, signal: changes.wait?.signal ?? null });
  },

  blocks: ({ lanes, todos, scopes }: Of<'gate-asked'>['blocks']): Blocked => ({
    lanes,
    scopes,
    todos: new Map(todos.map(({ id, revision }) => [id, revision])),
  }),

  gate: (event: Of<'gate-asked'>): FollowedGate => ({
    ...followed.blocks(event.blocks),
    goal: event.goal,
    revision: 1,
    state: 'open',
    irreversible: event.risk === 'irreversible',
    go: false,
    deliverAt: '',
    delivered: false,
    by: '',
    covered: false,
  }),

  covers: (wider: Blocked, narrower: Blocked): boolean =>
    narrower.lanes.every((lane) => wider.lanes.includes(lane)) &&
    narrower.scopes.every((scope) => wider.scopes.includes(scope)) &&
    [...narrower.todos.keys()].every((todo) => wider.todos.has(todo)),

  turn: (event: Of<'turn-started'>): FollowedTurn => ({
    goal: event.goal,
    agent: event.agent,
    todo: event.todo,
    resources: event.resources,
    until: event.lease.grace_until,
    open: true,
  }),
};
