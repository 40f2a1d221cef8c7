import { z } from 'zod';
import { defineVerb } from '../verb.ts';
import { appendLapse } from './release.ts';

const perCallMax = 100;

/** A lease never dies quietly: the lapse is an entry, and a notice on the goal's routes. */
export const lapseLeases = defineVerb({
  name: 'lapse-leases',
  summary: 'End the turns whose grace is over.',
  callers: ['service'],
  input: z.strictObject({}),
  output: z.object({ lapsed: z.number().int() }),
  run: async (tx) => {
    const turns = await tx.reads.lapsedTurns(tx.now, perCallMax);
    for (const turn of turns) appendLapse(tx, turn);
    return { lapsed: turns.length };
  },
});
