import { z } from 'zod';
import { defineVerb } from '../verb.ts';
import { findPerson } from './find-people.ts';
import { issuePersonToken, session } from './open-session.ts';

export const makeToken = defineVerb({
  name: 'make-token',
  summary: 'Make a further token of your own, from your session.',
  callers: ['person'],
  reveals: true,
  input: z.strictObject({}),
  output: session,
  run: async (tx) => {
    if (tx.actor.kind !== 'person') throw new Error('only persons may call make-token');
    return issuePersonToken(tx, await findPerson(tx.reads, tx.actor.person));
  },
});
