import { z } from 'zod';
import { goalStream, ref } from '../ids.ts';
import { defineVerb, placeOf } from '../verb.ts';
import { callingPerson, correctionFor, notFor } from './answer-gate.ts';
import { findGate } from './find-gate.ts';
import type { GateEvent } from './gate.ts';
import { answer, evolveGate } from './gate.ts';
import { gateView, viewGate } from './gate-view.ts';
import { findPeople } from '../people/find-people.ts';

const revoked = z.discriminatedUnion('result', [
  z.object({ result: z.literal('revoked'), gate: gateView }),
  z.object({
    result: z.literal('already-delivered'),
    gate: z.string(),
    answer,
    correction: z.object({ call: z.string(), body: z.record(z.string(), z.string()) }),
  }),
  z.object({ result: z.literal('not-decided'), gate: z.string(), state: z.string() }),
  z.object({ result: z.literal('not-yours'), gate: z.string(), who: z.array(z.object({ slug: z.string(), name: z.string() })) }),
]);

/** The person who answered takes the answer back, until a lane has it. Then the gate is open again, at the same revision. */
export const revokeAnswer = defineVerb({
  name: 'revoke-answer',
  summary: 'Take back your own answer, until it was delivered.',
  callers: ['person'],
  input: z.strictObject({ gate: ref }),
  output: revoked,
  run: async (tx, input): Promise<z.infer<typeof revoked>> => {
    const { gate, goal } = await findGate(tx, input.gate);
    const person = await callingPerson(tx);
    if (gate.state !== 'answered') return { result: 'not-decided', gate: gate.code, state: gate.state };
    if (gate.answer.by.person !== person.id) return notFor(gate, await findPeople(tx.reads, [gate.answer.by.person]));
    if (gate.answer.delivered_at !== undefined) {
      return { result: 'already-delivered', gate: gate.code, answer: gate.answer, correction: correctionFor(gate) };
    }
    const event: GateEvent = { type: 'answer-revoked', goal: goal.id, gate: gate.id };
    const view = await viewGate(tx, evolveGate(gate, event, placeOf(tx)));

    tx.append(goalStream(goal.id), event);

    return { result: 'revoked', gate: view };
  },
});
