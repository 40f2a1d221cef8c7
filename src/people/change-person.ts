import { z } from 'zod';
import { differing, isNothing } from '../differing.ts';
import { house, ref } from '../ids.ts';
import { defineVerb, placeOf } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { identitiesInput } from './account-input.ts';
import { laterPersonFields, personFields } from './add-person.ts';
import { findPerson } from './find-people.ts';
import type { Account } from './identity.ts';
import { identityId } from './identity.ts';
import type { Person, PersonEvent } from './person.ts';
import { evolvePerson } from './person.ts';
import { personView, viewPerson } from './person-view.ts';
import type { Tie } from './tie-account.ts';
import { lookAtAccount, refuseTaken, tieAccount, untieAccount } from './tie-account.ts';

/** Roles and identities are given whole: what is missing is taken, what is new is granted. Who left decides nothing from now on. */
export const changePerson = defineVerb({
  name: 'change-person',
  summary: 'Change a person, grant or take roles and accounts, or mark that they left.',
  callers: ['operator'],
  input: z.strictObject({
    person: ref,
    state: z.enum(['active', 'left']).optional(),
    ...z.object(personFields).partial().shape,
    identities: identitiesInput.optional(),
    ...laterPersonFields,
  }),
  output: personView,
  run: async (tx, input) => {
    const before = await findPerson(tx.reads, input.person);
    const theirs = await tx.reads.identitiesOf([before.id]);
    const accounts = await accountChanges(tx, before, theirs, input.identities ?? theirs);
    const { name, time_zone, hold_s, state } = input;
    const changes = differing(before, withoutUndefined({ name, time_zone, hold_s, state }));
    const events: PersonEvent[] = [
      ...(isNothing(changes) ? [] : [{ type: 'person-changed', person: before.id, changes } as const]),
      ...(input.roles === undefined ? [] : roleEvents(tx, before, input.roles)),
    ];

    let after = before;
    for (const event of events) after = evolvePerson(after, event, placeOf(tx, tx.append(house, event)));

    for (const tie of accounts.taken) untieAccount(tx, tie, before);
    for (const tie of accounts.given) tieAccount(tx, tie, before, 'operator');

    return viewPerson(after, input.identities ?? theirs);
  },
});

async function accountChanges(tx: Tx, person: Person, before: readonly Account[], after: readonly Account[]) {
  const lookAtAll = async (accounts: readonly Account[], others: readonly Account[]): Promise<readonly Tie[]> => {
    const ids = new Set(others.map(identityId));
    const ties: Tie[] = [];
    for (const account of accounts) if (!ids.has(identityId(account))) ties.push(await lookAtAccount(tx.reads, account));
    return ties;
  };
  const [taken, given] = [await lookAtAll(before, after), await lookAtAll(after, before)];
  for (const tie of given) refuseTaken(tie, person);
  return { taken, given };
}

function roleEvents(tx: Tx, before: Person, roles: readonly string[]): readonly PersonEvent[] {
  const taken = before.roles.filter((held) => !roles.includes(held.role));
  const granted = [...new Set(roles)].filter((role) => !before.roles.some((held) => held.role === role));
  return [
    ...taken.map((held): PersonEvent => ({ type: 'role-taken', person: before.id, ...held })),
    ...granted.map((role): PersonEvent => ({ type: 'role-granted', person: before.id, role, grant: tx.newId('grant') })),
  ];
}
