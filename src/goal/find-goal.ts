import type { Actor } from '../actor.ts';
import type { Reads } from '../ports.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { Goal } from './goal.ts';

/** The goal that an id or slug names, for an actor who may be in it: an agent or signal token only in the goals it is bound to. */
export async function findGoal({ reads, actor }: { readonly reads: Reads; readonly actor: Actor }, ref: string): Promise<Goal> {
  const goal = await reads.goal(ref);
  if (goal === undefined) throw notFound('goal', ref, 'in this installation');
  if (!(await isBound(reads, actor, goal))) {
    throw new Refusal(
      'not-allowed',
      `This ${actor.kind} credential is not bound to goal ${goal.slug}.`,
      'Name a goal that it is bound to, or ask an operator to bind it.',
    );
  }
  return goal;
}

async function isBound(reads: Reads, actor: Actor, goal: Goal): Promise<boolean> {
  switch (actor.kind) {
    case 'agent':
      return (await reads.agent(actor.agent))?.goals.includes(goal.id) ?? false;
    case 'signal':
      return actor.goal === goal.id;
    case 'operator':
    case 'person':
    case 'service':
      return true;
    case 'stranger':
      return false;
  }
}

export function refuseInactive(goal: Goal): void {
  if (goal.state === 'active') return;
  throw new Refusal(
    'wrong-state',
    `Goal ${goal.slug} is ${goal.state}.`,
    'An operator can set it active again with PATCH /v1/goals/:goal.',
  );
}
