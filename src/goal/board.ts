import { z } from 'zod';
import { gateView, viewGates } from '../gate/gate-view.ts';
import type { Gate } from '../gate/gate.ts';
import { goalStream, idOf, ref } from '../ids.ts';
import { lane } from '../lane/lane.ts';
import { limits } from '../limits.ts';
import type { Listed, Page, Reads } from '../ports.ts';
import { routeView, viewRoutes } from '../post/route-views.ts';
import type { Instant } from '../time.ts';
import { instantText } from '../time.ts';
import type { Todo } from '../todo/todo.ts';
import { todo } from '../todo/todo.ts';
import { viewTodo } from '../todo/todo-view.ts';
import { leaseTimes } from '../turn/turn.ts';
import type { OpenTurn } from '../turn/turn.ts';
import { defineView } from '../verb.ts';
import { findGoal } from './find-goal.ts';
import { goalView, viewGoals } from './goal-view.ts';

const boardLease = leaseTimes.extend({
  turn: idOf('turn'),
  agent: z.string(),
  todo: idOf('todo').nullable(),
  resources: z.array(z.string()),
  fence: z.number().int(),
  state: z.enum(['live', 'quiet', 'grace', 'lapsed']),
});

const boardWait = z.object({ todo: idOf('todo'), title: z.string(), until: instantText.nullable(), signal: z.string().nullable() });

/** The whole of what is open in a goal, never a part of it: the limits of a goal bound it. */
export const board = defineView({
  name: 'board',
  summary: 'Show what is open in a goal: lanes and what blocks them, todos, gates, leases, waits.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject({ goal: ref }),
  output: z.object({
    goal: goalView,
    as_of: z.object({ seq: z.number().int(), hash: z.string(), now: instantText }),
    lanes: z.array(lane.extend({ blocked_by: z.array(z.string()), open_todos: z.number().int() })),
    todos: z.array(todo),
    gates: z.array(gateView).readonly(),
    leases: z.array(boardLease),
    waits: z.array(boardWait),
    routes: z.array(routeView),
  }),
  run: async (look, input) => {
    const { reads, now } = look;
    const found = await findGoal(look, input.goal);
    const head = await reads.head(goalStream(found.id));
    const todos = await everyPage((page) => reads.todos(found.id, { state: 'open', lane: undefined }, page));
    const blocks = await reads.activeBlocks(found.id, now);
    const gates = await gatesOf(
      reads,
      found.id,
      now,
      blocks.map((block) => block.gate),
    );
    const codes = new Map(gates.map((gate) => [gate.id, gate.code]));
    const lanes = await reads.lanes(found.id);
    const turns = await reads.openTurns(found.id);
    const [shown] = await viewGoals(reads, [found]);
    return {
      goal: shown ?? found,
      as_of: { seq: head.seq, hash: head.hash, now },
      lanes: lanes.map((one) => ({
        ...one,
        blocked_by: blocks
          .filter((block) => block.kind === 'lane' && block.target === one.slug)
          .map((block) => codes.get(block.gate) ?? block.gate),
        open_todos: todos.filter((open) => open.lane === one.slug).length,
      })),
      todos: todos.map((one) => viewTodo(one, look)),
      gates: await viewGates(look, gates),
      leases: turns.map((turn) => leaseOf(turn, now)),
      waits: todos.flatMap((open) => waitOf(open, now)),
      routes: await viewRoutes(reads, await everyPage((page) => reads.routes(found.id, page))),
    };
  },
});

async function everyPage<Row>(list: (page: Page) => Promise<Listed<Row>>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const { items, next }: Listed<Row> = await list({ after, limit: limits.pageMax });
    rows.push(...items);
    after = next ?? undefined;
  } while (after !== undefined);
  return rows;
}

/** Open gates, held ones, and settled ones that still block, in the order in which they were asked: another would tell which are held. */
async function gatesOf(reads: Reads, goal: Todo['goal'], now: Instant, blocking: readonly Gate['id'][]): Promise<readonly Gate[]> {
  const open = await everyPage((page) => reads.gates({ goal, state: 'open' }, page));
  const held = await reads.heldGates(goal, now);
  const there = new Map([...open, ...held].map((gate) => [gate.id, gate]));
  for (const id of new Set(blocking)) {
    const gate = there.has(id) ? undefined : await reads.gate(id);
    if (gate !== undefined) there.set(id, gate);
  }
  return [...there.values()].sort((a, b) => a.number - b.number);
}

function leaseOf(turn: OpenTurn, now: Instant): z.infer<typeof boardLease> {
  const { id, agent, todo: held, resources, fence, lease } = turn;
  return { turn: id, agent, todo: held, resources, fence, ...lease, state: leaseState(lease, now) };
}

function leaseState(lease: OpenTurn['lease'], now: Instant): z.infer<typeof boardLease>['state'] {
  if (now >= lease.grace_until) return 'lapsed';
  if (now >= lease.expires_at) return 'grace';
  return now >= lease.heartbeat_by ? 'quiet' : 'live';
}

function waitOf(open: Todo, now: Instant): readonly z.infer<typeof boardWait>[] {
  const until = open.wait?.until && open.wait.until > now ? open.wait.until : null;
  const signal = open.wait?.signal && !open.wait.signal_came ? open.wait.signal : null;
  return until === null && signal === null ? [] : [{ todo: open.id, title: open.title, until, signal }];
}
