import { allInQuestion } from '../src/gate/all-in-question.ts';
import { authorityOf } from '../src/gate/authority.ts';
import type { Gate } from '../src/gate/gate.ts';
import { allowedToAnswer, isOverdue } from '../src/gate/rules.ts';
import type { Goal } from '../src/goal/goal.ts';
import type { Asker, Desk } from './desk.ts';
import type { Press } from './port.ts';
import { when } from './when.ts';

const gatesMax = 200;
const goalsMax = 50;
const routesMax = 50;

/** The open gates that this person may answer, one a line. */
export async function gateLines(desk: Desk, { person }: Pick<Asker, 'person'>): Promise<readonly string[]> {
  const now = desk.clock.now();
  const open = (await allInQuestion(desk.reads, now)).filter((gate) => gate.state === 'open');
  const lines: string[] = [];
  for (const gate of open) {
    const [goal] = await desk.reads.goalsById([gate.goal]);
    if (goal === undefined) continue;
    if (allowedToAnswer(gate, person, await authorityOf(desk.reads, gate, goal)) === undefined) continue;
    lines.push(gateLine(gate, goal, isOverdue(gate, now), person.time_zone));
  }
  if (lines.length > gatesMax) return [...lines.slice(0, gatesMax), `The first ${gatesMax} gates are listed; there are ${lines.length}.`];
  return lines.length === 0 ? ['No gate waits for you.'] : lines;
}

/** Where a goal speaks, one route a line, and what is broken there. */
export async function routeLines(
  { reads, clock, typed }: Desk,
  { person }: Pick<Asker, 'person'>,
  named: string,
): Promise<readonly string[]> {
  const goal = await reads.goal(named);
  if (goal === undefined) return [`There is no goal ${named}. Type ${typed('status')} for the goals.`];
  const troubles = new Map((await reads.routeTroubles()).map((trouble) => [trouble.route, trouble]));
  const { items } = await reads.routes(goal.id, { after: undefined, limit: routesMax });
  const lines = items
    .filter((route) => route.state === 'open')
    .map((route) => {
      const trouble = troubles.get(route.id);
      const where = `${route.platform} ${route.address}${route.thread === null ? '' : `, thread ${route.thread}`}: ${route.purposes.join(', ')}.`;
      if (trouble === undefined) return `${where} It works.`;
      return `${where} Broken since ${when(trouble.since, person.time_zone)}: ${trouble.reason}. ${trouble.fix}`;
    });
  return lines.length === 0 ? [`${goal.slug} speaks nowhere but at the terminal, as of ${when(clock.now(), person.time_zone)}.`] : lines;
}

/** The goals, one a line. */
export async function statusLines(desk: Desk, { platform, press }: Pick<Asker, 'platform' | 'press'>): Promise<readonly string[]> {
  const { items, next } = await desk.reads.goals({ after: undefined, limit: goalsMax });
  const lines: string[] = [];
  for (const goal of items) {
    const [gates, todos, turns] = [
      await desk.reads.openGateCount(goal.id),
      await desk.reads.openTodoCount(goal.id),
      (await desk.reads.openTurns(goal.id)).length,
    ];
    lines.push(`${goal.slug} is ${goal.state}: open gates ${gates}, open todos ${todos}, agents at work ${turns}.`);
  }
  if (next !== null) lines.push(`The first ${goalsMax} goals are listed; there are more.`);
  if (lines.length === 0) lines.push('There is no goal yet.');
  return [...lines, ...placeLines(platform, press)];
}

/** How a route and an account are named that are this place and this person: what an operator asks for. */
export function placeLines(platform: string, { account, from }: Pick<Press, 'account' | 'from'>): readonly string[] {
  if (from === null) return [];
  const [address] = from.addresses;
  const thread = from.thread === null ? '' : `, thread ${from.thread}`;
  return [`This place is ${platform} ${address}${thread}; your account here is ${account}.`];
}

function gateLine(gate: Gate, goal: Goal, overdue: boolean, timeZone: string): string {
  const due = gate.due_at === null ? '' : ` (${overdue ? 'overdue since' : 'until'} ${when(gate.due_at, timeZone)})`;
  return `${gate.code} in ${goal.slug}: ${gate.question}${due}`;
}
