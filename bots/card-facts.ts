import { authorityOf, whoCanAnswer } from '../src/gate/authority.ts';
import type { Gate } from '../src/gate/gate.ts';
import type { Goal } from '../src/goal/goal.ts';
import type { Reads } from '../src/ports.ts';
import type { Instant } from '../src/time.ts';
import type { CardFacts, GateCard } from './card.ts';
import { drawCard } from './card.ts';

const namesMax = 10;

/** Looks up what a card names and draws it. Times are in `timeZone`, or in the goal's zone when it is null. */
export async function cardOf(reads: Reads, gate: Gate, timeZone: string | null, now: Instant): Promise<GateCard> {
  const [goal] = await reads.goalsById([gate.goal]);
  if (goal === undefined) throw new Error(`gate ${gate.code} belongs to ${gate.goal}, which is not there`);
  const todos = await reads.todosById(gate.blocks.todos.map((todo) => todo.id));
  const facts: CardFacts = {
    goalSlug: goal.slug,
    todoTitles: new Map(todos.map((todo) => [todo.id, todo.title])),
    answerers: await answererNames(reads, gate, goal),
    askedBy: await actorWords(reads, gate.asked_by),
    closedBy: 'closed_by' in gate ? await actorWords(reads, gate.closed_by) : '',
    timeZone: timeZone ?? goal.time_zone,
  };
  return drawCard(gate, facts, now);
}

/** An actor as people read it: `agent builder`, `Mara Voss`, `the operator`. */
export async function actorWords(reads: Pick<Reads, 'agent' | 'person'>, actor: string): Promise<string> {
  const [kind, id] = [actor.split(':', 1)[0], actor.slice(actor.indexOf(':') + 1)];
  switch (kind) {
    case 'agent':
      return `agent ${(await reads.agent(id))?.slug ?? id}`;
    case 'person':
      return (await reads.person(id))?.name ?? id;
    case 'operator':
      return 'the operator';
    default:
      return actor;
  }
}

async function answererNames(reads: Reads, gate: Gate, goal: Goal): Promise<readonly string[]> {
  const people = await whoCanAnswer(reads, gate, await authorityOf(reads, gate, goal));
  const names = people.slice(0, namesMax).map((person) => person.name);
  return people.length > namesMax ? [...names, `${people.length - namesMax} more`] : names;
}
