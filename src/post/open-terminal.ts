import { z } from 'zod';
import { house, ref } from '../ids.ts';
import { findPerson } from '../people/find-people.ts';
import { defineVerb } from '../verb.ts';
import { route } from './route.ts';

/** Whoever types there is this person: so it is an entry, once for each person it is opened for. */
export const openTerminal = defineVerb({
  name: 'open-terminal',
  summary: 'Make the terminal a route of every goal, where a person answers.',
  callers: ['service'],
  input: z.strictObject({ person: ref }),
  output: z.object({ route: route.shape.id }),
  run: async (tx, input) => {
    const person = await findPerson(tx.reads, input.person);
    const there = await tx.reads.terminalRoute();
    if (there?.state === 'open' && there.person === person.id) return { route: there.id };
    const id = there?.id ?? tx.newId('route');
    tx.append(house, { type: 'terminal-opened', route: id, person: person.id });
    return { route: id };
  },
});

export const closeTerminal = defineVerb({
  name: 'close-terminal',
  summary: 'Close the terminal of an earlier start.',
  callers: ['service'],
  input: z.strictObject({}),
  output: z.object({}),
  run: async (tx) => {
    const there = await tx.reads.terminalRoute();
    if (there?.state === 'open') tx.append(house, { type: 'terminal-closed', route: there.id });
    return {};
  },
});
