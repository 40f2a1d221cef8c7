import type { Value } from '../bind.ts';
import { referencesOf } from '../../src/digest/digest.ts';
import { goAt, isAccountedFor, stillBlocks } from '../../src/gate/gate.ts';
import type { Gate } from '../../src/gate/gate.ts';
import type { Facts, FactKind } from '../../src/ledger/fold.ts';
import { never } from '../../src/time.ts';
import type { Todo } from '../../src/todo/todo.ts';
import { freeAt, rankOf, shapeOf } from '../../src/todo/todo.ts';
import type * as schema from '../schema.ts';

type Tables = {
  [Kind in FactKind]: Kind extends 'login_code'
    ? typeof schema.loginCode
    : Kind extends 'link_code'
      ? typeof schema.linkCode
      : Kind extends keyof typeof schema
        ? (typeof schema)[Kind]
        : never;
};

type Columns<Kind extends FactKind> = Omit<Required<Tables[Kind]['$inferInsert']>, 'id' | 'stream' | 'state'>;

/** The columns of each fact row beside its state: what the queries look for, derived from the state and nothing else. */
export const columnsOf: { readonly [Kind in FactKind]: (state: Facts[Kind]) => Columns<Kind> } = {
  goal: ({ slug }) => ({ slug }),
  lane: ({ goal, seq }) => ({ goal, seq }),
  todo: todoColumns,
  signal: () => ({}),
  note: ({ goal, seq }) => ({ goal, seq }),
  turn: ({ goal, agent, state, lease }) => ({ goal, agent, phase: state, grace_until: lease.grace_until }),
  evidence: ({ goal, todo, attached, seq }) => ({ goal, todo, attached: attached ? 1 : 0, seq }),
  file: () => ({}),
  gate: gateColumns,
  person: ({ slug }) => ({ slug }),
  agent: ({ slug }) => ({ slug }),
  token: ({ hash, bearer, state }) => ({
    hash,
    holder: bearer.kind,
    phase: state,
    person: bearer.kind === 'person' ? bearer.person : null,
  }),
  login_code: () => ({}),
  identity: ({ person }) => ({ person }),
  link_code: () => ({}),
  route: ({ goal, state, person, platform, address }) => ({ goal, phase: state, person, place: `${platform}:${address}` }),
  resource: ({ hold }) => ({ held_until: hold?.until ?? null }),
  schedule: ({ goal, state, seq, next_at }) => ({ goal, phase: state, seq, due_at: state === 'active' ? next_at : null }),
  slot: ({ schedule, slot }) => ({ schedule, slot }),
  digest: ({ id, goal, schedule, recipient, seq, at }) => ({ goal, schedule, recipient, seq, listed: `${at} ${id}` }),
  waking: () => ({}),
};

function todoColumns(todo: Todo): Columns<'todo'> {
  return {
    goal: todo.goal,
    lane: todo.lane,
    phase: todo.state,
    seq: todo.seq,
    rank: rankOf(todo),
    shape: shapeOf(todo),
    scopes: JSON.stringify(todo.scopes),
    free_at: freeAt(todo),
    named: todo.named_by.some((naming) => naming.go_at !== null) ? 1 : 0,
    awaits: todo.state === 'open' && todo.wait !== null && !todo.wait.signal_came ? todo.wait.signal : null,
  };
}

function gateColumns(gate: Gate): Columns<'gate'> {
  const open = gate.state === 'open';
  const undelivered = gate.state === 'answered' && gate.answer.delivered_at === undefined;
  return {
    goal: gate.goal,
    code: gate.code,
    number: gate.number,
    key: gate.key,
    phase: gate.state,
    settles_at: open ? never : gate.state === 'answered' ? gate.answer.deliver_at : null,
    open_due_at: open ? gate.due_at : null,
    overdue_at: open && !gate.overdue ? gate.due_at : null,
    undelivered_to: undelivered ? gate.asker : null,
  };
}

/** Rows of the index tables that one fact row owns: one per need, block, role, goal or thing shown. */
export type IndexRow = Readonly<Record<string, Value>>;

export const indexRowsOf: { readonly [Kind in FactKind]?: (state: Facts[Kind]) => readonly IndexRow[] } = {
  todo: ({ needs_open }) => needs_open.map((need) => ({ need })),
  gate: blocksOf,
  digest: (digest) => referencesOf(digest).map(({ kind, id }) => ({ kind, target: id, schedule: digest.schedule, seq: digest.to_seq })),
  person: ({ roles }) => [...new Set(roles.map(({ role }) => role))].map((role) => ({ role })),
  agent: ({ goals, state }) => (state === 'revoked' ? [] : [...new Set(goals)].map((goal) => ({ goal }))),
};

function blocksOf(gate: Gate): readonly IndexRow[] {
  if (gate.state === 'answered' && goAt(gate) !== null && isAccountedFor(gate)) return []; // over, so the index does not grow with history
  const { lanes, todos, scopes } = gate.blocks;
  const ends_at = stillBlocks(gate) ? (goAt(gate) ?? never) : null;
  const on = (kind: string) => (target: string) => ({ goal: gate.goal, kind, target, ends_at });
  return [...new Set(lanes)]
    .map(on('lane'))
    .concat([...new Set(todos.map(({ id }) => id))].map(on('todo')), [...new Set(scopes)].map(on('scope')));
}
