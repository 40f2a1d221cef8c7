import { z } from 'zod';
import { allInQuestion } from '../gate/all-in-question.ts';
import { authorityOf } from '../gate/authority.ts';
import type { Gate } from '../gate/gate.ts';
import type { GateView } from '../gate/gate-view.ts';
import { gateView, viewGates } from '../gate/gate-view.ts';
import { allowedToAnswer } from '../gate/rules.ts';
import type { Goal } from '../goal/goal.ts';
import { findPerson } from '../people/find-people.ts';
import type { Person } from '../people/person.ts';
import type { Reads } from '../ports.ts';
import type { Instant } from '../time.ts';
import { instantText } from '../time.ts';
import { defineView } from '../verb.ts';
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

    const askers = readOnce(reads);
    const theirs: Gate[] = [];
    for (const gate of asked) {
      const goal = goals.get(gate.goal);
      if (goal !== undefined && (await waitsFor(askers, person, gate, goal))) theirs.push(gate);
    }
    const views = await viewGates(look, theirs);
    const rows = views.map((view) => ({ ...view, goal_slug: goals.get(view.goal)?.slug ?? view.goal, ...placeOf(view, now) }));
    rows.sort((a, b) => Number(a.held === true) - Number(b.held === true) || b.points - a.points || (a.asked_at < b.asked_at ? -1 : 1));
    return { as_of: { position, now }, items: rows.map((row, index) => ({ ...row, rank: index + 1 })) };
  },
});

/** An open gate that they may answer, or one whose answer of theirs is held. */
async function waitsFor(askers: Pick<Reads, 'agent'>, person: Person, gate: Gate, goal: Goal): Promise<boolean> {
  if (gate.state === 'answered') return gate.answer.by.person === person.id;
  return allowedToAnswer(gate, person, await authorityOf(askers, gate, goal)) !== undefined;
}

/** Hundreds of gates have a handful of askers: each is read once. */
function readOnce(reads: Reads): Pick<Reads, 'agent'> {
  const agents = new Map<string, ReturnType<Reads['agent']>>();
  return {
    agent: (ref) => {
      const reading = agents.get(ref) ?? reads.agent(ref);
      agents.set(ref, reading);
      return reading;
    },
  };
}

function placeOf(gate: GateView, now: Instant): Pick<z.infer<typeof item>, 'points' | 'parts'> {
  const parts = rankParts(gate, { lanes: gate.blocks.lanes.length, todos: gate.blocks.todos.length }, now);
  return { points: rankPoints(parts), parts: [...parts] };
}
