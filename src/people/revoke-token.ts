import { z } from 'zod';
import { house, idOf } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import { defineVerb } from '../verb.ts';

/** A second revoke of the same token changes nothing. */
export const revokeToken = defineVerb({
  name: 'revoke-token',
  summary: 'Revoke a token at once: an operator any, a person their own.',
  callers: ['operator', 'person'],
  input: z.strictObject({ token: idOf('token') }),
  output: z.object({ id: idOf('token'), state: z.literal('revoked') }),
  run: async (tx, input) => {
    const token = await tx.reads.token(input.token);
    if (token === undefined) throw notFound('token', input.token, 'in this installation');
    const own = tx.actor.kind === 'person' && token.bearer.kind === 'person' && token.bearer.person === tx.actor.person;
    if (tx.actor.kind === 'person' && !own) {
      throw new Refusal('not-allowed', 'This token belongs to somebody else.', 'Revoke a token of your own, or ask an operator.');
    }

    if (token.state === 'live') tx.append(house, { type: 'token-revoked', token: token.id });

    return { id: token.id, state: 'revoked' as const };
  },
});
