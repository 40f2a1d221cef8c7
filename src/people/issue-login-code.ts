import { z } from 'zod';
import { house, ref } from '../ids.ts';
import { limits } from '../limits.ts';
import { instantText, plusMs } from '../time.ts';
import { defineVerb } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { findPerson } from './find-people.ts';
import type { Person } from './person.ts';

const issuedCode = z.object({ code: z.string(), expires_at: instantText });

/** An entry, and a notice to the person: whoever holds the operator token could impersonate, so it never happens unseen. */
export const issueLoginCode = defineVerb({
  name: 'issue-login-code',
  summary: 'Make a login code for a person: one use, 15 minutes. The person is told.',
  callers: ['operator'],
  reveals: true,
  input: z.strictObject({ person: ref }),
  output: issuedCode,
  run: async (tx, input) => {
    const person = await findPerson(tx.reads, input.person);
    return issued(tx, person, {});
  },
});

/** For a chat that knows who asks, and tells them alone. */
export const askLoginCode = defineVerb({
  name: 'ask-login-code',
  summary: 'Make a login code for yourself: one use, 15 minutes.',
  callers: ['person'],
  reveals: true,
  input: z.strictObject({}),
  output: issuedCode,
  run: async (tx) => {
    if (tx.actor.kind !== 'person') throw new Error('only persons may call ask-login-code');
    return issued(tx, await findPerson(tx.reads, tx.actor.person), { own: true });
  },
});

function issued(tx: Tx, person: Person, own: { readonly own?: true }): z.infer<typeof issuedCode> {
  const { text, hash } = tx.newCode();
  const expires_at = plusMs(tx.now, limits.loginCodeMs);
  tx.append(house, { type: 'login-code-issued', hash, person: person.id, expires_at, ...own });
  return { code: text, expires_at };
}
