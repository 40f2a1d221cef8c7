import { z } from 'zod';
import { goalStream } from '../ids.ts';
import { defineVerb } from '../verb.ts';

const perCallMax = 100;

/** An overdue gate stays open and frees nothing; the entry makes its cards say so. */
export const markOverdue = defineVerb({
  name: 'mark-overdue',
  summary: 'Mark open gates whose deadline passed.',
  callers: ['service'],
  input: z.strictObject({}),
  output: z.object({ marked: z.number().int() }),
  run: async (tx) => {
    const gates = await tx.reads.gatesPastDue(tx.now, perCallMax);
    for (const gate of gates) tx.append(goalStream(gate.goal), { type: 'gate-overdue', goal: gate.goal, gate: gate.id });
    return { marked: gates.length };
  },
});
