import { z } from 'zod';
import { ref } from '../ids.ts';
import { listed, pageInput, pageOf } from '../page.ts';
import { defineView } from '../verb.ts';
import { findPerson } from './find-people.ts';
import { personView, viewPeople } from './person-view.ts';

export const listPeople = defineView({
  name: 'list-people',
  summary: 'List the people.',
  callers: ['operator', 'person'],
  input: z.strictObject(pageInput),
  output: listed(personView),
  run: async ({ reads }, input) => {
    const { items, next } = await reads.people(pageOf(input));
    return { items: await viewPeople(reads, items), next };
  },
});

export const showPerson = defineView({
  name: 'show-person',
  summary: 'Show one person.',
  callers: ['operator', 'person'],
  input: z.strictObject({ person: ref }),
  output: personView,
  run: async ({ reads }, input) => {
    const found = await findPerson(reads, input.person);
    const [shown] = await viewPeople(reads, [found]);
    return shown ?? { ...found, identities: [] };
  },
});
