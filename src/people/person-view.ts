import { z } from 'zod';
import type { Reads } from '../ports.ts';
import { account } from './identity.ts';
import type { Account } from './identity.ts';
import type { Person } from './person.ts';
import { person } from './person.ts';

/** A person as shown: with the accounts that are theirs. */
export const personView = person.extend({ identities: z.array(account) });

export type PersonView = z.infer<typeof personView>;

export async function viewPeople(reads: Reads, people: readonly Person[]): Promise<PersonView[]> {
  const identities = people.length === 0 ? [] : await reads.identitiesOf(people.map(({ id }) => id));
  return people.map((one) =>
    viewPerson(
      one,
      identities.filter(({ person: of }) => of === one.id),
    ),
  );
}

export function viewPerson(one: Person, accounts: readonly Account[]): PersonView {
  return { ...one, identities: accounts.map(({ platform, account: named }) => ({ platform, account: named })) };
}
