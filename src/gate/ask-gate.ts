import { z } from 'zod';
import { findGoal, refuseInactive } from '../goal/find-goal.ts';
import { goalStream, ref } from '../ids.ts';
import { defineVerb, placeOf } from '../verb.ts';
import type { Tx } from '../verb.ts';
import type { Gate } from './gate.ts';
import { evolveGate } from './gate.ts';
import { gateInput } from './gate-input.ts';
import { gateView, viewGate } from './gate-view.ts';
import { gateNumbers, prepareGate } from './prepare-gate.ts';
import type { PreparedGate } from './prepare-gate.ts';

/** Idempotent by its key: the same key and content again give the gate that is there (`known`), whatever became of it. */
export const askGate = defineVerb({
  name: 'ask-gate',
  summary: 'Ask one concrete question that only a person may answer. What it blocks waits; everything else goes on.',
  callers: ['agent', 'operator'],
  input: gateInput.extend({ goal: ref }),
  output: gateView.extend({ known: z.boolean() }),
  run: async (tx, input) => {
    const { goal: named, ...asked } = input;
    const goal = await findGoal(tx, named);
    refuseInactive(goal);
    const prepared = await prepareGate(tx, goal, asked, { turn: null, todo: null }, await gateNumbers(tx.reads, goal));
    const view = await viewGate(tx, gateOf(tx, prepared));

    if (!('known' in prepared)) appendGate(tx, prepared);

    return { ...view, known: 'known' in prepared };
  },
});

/** The gate as it stands once its entry is appended. */
export function gateOf(tx: Tx, prepared: PreparedGate): Gate {
  return 'known' in prepared ? prepared.known : evolveGate(undefined, prepared.asked, placeOf(tx));
}

export function appendGate(tx: Tx, prepared: Exclude<PreparedGate, { known: Gate }>): void {
  const stream = goalStream(prepared.asked.goal);
  for (const event of prepared.evidence.added) tx.append(stream, event);
  tx.append(stream, prepared.asked);
}
