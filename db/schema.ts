import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** The ledger. `data` is the event without its type, as the text that was hashed. */
export const entry = sqliteTable(
  'entry',
  {
    position: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    stream: text().notNull(),
    seq: integer().notNull(),
    type: text().notNull(),
    at: text().notNull(),
    actor: text().notNull(),
    command: text().notNull(),
    data: text().notNull(),
    hash: text().notNull(),
    previous: text().notNull(),
  },
  (t) => [unique().on(t.stream, t.seq)],
);

export const head = sqliteTable('head', { stream: text().primaryKey(), seq: integer().notNull(), hash: text().notNull() });

/** What every fact row has: its name, the one stream that it belongs to, and the JSON text of the evolved state. */
const fact = () => ({ id: text().primaryKey(), stream: text().notNull(), state: text().notNull() });

export const goal = sqliteTable('goal', { ...fact(), slug: text().notNull().unique() });

export const lane = sqliteTable('lane', { ...fact(), goal: text().notNull(), seq: integer().notNull() }, (t) => [
  index('lane_of_goal').on(t.goal, t.seq),
]);

/** `free_at`, `rank` and `shape` are src/todo/todo.ts; `named` is 1 when a gate's go names it; `awaits` is the signal that has not come. */
export const todo = sqliteTable(
  'todo',
  {
    ...fact(),
    goal: text().notNull(),
    lane: text().notNull(),
    phase: text().notNull(),
    seq: integer().notNull(),
    rank: integer().notNull(),
    shape: text().notNull(),
    scopes: text().notNull(),
    free_at: text().notNull(),
    named: integer().notNull(),
    awaits: text(),
  },
  (t) => [
    index('todo_of_goal').on(t.goal, t.seq),
    index('todo_of_lane').on(t.goal, t.lane, t.seq),
    index('todo_in_phase').on(t.goal, t.phase, t.seq),
    index('todo_in_phase_of_lane').on(t.goal, t.lane, t.phase, t.seq),
    index('todo_by_rank').on(t.goal, t.phase, t.rank, t.free_at),
    index('todo_group').on(t.goal, t.phase, t.lane, t.shape, t.rank, t.free_at),
    index('todo_named').on(t.goal, t.phase, t.named, t.lane, t.shape, t.rank, t.free_at),
    index('todo_scopes').on(t.goal, t.phase, t.scopes),
    index('todo_free_at').on(t.goal, t.phase, t.free_at),
    index('todo_awaits').on(t.goal, t.awaits),
  ],
);

/** Index of the needs that are still open. */
export const todoNeed = sqliteTable('todo_need', { of: text().notNull(), stream: text().notNull(), need: text().notNull() }, (t) => [
  primaryKey({ columns: [t.need, t.of] }),
  index('todo_need_of').on(t.of),
]);

export const signal = sqliteTable('signal', fact());

export const note = sqliteTable('note', { ...fact(), goal: text().notNull(), seq: integer().notNull() }, (t) => [
  index('note_of_goal').on(t.goal, t.seq),
]);

export const turn = sqliteTable(
  'turn',
  { ...fact(), goal: text().notNull(), agent: text().notNull(), phase: text().notNull(), grace_until: text().notNull() },
  (t) => [index('turn_in_phase').on(t.goal, t.phase, t.agent), index('turn_grace').on(t.phase, t.grace_until, t.goal)],
);

export const evidence = sqliteTable(
  'evidence',
  { ...fact(), goal: text().notNull(), todo: text(), attached: integer().notNull(), seq: integer().notNull() },
  (t) => [index('evidence_of_goal').on(t.goal, t.attached, t.seq), index('evidence_of_todo').on(t.goal, t.todo, t.attached, t.seq)],
);

export const file = sqliteTable('file', fact());

/**
 * `settles_at`: until when the gate is in question (an open one: for good; an answered one: the end of its hold).
 * `open_due_at` and `overdue_at` stand only while it is open; `undelivered_to` while an answer waits for its asker.
 */
export const gate = sqliteTable(
  'gate',
  {
    ...fact(),
    goal: text().notNull(),
    code: text().notNull().unique(),
    number: integer().notNull().unique(),
    key: text().notNull(),
    phase: text().notNull(),
    settles_at: text(),
    open_due_at: text(),
    overdue_at: text(),
    undelivered_to: text(),
  },
  (t) => [
    uniqueIndex('gate_key').on(t.goal, t.key),
    index('gate_of_goal').on(t.goal, t.number),
    index('gate_in_phase').on(t.phase, t.number),
    index('gate_in_phase_of_goal').on(t.goal, t.phase, t.number),
    index('gate_settles').on(t.settles_at),
    index('gate_settles_of_goal').on(t.goal, t.phase, t.settles_at),
    index('gate_open_due').on(t.open_due_at, t.goal),
    index('gate_open_due_of_goal').on(t.goal, t.open_due_at),
    index('gate_overdue').on(t.overdue_at),
    index('gate_undelivered').on(t.goal, t.undelivered_to),
  ],
);

/** Index of what gates block. `ends_at` is when the go counts; null when the gate itself holds nothing any more. */
export const gateBlock = sqliteTable(
  'gate_block',
  {
    of: text().notNull(),
    stream: text().notNull(),
    goal: text().notNull(),
    kind: text({ enum: ['lane', 'todo', 'scope'] }).notNull(),
    target: text().notNull(),
    ends_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.of, t.kind, t.target] }),
    index('gate_block_active').on(t.goal, t.ends_at, t.kind, t.target, t.of),
    index('gate_block_target').on(t.goal, t.kind, t.target, t.of),
  ],
);

export const person = sqliteTable('person', { ...fact(), slug: text().notNull().unique() });

export const personRole = sqliteTable('person_role', { of: text().notNull(), stream: text().notNull(), role: text().notNull() }, (t) => [
  primaryKey({ columns: [t.role, t.of] }),
  index('person_role_of').on(t.of),
]);

export const agent = sqliteTable('agent', { ...fact(), slug: text().notNull().unique() });

/** Index of the goals that an agent is bound to, while it is not revoked. */
export const agentGoal = sqliteTable('agent_goal', { of: text().notNull(), stream: text().notNull(), goal: text().notNull() }, (t) => [
  primaryKey({ columns: [t.goal, t.of] }),
  index('agent_goal_of').on(t.of),
]);

export const token = sqliteTable(
  'token',
  { ...fact(), hash: text().notNull().unique(), holder: text().notNull(), phase: text().notNull(), person: text() },
  (t) => [index('token_of_person').on(t.person), index('token_of_holder').on(t.holder, t.phase)],
);

export const loginCode = sqliteTable('login_code', fact());

/** One account of a person on a platform; `person` is null once it was unlinked. */
export const identity = sqliteTable('identity', { ...fact(), person: text() }, (t) => [index('identity_of_person').on(t.person)]);

export const linkCode = sqliteTable('link_code', fact());

/** `place` is `platform:address`. */
export const route = sqliteTable(
  'route',
  { ...fact(), goal: text(), phase: text().notNull(), person: text(), place: text().notNull().default('') },
  (t) => [index('route_of_goal').on(t.goal, t.phase), index('route_of_person').on(t.person), index('route_of_place').on(t.place, t.phase)],
);

export const resource = sqliteTable('resource', { ...fact(), held_until: text() }, (t) => [index('resource_held').on(t.held_until)]);

/** `due_at` stands while it is active: when its next slot comes. */
export const schedule = sqliteTable(
  'schedule',
  { ...fact(), goal: text().notNull(), phase: text().notNull(), seq: integer().notNull(), due_at: text() },
  (t) => [index('schedule_of_goal').on(t.goal, t.phase), index('schedule_due').on(t.due_at)],
);

/** One row for each recipient, schedule and slot: its id. */
export const slot = sqliteTable('slot', { ...fact(), schedule: text().notNull(), slot: text().notNull() }, (t) => [
  index('slot_of_schedule').on(t.schedule, t.slot),
]);

/** `listed` is its moment and id: the order of the list. */
export const digest = sqliteTable(
  'digest',
  {
    ...fact(),
    goal: text().notNull(),
    schedule: text().notNull(),
    recipient: text().notNull(),
    seq: integer().notNull(),
    listed: text().notNull().unique(),
  },
  (t) => [
    index('digest_of_goal').on(t.goal, t.listed),
    index('digest_of_schedule').on(t.schedule, t.listed),
    index('digest_for').on(t.schedule, t.recipient, t.seq),
  ],
);

/** Index of what digests show. `seq` is how far the digest tells. */
export const digestShows = sqliteTable(
  'digest_shows',
  {
    of: text().notNull(),
    stream: text().notNull(),
    kind: text().notNull(),
    target: text().notNull(),
    schedule: text().notNull(),
    seq: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.target, t.schedule, t.seq, t.of] }),
    index('digest_shows_of').on(t.of),
    index('digest_shows_newest').on(t.kind, t.target, t.seq),
  ],
);

/** When an agent was last woken for work of a goal; `id` is `goal/agent`. */
export const waking = sqliteTable('waking', fact());

/** Operational: calls to the wake_url of agents. */
export const wake = sqliteTable(
  'wake',
  {
    id: text().primaryKey(),
    agent: text().notNull(),
    goal: text().notNull(),
    slot: text().notNull(),
    state: text({ enum: ['wanted', 'delivered', 'given-up'] }).notNull(),
    attempts: integer().notNull(),
    reason: text(),
    due_at: text().notNull(),
    at: text().notNull(),
  },
  (t) => [index('wake_due').on(t.state, t.due_at), index('wake_of_agent').on(t.agent, t.at), index('wake_at').on(t.at)],
);

/** Operational: the first reply under a command id. A reply that shows a credential is sealed. */
export const command = sqliteTable(
  'command',
  { id: text().primaryKey(), body_hash: text().notNull(), reply: text().notNull(), sealed: integer().notNull(), at: text().notNull() },
  (t) => [index('command_at').on(t.at)],
);

/** Operational: src/post/post.ts. `ready_at` is when the reconciler should look at it next, by time. */
export const post = sqliteTable(
  'post',
  {
    id: text().primaryKey(),
    gate: text(),
    subject: text().notNull(),
    route: text().notNull(),
    wanted: integer().notNull(),
    put: integer().notNull(),
    state: text({ enum: ['wanted', 'sending', 'sent', 'unknown', 'failed'] }).notNull(),
    message: text(),
    revision: integer().notNull().default(0),
    since: text(),
    doubts: integer().notNull().default(0),
    faults: integer().notNull().default(0),
    reason: text(),
    attempts: integer().notNull(),
    due_at: text().notNull(),
    refresh_at: text(),
    version: integer().notNull(),
    ready_at: text(),
  },
  (t) => [
    index('post_ready').on(t.ready_at),
    index('post_of_gate').on(t.gate),
    index('post_of_message').on(t.message),
    index('post_of_route').on(t.route),
  ],
);

/** Operational: when the service last lived. */
export const alive = sqliteTable('alive', { id: integer().primaryKey(), at: text().notNull() }, (t) => [
  check('alive_one', sql`${t.id} = 1`),
]);

/** Operational: what came from a platform, as it came, under the platform's own id of the event. */
export const press = sqliteTable(
  'press',
  { id: text().primaryKey(), platform: text().notNull(), raw: text().notNull(), at: text().notNull(), done_at: text() },
  (t) => [index('press_unfinished').on(t.platform, t.done_at, t.at), index('press_at').on(t.at)],
);

/** Operational: what the installation keeps for itself, such as the secret that signs buttons. */
export const setting = sqliteTable('setting', { name: text().primaryKey(), value: text().notNull() });

/** Operational: the routes on which nothing can be put until somebody does what `fix` says. */
export const routeTrouble = sqliteTable(
  'route_trouble',
  { route: text().primaryKey(), reason: text().notNull(), fix: text().notNull(), since: text().notNull() },
  (t) => [index('route_trouble_since').on(t.since)],
);

/** Operational: the newest time in which what was pressed on a platform was lost. */
export const absence = sqliteTable('absence', { platform: text().primaryKey(), since: text().notNull(), until: text().notNull() });

/** Operational: messages that ask one account for a text; `id` is `platform:message`. A reply submits what `token` opened. */
export const prompt = sqliteTable(
  'prompt',
  { id: text().primaryKey(), account: text().notNull(), token: text().notNull(), expires_at: text().notNull() },
  (t) => [index('prompt_expires').on(t.expires_at)],
);
