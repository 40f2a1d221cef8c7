import { z } from 'zod';
import { ref } from '../ids.ts';
import { listed } from '../page.ts';
import { defineView } from '../verb.ts';
import { token } from './credential.ts';
import { findPerson } from './find-people.ts';

/** The newest tokens of a person, without their hashes: what could act as them. */
export const listTokens = defineView({
  name: 'list-tokens',
  summary: 'List the tokens of a person; a person sees their own.',
  callers: ['operator', 'person'],
  input: z.strictObject({ person: ref.optional() }),
  output: listed(token.omit({ hash: true })),
  run: async ({ actor, reads }, input) => {
    const named = actor.kind === 'person' ? actor.person : input.person;
    if (named === undefined) return { items: [], next: null };
    const whose = await findPerson(reads, named);
    const tokens = await reads.tokensOfPerson(whose.id);
    return { items: tokens.map(({ hash: _, ...shown }) => shown), next: null };
  },
});
