import { z } from 'zod';
import { goalStream, idOf } from '../ids.ts';
import { receipt } from '../ledger/entry.ts';
import { appendFreed } from '../lease/release.ts';
import { limits } from '../limits.ts';
import { defineVerb } from '../verb.ts';
import { findOwnTurn, refuseFenced } from './find-turn.ts';

export const abortTurn = defineVerb({
  name: 'abort-turn',
  summary: 'Give a turn up: its lease is released, nothing else changes, it costs nothing.',
  callers: ['agent'],
  input: z.strictObject({ turn: idOf('turn'), fence: z.number().int(), reason: z.string().min(1).max(limits.whyMax) }),
  output: z.object({ result: z.literal('aborted'), receipt }),
  run: async (tx, input) => {
    const { turn, goal } = await findOwnTurn(tx, input.turn);
    refuseFenced(turn, input.fence);

    const aborted = tx.append(goalStream(goal.id), {
      type: 'turn-aborted',
      goal: goal.id,
      turn: turn.id,
      todo: turn.todo,
      reason: input.reason,
    });
    appendFreed(tx, turn);

    return { result: 'aborted' as const, receipt: aborted };
  },
});
