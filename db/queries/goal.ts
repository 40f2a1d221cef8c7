import { and, asc, desc, eq, gt, inArray, or } from 'drizzle-orm';
import { inGoal } from '../../src/ledger/fold.ts';
import type { Reads } from '../../src/ports.ts';
import { goalStream } from '../../src/ids.ts';
import * as schema from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileSingle, given, givenList } from './compile.ts';
import { firstOf, fromText, listed, statesOf } from './rows.ts';

const { goal, lane, note, signal } = schema;
const ofGoal = { state: goal.state, stream: goal.stream };
const ofLane = { state: lane.state, stream: lane.stream };
const ofNote = { state: note.state, stream: note.stream };
const ofSignal = { state: signal.state, stream: signal.stream };

export const goalQueries = {
  goal: compileSingle(
    build
      .select(ofGoal)
      .from(goal)
      .where(or(eq(goal.id, given('ref')), eq(goal.slug, given('ref')))),
  ),
  goals: compile(
    build
      .select(ofGoal)
      .from(goal)
      .where(gt(goal.slug, given('after')))
      .orderBy(asc(goal.slug))
      .limit(given('limit')),
  ),
  goalsById: compile(
    build
      .select(ofGoal)
      .from(goal)
      .where(inArray(goal.id, givenList('ids'))),
  ),
  lane: compileSingle(
    build
      .select(ofLane)
      .from(lane)
      .where(eq(lane.id, given('id'))),
  ),
  lanes: compile(
    build
      .select(ofLane)
      .from(lane)
      .where(eq(lane.goal, given('goal')))
      .orderBy(asc(lane.seq)),
  ),
  signal: compileSingle(
    build
      .select(ofSignal)
      .from(signal)
      .where(eq(signal.id, given('id'))),
  ),
  notes: compile(
    build
      .select(ofNote)
      .from(note)
      .where(and(eq(note.goal, given('goal')), gt(note.seq, given('after'))))
      .orderBy(asc(note.seq))
      .limit(given('limit')),
  ),
  newestNotes: compile(
    build
      .select(ofNote)
      .from(note)
      .where(eq(note.goal, given('goal')))
      .orderBy(desc(note.seq))
      .limit(given('limit')),
  ),
};

type Asked = Pick<Reads, 'goal' | 'goals' | 'goalsById' | 'lane' | 'lanes' | 'signal' | 'notes' | 'newestNotes'>;

export function goalReads(ask: Ask): Asked {
  return {
    goal: async (ref) => firstOf('goal', await ask(goalQueries.goal, { ref })),
    goals: async (page) => listed(statesOf('goal', await ask(goalQueries.goals, fromText(page))), page, (row) => row.slug),
    goalsById: async (ids) => statesOf('goal', await ask(goalQueries.goalsById, { ids: JSON.stringify(ids) })),
    lane: async (of, slug) => firstOf('lane', await ask(goalQueries.lane, { id: inGoal(of, slug) }, goalStream(of))),
    lanes: async (of) => statesOf('lane', await ask(goalQueries.lanes, { goal: of }, goalStream(of))),
    signal: async (of, key) => firstOf('signal', await ask(goalQueries.signal, { id: inGoal(of, key) }, goalStream(of))),
    notes: async (of, after, limit) => statesOf('note', await ask(goalQueries.notes, { goal: of, after, limit }, goalStream(of))),
    newestNotes: async (of, limit) =>
      statesOf('note', await ask(goalQueries.newestNotes, { goal: of, limit }, goalStream(of))).toReversed(),
  };
}
