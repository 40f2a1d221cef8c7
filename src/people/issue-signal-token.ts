import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import { house, idOf, key, ref } from '../ids.ts';
import { defineVerb } from '../verb.ts';
import { tokenPrefixes } from './credential.ts';

export const issueSignalToken = defineVerb({
  name: 'issue-signal-token',
  summary: 'Make a token that may send signals to one goal, under keys that start with a prefix.',
  callers: ['operator'],
  reveals: true,
  input: z.strictObject({ goal: ref, key_prefix: key }),
  output: z.object({ token: z.string(), token_id: idOf('token') }),
  run: async (tx, input) => {
    const goal = await findGoal(tx, input.goal);
    const { text, hash } = tx.newSecret(tokenPrefixes.signal);
    const id = tx.newId('token');
    const bearer = { kind: 'signal', goal: goal.id, key_prefix: input.key_prefix } as const;

    tx.append(house, { type: 'token-issued', token: id, bearer, hash, expires_at: null });

    return { token: text, token_id: id };
  },
});
