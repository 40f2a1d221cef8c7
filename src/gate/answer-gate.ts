import { z } from 'zod';
import { goalStream, ref } from '../ids.ts';
import { laterField } from '../later.ts';
import { limits } from '../limits.ts';
import type { Person } from '../people/person.ts';
import { instantText, second } from '../time.ts';
import type { Actor } from '../actor.ts';
import { defineVerb, placeOf } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { authorityOf, whoCanAnswer } from './authority.ts';
import { findGate } from './find-gate.ts';
import type { AllowedBy, Gate, GateEvent } from './gate.ts';
import { answer, evolveGate } from './gate.ts';
import { gateView, viewGate } from './gate-view.ts';
import { allowedToAnswer, isIrreversible, meetAnswer } from './rules.ts';
import type { Meeting } from './rules.ts';
import { scopesAtStake } from './scopes-at-stake.ts';

const correction = z.object({ call: z.string(), body: z.record(z.string(), z.string()) });

const notYours = z.object({
  result: z.literal('not-yours'),
  gate: z.string(),
  who: z.array(z.object({ slug: z.string(), name: z.string() })),
});

/** What became of an answer. Only `counted` changed anything. */
const answered = z.discriminatedUnion('result', [
  z.object({ result: z.literal('counted'), deliver_at: instantText, gate: gateView }),
  z.object({ result: z.literal('already-decided'), gate: z.string(), answer, correction }),
  z.object({
    result: z.literal('question-changed'),
    gate: z.string(),
    revision: z.number(),
    question: z.string(),
    changed: z.array(z.string()),
  }),
  z.object({ result: z.literal('gate-closed'), gate: z.string(), state: z.string(), why: z.string() }),
  notYours,
]);

export type Answered = z.infer<typeof answered>;

/**
 * The one place where a gate is decided, for every surface. The first valid answer wins: state and revision are read and
 * the entry is appended in one transaction of the only writer. Who comes second is told who decided, what and when.
 */
export const answerGate = defineVerb({
  name: 'answer-gate',
  summary: 'Answer a gate, as the person you are. Held for a moment, so that a slip can be taken back.',
  callers: ['person'],
  input: z.strictObject({
    gate: ref,
    revision: z.number().int().min(1),
    option: z.string().max(60).optional(),
    value: z.string().max(limits.answerTextMax).optional(),
    comment: z.string().max(limits.commentMax).optional(),
    hold_s: z
      .number()
      .int()
      .min(0)
      .max(limits.holdMaxMs / second)
      .optional(),
    keep: laterField(),
  }),
  output: answered,
  run: async (tx, input): Promise<Answered> => {
    const { gate, goal } = await findGate(tx, input.gate);
    const person = await callingPerson(tx);
    const authority = await authorityOf(tx.reads, gate, goal);
    const allowed_by = allowedToAnswer(gate, person, authority);
    if (allowed_by === undefined) return notFor(gate, await whoCanAnswer(tx.reads, gate, authority));
    const irreversible = isIrreversible(gate, goal, await scopesAtStake(tx.reads, gate.blocks));
    const meeting = meetAnswer(gate, input, { person, irreversible, now: tx.now });
    if (meeting.result !== 'counted') return told(gate, meeting, input.revision);
    const event = counted(gate, meeting, { person, allowed_by, actor: tx.actor, comment: input.comment });
    const view = await viewGate(tx, evolveGate(gate, event, placeOf(tx)));

    tx.append(goalStream(goal.id), event);

    return { result: 'counted', deliver_at: meeting.deliver_at, gate: view };
  },
});

export async function callingPerson(tx: Tx): Promise<Person> {
  const person = tx.actor.kind === 'person' ? await tx.reads.person(tx.actor.person) : undefined;
  if (person === undefined) throw new Error('only persons decide');
  return person;
}

export function notFor(gate: Gate, who: readonly Person[]): z.infer<typeof notYours> {
  return { result: 'not-yours', gate: gate.code, who: who.map(({ slug, name }) => ({ slug, name })) };
}

/** What to call when a change of mind comes too late to be an answer. */
export function correctionFor(gate: Gate): z.infer<typeof correction> {
  return { call: 'POST /v1/notes', body: { goal: gate.goal, text: `Correction of ${gate.code}: …` } };
}

type By = { readonly person: Person; readonly allowed_by: AllowedBy; readonly actor: Actor; readonly comment: string | undefined };

function counted(gate: Gate, meeting: Extract<Meeting, { result: 'counted' }>, by: By): GateEvent & { type: 'gate-answered' } {
  return {
    type: 'gate-answered',
    goal: gate.goal,
    gate: gate.id,
    ...meeting.choice,
    by: { person: by.person.id, name: by.person.name },
    allowed_by: by.allowed_by,
    deliver_at: meeting.deliver_at,
    where: whereOf(by.actor),
    ...(by.comment === undefined ? {} : { comment: by.comment }),
    revision: gate.revision,
  };
}

function whereOf(actor: Actor): { surface: string; link?: string } {
  if (actor.kind !== 'person') throw new Error('only persons decide');
  return { surface: actor.surface, ...(actor.link === undefined ? {} : { link: actor.link }) };
}

function told(gate: Gate, meeting: Exclude<Meeting, { result: 'counted' }>, seen: number): Answered {
  switch (meeting.result) {
    case 'already-decided':
      if (gate.state !== 'answered') throw new Error(`gate ${gate.code} is ${gate.state}, not answered`);
      return { result: 'already-decided', gate: gate.code, answer: gate.answer, correction: correctionFor(gate) };
    case 'question-changed': {
      const changed = gate.revisions.filter((made) => made.revision > seen).flatMap((made) => made.changed);
      return {
        result: 'question-changed',
        gate: gate.code,
        revision: gate.revision,
        question: gate.question,
        changed: [...new Set(changed)],
      };
    }
    case 'gate-closed':
      return { result: 'gate-closed', gate: gate.code, state: gate.state, why: whyClosed(gate) };
  }
}

function whyClosed(gate: Gate): string {
  if (gate.state === 'withdrawn') return gate.why;
  return gate.state === 'superseded' ? `superseded by ${gate.by_code}` : gate.state;
}
