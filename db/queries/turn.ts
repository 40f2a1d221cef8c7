import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { union } from 'drizzle-orm/sqlite-core';
import type { GoalId } from '../../src/ids.ts';
import { goalStream, resourceStream } from '../../src/ids.ts';
import type { Reads } from '../../src/ports.ts';
import type { OpenTurn, Turn } from '../../src/turn/turn.ts';
import { gate, resource, turn } from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileSingle, given } from './compile.ts';
import { firstOf, statesOf } from './rows.ts';

const row = { state: turn.state, stream: turn.stream };
const ofResource = { state: resource.state, stream: resource.stream };
const open = and(eq(turn.goal, given('goal')), eq(turn.phase, 'open'));

export const turnQueries = {
  turn: compileSingle(
    build
      .select(row)
      .from(turn)
      .where(eq(turn.id, given('id'))),
  ),
  openTurnOf: compileSingle(
    build
      .select(row)
      .from(turn)
      .where(and(open, eq(turn.agent, given('agent')))),
  ),
  openTurns: compile(build.select(row).from(turn).where(open).orderBy(asc(turn.agent), asc(turn.id))),
  lapsedTurns: compile(
    build
      .select(row)
      .from(turn)
      .where(and(eq(turn.phase, 'open'), lte(turn.grace_until, given('now'))))
      .orderBy(asc(turn.grace_until))
      .limit(given('limit')),
  ),
  goalsWithDeadlines: compile(
    union(
      build.select({ goal: turn.goal }).from(turn).where(eq(turn.phase, 'open')),
      build.select({ goal: gate.goal }).from(gate).where(gt(gate.open_due_at, '')),
    ),
  ),
  resource: compileSingle(
    build
      .select(ofResource)
      .from(resource)
      .where(eq(resource.id, given('name'))),
  ),
  heldResources: compile(
    build
      .select(ofResource)
      .from(resource)
      .where(gt(resource.held_until, given('now')))
      .orderBy(asc(resource.held_until)),
  ),
};

type Asked = Pick<Reads, 'turn' | 'openTurnOf' | 'openTurns' | 'lapsedTurns' | 'goalsWithDeadlines' | 'resource' | 'heldResources'>;

export function turnReads(ask: Ask): Asked {
  return {
    turn: async (id) => firstOf('turn', await ask(turnQueries.turn, { id })),
    openTurnOf: async (goal, agent) => openOnly(statesOf('turn', await ask(turnQueries.openTurnOf, { goal, agent }, goalStream(goal))))[0],
    openTurns: async (goal) => openOnly(statesOf('turn', await ask(turnQueries.openTurns, { goal }, goalStream(goal)))),
    lapsedTurns: async (now, limit) => openOnly(statesOf('turn', await ask(turnQueries.lapsedTurns, { now, limit }))),
    goalsWithDeadlines: async () => (await ask(turnQueries.goalsWithDeadlines, {})).map((of) => of.goal as GoalId), // written from a GoalId
    resource: async (name) => firstOf('resource', await ask(turnQueries.resource, { name }, resourceStream(name))),
    heldResources: async (now) => statesOf('resource', await ask(turnQueries.heldResources, { now })),
  };
}

function openOnly(turns: readonly Turn[]): readonly OpenTurn[] {
  return turns.filter((of): of is OpenTurn => of.state === 'open');
}
