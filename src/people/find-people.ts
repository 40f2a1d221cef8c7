import type { PersonId } from '../ids.ts';
import type { Reads } from '../ports.ts';
import { notFound } from '../refusal.ts';
import type { Person } from './person.ts';

/** The persons that these slugs or ids name, in order; refuses the first unknown one. */
export async function findPeople(reads: Reads, refs: readonly string[]): Promise<readonly Person[]> {
  const found: Person[] = [];
  for (const ref of new Set(refs)) found.push(await findPerson(reads, ref));
  return found;
}

export async function findPerson(reads: Reads, ref: string): Promise<Person> {
  const person = await reads.person(ref);
  if (person === undefined) throw notFound('person', ref, 'in this installation');
  return person;
}

/** Gives the slug of each of these persons. */
export async function slugsOf(reads: Reads, ids: readonly PersonId[]): Promise<(id: PersonId) => string> {
  const people = ids.length === 0 ? [] : await reads.peopleById([...new Set(ids)]);
  const slugs = new Map(people.map((person) => [person.id, person.slug]));
  return (id) => slugs.get(id) ?? id;
}
