import { z } from 'zod';
import { house, idOf } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { defineVerb } from '../verb.ts';
import { tokenPrefixes } from './credential.ts';

/**
 * Makes one operator token valid and revokes any other: the one of the environment (`hash`), or a new one that is shown once.
 * Without a `hash`, a token that is there stays, unless `replace` is set. Adopting the valid one again changes nothing; one that
 * was revoked stays revoked, and is refused with `not-allowed`.
 */
export const adoptOperatorToken = defineVerb({
  name: 'adopt-operator-token',
  summary: 'Make an operator token valid at start.',
  callers: ['service'],
  reveals: true,
  input: z.strictObject({ hash: z.string().length(64).optional(), replace: z.boolean().default(false) }),
  output: z.object({ token_id: idOf('token'), token: z.string().nullable() }),
  run: async (tx, input) => {
    const live = await tx.reads.operatorTokens();
    const kept = live.findLast((token) => (input.hash === undefined ? !input.replace : token.hash === input.hash));
    const made = input.hash === undefined ? tx.newSecret(tokenPrefixes.operator) : { text: null, hash: input.hash };
    const id = kept?.id ?? tx.newId('token');
    if (kept === undefined && input.hash !== undefined && (await tx.reads.tokenByHash(input.hash)) !== undefined)
      throw new Refusal('not-allowed', 'The operator token that was given was replaced by another.', 'Give the newest one, or none.');

    for (const token of live) if (token !== kept) tx.append(house, { type: 'token-revoked', token: token.id });
    if (kept !== undefined) return { token_id: id, token: null };
    tx.append(house, { type: 'token-issued', token: id, bearer: { kind: 'operator' }, hash: made.hash, expires_at: null });

    return { token_id: id, token: made.text };
  },
});
