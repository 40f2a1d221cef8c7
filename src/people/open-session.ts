import { z } from 'zod';
import { house } from '../ids.ts';
import { limits } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { instantText, plusMs } from '../time.ts';
import { defineVerb } from '../verb.ts';
import type { Tx } from '../verb.ts';
import type { Person } from './person.ts';
import { person } from './person.ts';
import { tokenPrefixes } from './credential.ts';

export const session = z.object({ token: z.string(), token_id: z.string(), expires_at: instantText });

export const openSession = defineVerb({
  name: 'open-session',
  summary: 'Turn a login code into a token of its person. The code is spent.',
  callers: ['stranger', 'operator', 'agent', 'signal', 'person'],
  reveals: true,
  input: z.strictObject({ code: z.string().min(1).max(100), where: z.string().min(1).max(limits.sessionWhereMax).optional() }),
  output: session.extend({ person }),
  run: async (tx, input) => {
    const code = await tx.reads.loginCode(tx.sha256(codeAsTyped(input.code)));
    if (code === undefined || code.spent_at !== null || code.expires_at <= tx.now) throw spent();
    const whose = await tx.reads.person(code.person);
    if (whose?.state !== 'active') throw spent();

    tx.append(house, { type: 'login-code-spent', hash: code.hash, person: code.person });

    return { ...issuePersonToken(tx, whose, input.where), person: whose };
  },
});

/** Appends the entry of a new token of this person, and gives what is shown once. */
export function issuePersonToken(tx: Tx, whose: Person, where?: string): z.infer<typeof session> {
  const { text, hash } = tx.newSecret(tokenPrefixes.person);
  const id = tx.newId('token');
  const expires_at = plusMs(tx.now, limits.sessionMs);
  const bearer = { kind: 'person', person: whose.id } as const;
  tx.append(house, { type: 'token-issued', token: id, bearer, hash, expires_at, ...(where === undefined ? {} : { where }) });
  return { token: text, token_id: id, expires_at };
}

/** Codes are read aloud and retyped: case, spaces and missing hyphens do not matter. */
export function codeAsTyped(text: string): string {
  const letters = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return letters.match(/.{1,4}/g)?.join('-') ?? '';
}

function spent(): Refusal {
  return new Refusal(
    'code-spent',
    'That login code is unknown, used, or older than 15 minutes.',
    'Ask an operator for a new one: gatebell person login.',
  );
}
