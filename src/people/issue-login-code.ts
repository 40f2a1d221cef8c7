import { z } from 'zod';
import { house, ref } from '../ids.ts';
import { limits } from '../limits.ts';
import { instantText, plusMs } from '../time.ts';
import { defineVerb } from '../verb.ts';
import { findPerson } from './find-people.ts';

/** An entry, and a notice to the person: whoever holds the operator token could impersonate, so it never happens unseen. */
export const issueLoginCode = defineVerb({
  name: 'issue-login-code',
  summary: 'Make a login code for a person: one use, 15 minutes. The person is told.',
  callers: ['operator'],
  reveals: true,
  input: z.strictObject({ person: ref }),
  output: z.object({ code: z.string(), expires_at: instantText }),
  run: async (tx, input) => {
    const person = await findPerson(tx.reads, input.person);
    const { text, hash } = tx.newCode();
    const expires_at = plusMs(tx.now, limits.loginCodeMs);

    tx.append(house, { type: 'login-code-issued', hash, person: person.id, expires_at });

    return { code: text, expires_at };
  },
});
