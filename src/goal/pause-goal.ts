import { z } from 'zod';
import { goalStream, ref } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { defineVerb, placeOf } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { findGoal } from './find-goal.ts';
import type { Goal, GoalEvent } from './goal.ts';
import { evolveGoal } from './goal.ts';
import { goalView, viewGoals } from './goal-view.ts';

const input = z.strictObject({ goal: ref });

/** Open turns may end; no new one starts. A second pause changes nothing. */
export const pauseGoal = defineVerb({
  name: 'pause-goal',
  summary: 'Pause a goal that you own: its agents start nothing new.',
  callers: ['person'],
  input,
  output: goalView,
  run: (tx, { goal }) => turnGoal(tx, goal, { from: 'active', to: 'paused' }),
});

export const resumeGoal = defineVerb({
  name: 'resume-goal',
  summary: 'Let the agents of a goal that you own and that is paused go on.',
  callers: ['person'],
  input,
  output: goalView,
  run: (tx, { goal }) => turnGoal(tx, goal, { from: 'paused', to: 'active' }),
});

async function turnGoal(
  tx: Tx,
  named: string,
  { from, to }: Readonly<Record<'from' | 'to', Goal['state']>>,
): Promise<z.infer<typeof goalView>> {
  const before = await findGoal(tx, named);
  const [view] = await viewGoals(tx.reads, [before]);
  if (view === undefined) throw new Error(`goal ${before.slug} cannot be shown`);
  if (tx.actor.kind !== 'person' || !before.owners.includes(tx.actor.person)) {
    throw new Refusal(
      'not-allowed',
      `Only the owners of ${before.slug} may do that: ${view.owners.join(', ') || 'it has none'}.`,
      'Ask one of them.',
    );
  }
  if (before.state === to) return view;
  if (before.state !== from)
    throw new Refusal('wrong-state', `${before.slug} is ${before.state}, not ${from}.`, 'Look at the goal: it is over.');
  const event: GoalEvent = { type: 'goal-changed', goal: before.id, changes: { state: to } };

  const receipt = tx.append(goalStream(before.id), event);

  return { ...evolveGoal(before, event, placeOf(tx, receipt)), owners: view.owners };
}
