import type { Reads } from '../ports.ts';
import type { Person } from '../people/person.ts';
import type { Goal } from '../goal/goal.ts';
import type { Gate } from './gate.ts';
import type { Authority } from './rules.ts';
import { allowedToAnswer } from './rules.ts';

/** Loads what the rule of authority needs for this gate. */
export async function authorityOf(
  reads: Pick<Reads, 'agent'>,
  gate: Pick<Gate, 'no_self_answer' | 'asker'>,
  goal: Goal,
): Promise<Authority> {
  const asker = gate.no_self_answer && gate.asker !== null ? await reads.agent(gate.asker) : undefined;
  return { owners: goal.owners, barred: asker?.owner ?? null };
}

/** Everybody who may answer the gate now, in the order of owners or names, then roles. */
export async function whoCanAnswer(reads: Reads, gate: Gate, authority: Authority): Promise<readonly Person[]> {
  const named = gate.answerers === null ? authority.owners : gate.answerers.people;
  const people = named.length === 0 ? [] : [...(await reads.peopleById(named))];
  for (const role of gate.answerers?.roles ?? []) people.push(...(await reads.peopleWithRole(role)));
  const unique = [...new Map(people.map((person) => [person.id, person])).values()];
  return unique.filter((person) => allowedToAnswer(gate, person, authority) !== undefined);
}
