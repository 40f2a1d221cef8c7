import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import { goalStream, key, ref } from '../ids.ts';
import { limits } from '../limits.ts';
import { receipt } from '../ledger/entry.ts';
import { Refusal } from '../refusal.ts';
import { defineVerb } from '../verb.ts';

/** Frees the waits on the key, also those that are set later. */
export const sendSignal = defineVerb({
  name: 'send-signal',
  summary: 'Tell a goal of an outside event: frees what waits for its key, also if it comes first.',
  callers: ['operator', 'signal'],
  input: z.strictObject({ goal: ref, key, value: z.string().max(limits.signalValueMax).optional() }),
  output: z.object({ receipt }),
  run: async (tx, input) => {
    const goal = await findGoal(tx, input.goal);
    if (tx.actor.kind === 'signal' && !input.key.startsWith(tx.actor.key_prefix)) {
      throw new Refusal(
        'not-allowed',
        `This signal token may send keys that start with "${tx.actor.key_prefix}"; "${input.key}" does not.`,
        'Send such a key, or ask an operator for another token.',
      );
    }
    const event = { type: 'signal-received', goal: goal.id, key: input.key, value: input.value ?? null } as const;
    return { receipt: tx.append(goalStream(goal.id), event) };
  },
});
