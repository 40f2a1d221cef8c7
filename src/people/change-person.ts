import { z } from 'zod';
import { house, ref } from '../ids.ts';
import { defineVerb, placeOf } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { laterPersonFields, personFields } from './add-person.ts';
import { findPerson } from './find-people.ts';
import type { Person, PersonEvent } from './person.ts';
import { evolvePerson, person } from './person.ts';

/** Roles are given whole: what is missing is taken, what is new is granted. Who left decides nothing from now on. */
export const changePerson = defineVerb({
  name: 'change-person',
  summary: 'Change a person, grant or take roles, or mark that they left.',
  callers: ['operator'],
  input: z.strictObject({
    person: ref,
    state: z.enum(['active', 'left']).optional(),
    ...z.object(personFields).partial().shape,
    ...laterPersonFields,
  }),
  output: person,
  run: async (tx, input) => {
    const before = await findPerson(tx.reads, input.person);
    const changes = withoutUndefined({ name: input.name, time_zone: input.time_zone, hold_s: input.hold_s, state: input.state });
    const events: PersonEvent[] = [
      ...(Object.keys(changes).length > 0 ? [{ type: 'person-changed', person: before.id, changes } as const] : []),
      ...(input.roles === undefined ? [] : roleEvents(tx, before, input.roles)),
    ];

    let after = before;
    for (const event of events) after = evolvePerson(after, event, placeOf(tx, tx.append(house, event)));

    return after;
  },
});

function roleEvents(tx: Tx, before: Person, roles: readonly string[]): readonly PersonEvent[] {
  const taken = before.roles.filter((held) => !roles.includes(held.role));
  const granted = [...new Set(roles)].filter((role) => !before.roles.some((held) => held.role === role));
  return [
    ...taken.map((held): PersonEvent => ({ type: 'role-taken', person: before.id, ...held })),
    ...granted.map((role): PersonEvent => ({ type: 'role-granted', person: before.id, role, grant: tx.newId('grant') })),
  ];
}
