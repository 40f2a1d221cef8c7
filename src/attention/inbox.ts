import { z } from 'zod';
import { allInQuestion } from '../gate/all-in-question.ts';
import { authorityOf } from '../gate/authority.ts';
import type { Gate } from '../gate/gate.ts';
import { gateView, viewGate } from '../gate/gate-view.ts';
import { allowedToAnswer } from '../gate/rules.ts';
import type { Goal } from '../goal/goal.ts';
import { findPerson } from '../people/find-people.ts';
import { instantText } from '../time.ts';
import { defineView } from '../verb.ts';
import type { Look } from '../verb.ts';
import { rankParts, rankPoints } from './rank.ts';

const item = gateView.extend({
  goal_slug: z.string(),
  rank: z.number().int(),
  points: z.number(),
  parts: z.array(z.object({ text: z.string(), points: z.number() })),
});

/** Everything that waits for this person, best first, each place explained; held answers of theirs come last, while they can be taken back. */
export const inbox = defineView({
  name: 'inbox',
  summary: 'Show the gates that wait for you, in order, and why in that order.',
  callers: ['person'],
  input: z.strictObject({}),
  output: z.object({ as_of: z.object({ position: z.number().int(), now: instantText }), items: z.array(item) }),
  run: async (look) => {
    const { actor, reads, now } = look;
    if (actor.kind !== 'person') throw new Error('only persons have an inbox');
    const person = await findPerson(reads, actor.person);
    const position = await reads.lastPosition();
    const asked = await allInQuestion(reads, now);
    const goals = new Map((await reads.goalsById([...new Set(asked.map((gate) => gate.goal))])).map((goal) => [goal.id, goal]));

    const rows: Omit<z.infer<typeof item>, 'rank'>[] = [];
    for (const gate of asked) {
      const goal = goals.get(gate.goal);
      if (goal === undefined) continue;
      const authority = await authorityOf(reads, gate, goal);
      const theirs =
        gate.state === 'answered' ? gate.answer.by.person === person.id : allowedToAnswer(gate, person, authority) !== undefined;
      if (theirs) rows.push(await rowOf(look, gate, goal));
    }
    rows.sort((a, b) => Number(a.held === true) - Number(b.held === true) || b.points - a.points || (a.asked_at < b.asked_at ? -1 : 1));
    return { as_of: { position, now }, items: rows.map((row, index) => ({ ...row, rank: index + 1 })) };
  },
});

async function rowOf(look: Look, gate: Gate, goal: Goal): Promise<Omit<z.infer<typeof item>, 'rank'>> {
  const parts = rankParts(gate, { lanes: gate.blocks.lanes.length, todos: gate.blocks.todos.length }, look.now);
  return { ...(await viewGate(look, gate)), goal_slug: goal.slug, points: rankPoints(parts), parts: [...parts] };
}
