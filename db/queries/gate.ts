import { and, asc, count, eq, gt, inArray, lte, max, or, sql } from 'drizzle-orm';
import { goalStream } from '../../src/ids.ts';
import type { ActiveBlock, Reads } from '../../src/ports.ts';
import { gate, gateBlock } from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileSingle, given, givenList } from './compile.ts';
import { firstOf, fromNumber, listed, statesOf } from './rows.ts';

const row = { state: gate.state, stream: gate.stream };
const ofGoal = eq(gate.goal, given('goal'));
const inState = eq(gate.phase, given('state'));
const blocksOf = eq(gateBlock.goal, given('goal'));

export const gateQueries = {
  gate: compileSingle(
    build
      .select(row)
      .from(gate)
      .where(or(eq(gate.id, given('ref')), eq(gate.code, given('ref')))),
  ),
  gateByKey: compileSingle(
    build
      .select(row)
      .from(gate)
      .where(and(ofGoal, eq(gate.key, given('key')))),
  ),
  all: oldestFirst(undefined),
  ofGoal: oldestFirst(ofGoal),
  inState: oldestFirst(inState),
  inStateOfGoal: oldestFirst(and(ofGoal, inState)),
  gatesInQuestion: compile(
    build
      .select(row)
      .from(gate)
      .where(and(gt(gate.settles_at, given('now')), gt(sql`+${gate.number}`, given('after'))))
      .orderBy(sql`+${gate.number}`)
      .limit(given('limit')),
  ),
  heldGates: compile(
    build
      .select(row)
      .from(gate)
      .where(and(ofGoal, eq(gate.phase, 'answered'), gt(gate.settles_at, given('now'))))
      .orderBy(asc(gate.settles_at), asc(gate.number)),
  ),
  openGateCount: compileSingle(
    build
      .select({ count: count().as('count') })
      .from(gate)
      .where(and(ofGoal, eq(gate.phase, 'open'))),
  ),
  lastGateNumber: compileSingle(build.select({ number: max(gate.number).as('number') }).from(gate)),
  activeBlocks: compile(
    build
      .select({ gate: sql<string>`${gateBlock.of}`.as('gate'), kind: gateBlock.kind, target: gateBlock.target })
      .from(gateBlock)
      .where(and(blocksOf, gt(gateBlock.ends_at, given('now')), inArray(gateBlock.kind, ['lane', 'scope'])))
      .orderBy(asc(gateBlock.of), asc(gateBlock.kind), asc(gateBlock.target)),
  ),
  gatesCovering: compile(
    build
      .select(row)
      .from(gate)
      .where(
        inArray(
          gate.id,
          build
            .select({ of: gateBlock.of })
            .from(gateBlock)
            .where(
              or(
                and(blocksOf, eq(gateBlock.kind, 'lane'), eq(gateBlock.target, given('lane'))),
                and(blocksOf, eq(gateBlock.kind, 'todo'), eq(gateBlock.target, given('todo'))),
                and(blocksOf, eq(gateBlock.kind, 'scope'), inArray(gateBlock.target, givenList('scopes'))),
              ),
            ),
        ),
      )
      .orderBy(asc(gate.number)),
  ),
  undeliveredTo: compile(
    build
      .select(row)
      .from(gate)
      .where(and(ofGoal, eq(gate.undelivered_to, given('agent'))))
      .orderBy(asc(gate.number)),
  ),
  gatesPastDue: compile(
    build
      .select(row)
      .from(gate)
      .where(lte(gate.overdue_at, given('now')))
      .orderBy(asc(gate.overdue_at))
      .limit(given('limit')),
  ),
  gatesWithDeadline: compile(
    build
      .select(row)
      .from(gate)
      .where(and(ofGoal, gt(gate.open_due_at, '')))
      .orderBy(asc(gate.open_due_at)),
  ),
  openGates: compile(build.select(row).from(gate).where(eq(gate.phase, 'open')).orderBy(asc(gate.number))),
  openGatesOfGoal: compile(
    build
      .select(row)
      .from(gate)
      .where(and(ofGoal, eq(gate.phase, 'open')))
      .orderBy(asc(gate.number)),
  ),
};

function oldestFirst(where: typeof ofGoal | undefined) {
  return compile(
    build
      .select(row)
      .from(gate)
      .where(and(where, gt(gate.number, given('after'))))
      .orderBy(asc(gate.number))
      .limit(given('limit')),
  );
}

type Asked = Pick<
  Reads,
  | 'gate'
  | 'gateByKey'
  | 'gates'
  | 'gatesInQuestion'
  | 'heldGates'
  | 'openGateCount'
  | 'lastGateNumber'
  | 'activeBlocks'
  | 'gatesCovering'
  | 'undeliveredTo'
  | 'gatesPastDue'
  | 'gatesWithDeadline'
>;

export function gateReads(ask: Ask): Asked {
  return {
    gate: async (ref) => firstOf('gate', await ask(gateQueries.gate, { ref })),
    gateByKey: async (goal, key) => firstOf('gate', await ask(gateQueries.gateByKey, { goal, key }, goalStream(goal))),
    gates: async ({ goal, state }, page) => {
      const rows = await ask(listOf(goal, state), { goal: goal ?? null, state: state ?? null, ...fromNumber(page) });
      return listed(statesOf('gate', rows), page, (of) => of.number);
    },
    gatesInQuestion: async (now, limit, after = 0) => statesOf('gate', await ask(gateQueries.gatesInQuestion, { now, limit, after })),
    heldGates: async (goal, now) => statesOf('gate', await ask(gateQueries.heldGates, { goal, now }, goalStream(goal))),
    openGateCount: async (goal) => (await ask(gateQueries.openGateCount, { goal }, goalStream(goal)))[0]?.count ?? 0,
    lastGateNumber: async () => (await ask(gateQueries.lastGateNumber, {}))[0]?.number ?? 0,
    activeBlocks: async (goal, now) => (await ask(gateQueries.activeBlocks, { goal, now }, goalStream(goal))) as readonly ActiveBlock[], // ids and kinds as the fold wrote them
    gatesCovering: async (goal, { lane, todo, scopes }) => {
      const args = { goal, lane, todo, scopes: JSON.stringify(scopes) };
      return statesOf('gate', await ask(gateQueries.gatesCovering, args, goalStream(goal)));
    },
    undeliveredTo: async (goal, agent) => statesOf('gate', await ask(gateQueries.undeliveredTo, { goal, agent }, goalStream(goal))),
    gatesPastDue: async (now, limit) => statesOf('gate', await ask(gateQueries.gatesPastDue, { now, limit })),
    gatesWithDeadline: async (goal) => statesOf('gate', await ask(gateQueries.gatesWithDeadline, { goal }, goalStream(goal))),
  };
}

function listOf(goal: string | undefined, state: string | undefined) {
  if (state === undefined) return goal === undefined ? gateQueries.all : gateQueries.ofGoal;
  return goal === undefined ? gateQueries.inState : gateQueries.inStateOfGoal;
}
