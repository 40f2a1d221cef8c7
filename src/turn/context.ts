import type { z } from 'zod';
import type { AnsweredGate } from '../gate/gate.ts';
import { goAt, isAccountedFor, isEffective } from '../gate/gate.ts';
import type { Goal } from '../goal/goal.ts';
import type { GateId } from '../ids.ts';
import type { Agent } from '../people/agent.ts';
import type { Note } from '../goal/note.ts';
import type { Reads } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import type { Instant } from '../time.ts';
import type { Todo } from '../todo/todo.ts';
import type { context, DeliveredAnswer } from './reply.ts';

export const notesMax = 50;
const newestNotesMax = 10;
const evidenceMax = 10;

/** Up to which seq of the goal the caller was told; 0 without a cursor. */
export function seqOfCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const seq = /^s(\d{1,15})$/.exec(cursor)?.[1];
  if (seq === undefined) {
    throw new Refusal(
      'bad-input',
      `The cursor "${cursor}" is not one of ours.`,
      'Send the cursor of the last reply, or none for the whole context.',
    );
  }
  return Number(seq);
}

function cursorOf(seq: number): string {
  return `s${seq}`;
}

/** Answers that this turn brings: those that cover its todo, and those to what the agent asked. */
export type Brought = {
  readonly gates: readonly AnsweredGate[];
  /** Go answers that freed the todo and that no commit has accounted for yet. */
  readonly freedBy: readonly GateId[];
};

export async function answersFor(reads: Reads, goal: Goal, agent: Agent, todo: Todo | undefined, now: Instant): Promise<Brought> {
  const covering = todo === undefined ? [] : await reads.gatesCovering(goal.id, { lane: todo.lane, todo: todo.id, scopes: todo.scopes });
  const own = await reads.undeliveredTo(goal.id, agent.id);
  const effective = [...covering, ...own].filter((gate): gate is AnsweredGate => isEffective(gate, now));
  const unaccounted = [...new Map(effective.map((gate) => [gate.id, gate])).values()].filter((gate) => !isAccountedFor(gate));
  const coveringIds = new Set(covering.map((gate) => gate.id));
  const freed = unaccounted.filter((gate) => coveringIds.has(gate.id) && goAt(gate) !== null);
  return { gates: unaccounted, freedBy: freed.map((gate) => gate.id) };
}

/** Answers among these that nobody was told of yet: telling them is an entry. */
export function undelivered(gates: readonly AnsweredGate[]): readonly AnsweredGate[] {
  return gates.filter((gate) => gate.answer.delivered_at === undefined);
}

export function bring(gate: AnsweredGate, freed: boolean): DeliveredAnswer {
  const { answer } = gate;
  const option = gate.expects.kind === 'choice' ? gate.expects.options.find((one) => one.key === answer.option) : undefined;
  return {
    gate: gate.code,
    gate_id: gate.id,
    question: gate.question,
    ...(option === undefined ? {} : { option: option.key, label: option.label, effect: option.effect }),
    ...(answer.value === undefined ? {} : { value: answer.value }),
    lets: answer.lets,
    by: answer.by.name,
    ...(answer.comment === undefined ? {} : { comment: answer.comment }),
    at: answer.at,
    freed,
  };
}

/** Notes that this agent is to read. One for a lane is told to all: the cursor moves past it, and the agent may work there next. */
export function notesFor(notes: readonly Note[], agent: Agent): readonly Note[] {
  return notes.filter((note) => note.to === null || note.to === agent.id);
}

/** Up to which seq the agent is told, when these notes are all it gets now: the rest comes with the next cursor. */
export function toldUpTo(notes: readonly Note[], headSeq: number): number {
  return notes.length < notesMax ? headSeq : (notes.at(-1)?.seq ?? headSeq);
}

/** The packet of what the agent needs, once it is known at which seq of the goal it is told. */
export async function contextOf(
  reads: Reads,
  goal: Goal,
  agent: Agent,
  todo: Todo | undefined,
  about: { readonly since: number; readonly brought: Brought | undefined },
): Promise<(headSeq: number) => z.infer<typeof context>> {
  const { since, brought } = about;
  const notes = since === 0 ? await reads.newestNotes(goal.id, newestNotesMax) : await reads.notes(goal.id, since, notesMax);
  const evidence = await reads.newestEvidence(goal.id, { todo: todo?.id, after: since }, evidenceMax);
  // All lanes, because picking work has read them: the same read again costs nothing.
  const lane = todo === undefined ? undefined : (await reads.lanes(goal.id)).find(({ slug }) => slug === todo.lane);
  const described = { slug: goal.slug, title: goal.title, vision: goal.vision, acceptance: goal.acceptance };
  return (headSeq) => ({
    ...(goal.changed_seq > since ? { goal: described, invariants: goal.invariants } : {}),
    answers: (brought?.gates ?? []).map((gate) => bring(gate, brought?.freedBy.includes(gate.id) ?? false)),
    notes: [...notesFor(notes, agent)],
    evidence: [...evidence],
    ...(lane?.handoff ? { handoff: lane.handoff } : {}),
    cursor: cursorOf(since === 0 ? headSeq : toldUpTo(notes, headSeq)),
  });
}
