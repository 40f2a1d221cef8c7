import { compose } from '../src/digest/compose.ts';
import { readDifference } from '../src/digest/difference.ts';
import { lineWords } from './digest.ts';
import type { Asker, Desk } from './desk.ts';

const lookedAtMax = 50;

/**
 * What a digest would tell this person now, one line each: the difference since the newest digest of the goal that was theirs or was
 * put where they ask, else since the newest of anybody. It is told to them alone, nothing is written, and no cursor moves.
 */
export async function digestNow(
  { reads, clock, typed }: Desk,
  { person, routes }: Pick<Asker, 'person' | 'routes'>,
  named: string,
): Promise<readonly string[]> {
  const goal = await reads.goal(named);
  if (goal === undefined) return [`There is no goal ${named}. Type ${typed('status')} for the goals.`];
  const now = clock.now();
  const { items } = await reads.digests({ goal: goal.id, schedule: undefined }, { after: undefined, limit: lookedAtMax });
  const theirs: readonly string[] = [`person:${person.id}`, ...routes.map(({ id }) => `route:${id}`)];
  const last = items.find(({ recipient }) => theirs.includes(recipient)) ?? items[0];
  const from = last?.to_seq ?? 0;
  const difference = await readDifference({ reads, now, goal, reader: { kind: 'person', person }, earlier: last ?? null, from });
  const { blocks } = await compose(difference);
  const lines = blocks.flatMap(({ heading, lines: told }) => [
    `${heading}:`,
    ...told.map((line) => `- ${lineWords(line, now, person.time_zone)}`),
  ]);
  const foot = `Checked at seq ${difference.to}; tells what came after seq ${from}.`;
  return blocks.length === 0 ? [`Nothing to tell of ${goal.slug}. ${foot}`] : [...lines, foot];
}
