import { z } from 'zod';
import { ref } from '../ids.ts';
import { listed, pageInput, pageOf } from '../page.ts';
import { defineView } from '../verb.ts';
import { findPerson } from './find-people.ts';
import { person } from './person.ts';

export const listPeople = defineView({
  name: 'list-people',
  summary: 'List the people.',
  callers: ['operator', 'person'],
  input: z.strictObject(pageInput),
  output: listed(person),
  run: ({ reads }, input) => reads.people(pageOf(input)),
});

export const showPerson = defineView({
  name: 'show-person',
  summary: 'Show one person.',
  callers: ['operator', 'person'],
  input: z.strictObject({ person: ref }),
  output: person,
  run: ({ reads }, input) => findPerson(reads, input.person),
});
