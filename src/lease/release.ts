import { goalStream, resourceStream } from '../ids.ts';
import type { LeaseTimes, OpenTurn } from '../turn/turn.ts';
import type { Tx } from '../verb.ts';

export function appendLapse(tx: Tx, turn: OpenTurn): void {
  const { goal, id, todo, agent, fence } = turn;
  tx.append(goalStream(goal), { type: 'lease-lapsed', goal, turn: id, todo, agent, fence });
  appendFreed(tx, turn);
}

/** Frees the named resources that the turn held. */
export function appendFreed(tx: Tx, turn: Pick<OpenTurn, 'id' | 'resources'>): void {
  for (const resource of turn.resources) tx.append(resourceStream(resource), { type: 'resource-freed', resource, turn: turn.id });
}

/** Holds the named resources until the lease's grace is over; a renewed lease holds again. */
export function appendHeld(tx: Tx, turn: Pick<OpenTurn, 'id' | 'goal' | 'todo' | 'agent' | 'resources'>, lease: LeaseTimes): void {
  const { id, goal, todo, agent } = turn;
  if (todo === null) return;
  for (const resource of turn.resources) {
    tx.append(resourceStream(resource), { type: 'resource-held', resource, goal, turn: id, todo, agent, until: lease.grace_until });
  }
}
