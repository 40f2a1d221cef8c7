import { z } from 'zod';
import { goalStream, ref } from '../ids.ts';
import { defineVerb, placeOf } from '../verb.ts';
import { findGate } from './find-gate.ts';
import type { GateEvent } from './gate.ts';
import { evolveGate, isEffective } from './gate.ts';
import { gateView, viewGate } from './gate-view.ts';

/** Records that the agent has the answer; from then on it cannot be taken back. Without an answer to receive, nothing changes. */
export const receiveAnswer = defineVerb({
  name: 'receive-answer',
  summary: 'Record that an answer was delivered to you.',
  callers: ['agent'],
  input: z.strictObject({ gate: ref }),
  output: gateView,
  run: async (tx, input) => {
    const { gate, goal } = await findGate(tx, input.gate);
    if (!isEffective(gate, tx.now) || gate.answer.delivered_at !== undefined) return viewGate(tx, gate);
    const event: GateEvent = { type: 'answer-delivered', goal: goal.id, gate: gate.id, turn: null };
    const view = await viewGate(tx, evolveGate(gate, event, placeOf(tx)));

    tx.append(goalStream(goal.id), event);

    return view;
  },
});
