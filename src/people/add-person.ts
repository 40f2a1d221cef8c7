import { z } from 'zod';
import { house, slug } from '../ids.ts';
import { laterField } from '../later.ts';
import { limits } from '../limits.ts';
import { slugTaken } from '../refusal.ts';
import { second, timeZone } from '../time.ts';
import { defineVerb, placeOf } from '../verb.ts';
import { identitiesInput } from './account-input.ts';
import type { PersonEvent } from './person.ts';
import { evolvePerson } from './person.ts';
import { personView, viewPerson } from './person-view.ts';
import type { Tie } from './tie-account.ts';
import { lookAtAccount, refuseTaken, tieAccount } from './tie-account.ts';

export const personFields = {
  name: z.string().min(1).max(limits.nameMax),
  time_zone: timeZone,
  hold_s: z
    .number()
    .int()
    .min(0)
    .max(limits.holdMaxMs / second),
  roles: z.array(slug).max(limits.rolesMax),
};

export const laterPersonFields = { working_hours: laterField(), interruptions_per_hour: laterField() };

export const addPerson = defineVerb({
  name: 'add-person',
  summary: 'Add a person who may decide. They decide from their own session, never through an operator.',
  callers: ['operator'],
  input: z.strictObject({
    slug,
    ...personFields,
    time_zone: personFields.time_zone.default('UTC'),
    hold_s: personFields.hold_s.default(limits.holdDefaultMs / second),
    roles: personFields.roles.default([]),
    identities: identitiesInput.default([]),
    ...laterPersonFields,
  }),
  output: personView,
  run: async (tx, input) => {
    if ((await tx.reads.person(input.slug)) !== undefined) throw slugTaken('person', input.slug);
    const id = tx.newId('person');
    const ties: Tie[] = [];
    for (const account of input.identities) ties.push(await lookAtAccount(tx.reads, account));
    for (const tie of ties) refuseTaken(tie, { id });
    const added: PersonEvent = {
      type: 'person-added',
      person: id,
      slug: input.slug,
      name: input.name,
      time_zone: input.time_zone,
      hold_s: input.hold_s,
    };
    const granted = [...new Set(input.roles)].map(
      (role): PersonEvent => ({ type: 'role-granted', person: id, role, grant: tx.newId('grant') }),
    );

    const place = placeOf(tx, tx.append(house, added));
    for (const event of granted) tx.append(house, event);
    for (const tie of ties) tieAccount(tx, tie, { id }, 'operator');

    const state = granted.reduce((before, event) => evolvePerson(before, event, place), evolvePerson(undefined, added, place));
    return viewPerson(state, input.identities);
  },
});
