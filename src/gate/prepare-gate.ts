import { prepareEvidence } from '../evidence/prepare-evidence.ts';
import type { PreparedEvidence } from '../evidence/prepare-evidence.ts';
import type { Goal } from '../goal/goal.ts';
import type { TodoId, TurnId } from '../ids.ts';
import { findLane } from '../lane/find-lane.ts';
import { limits } from '../limits.ts';
import { findPeople } from '../people/find-people.ts';
import type { Reads } from '../ports.ts';
import { overLimit, Refusal } from '../refusal.ts';
import type { Instant } from '../time.ts';
import { needed, sorted } from '../todo/todo-input.ts';
import type { Tx } from '../verb.ts';
import { placeOf } from '../verb.ts';
import { authorityOf, whoCanAnswer } from './authority.ts';
import type { Blocks, Gate, GateEvent } from './gate.ts';
import { evolveGate } from './gate.ts';
import type { GateInput } from './gate-input.ts';
import { refuseVague } from './rules.ts';
import { scopesAtStake } from './scopes-at-stake.ts';

/** A question made ready: a new one with its entries, or the one that its key named before. */
export type PreparedGate =
  | { readonly known: Gate }
  | { readonly asked: GateEvent & { type: 'gate-asked' }; readonly evidence: PreparedEvidence };

/** Numbers for new gates of one command, counted on from the newest of the installation. */
export type GateNumbers = { next: number; open: number };

export async function gateNumbers(reads: Reads, goal: Goal): Promise<GateNumbers> {
  return { next: (await reads.lastGateNumber()) + 1, open: await reads.openGateCount(goal.id) };
}

/** Checks the whole question and who could answer it. Reads only. */
export async function prepareGate(
  tx: Tx,
  goal: Goal,
  input: GateInput,
  from: { readonly turn: TurnId | null; readonly todo: TodoId | null },
  numbers: GateNumbers,
): Promise<PreparedGate> {
  const blocks = await blocksOf(tx.reads, goal, input.blocks);
  const answerers = await answerersOf(tx.reads, input.answerers);
  const content_hash = contentHash(tx, input);
  const known = await tx.reads.gateByKey(goal.id, input.key);
  if (known !== undefined) return { known: sameContent(known, content_hash) };

  refuseVague(input.question, input.answer, blocks);
  await refuseSoftRisk(tx.reads, goal, blocks, input.risk);
  if (input.deadline !== undefined) refusePast(input.deadline, tx.now);
  if (numbers.open >= limits.openGatesPerGoalMax)
    throw overLimit(`open gates in goal ${goal.slug}`, limits.openGatesPerGoalMax, numbers.open + 1);
  const evidence = await prepareEvidence(tx, goal, input.evidence, { ...from, attached: true });
  const number = numbers.next++;
  numbers.open += 1;
  const asked: GateEvent & { type: 'gate-asked' } = {
    type: 'gate-asked',
    goal: goal.id,
    gate: tx.newId('gate'),
    code: `g${number}`,
    number,
    key: input.key,
    content_hash,
    question: input.question,
    context: input.context ?? null,
    expects: input.answer,
    blocks,
    risk: input.risk,
    answerers,
    no_self_answer: input.no_self_answer,
    evidence: [...evidence.ids],
    asker: tx.actor.kind === 'agent' ? tx.actor.agent : null,
    asked_in: from.turn,
    due_at: input.deadline ?? null,
  };
  await refuseNobody(tx, goal, evolveGate(undefined, asked, placeOf(tx)));
  return { asked, evidence };
}

/** What is blocked, checked against the goal; a todo with the revision it has now. */
export async function blocksOf(reads: Reads, goal: Goal, input: GateInput['blocks']): Promise<Blocks> {
  const lanes = sorted(input.lanes);
  for (const lane of lanes) await findLane(reads, goal, lane);
  const todos = await needed(reads, goal, sorted(input.todos));
  return { lanes, todos: todos.map(({ id, revision }) => ({ id, revision })), scopes: sorted(input.scopes) };
}

export async function answerersOf(reads: Reads, input: GateInput['answerers']): Promise<Gate['answerers']> {
  if (input === undefined) return null;
  const people = await findPeople(reads, input.people);
  return { people: people.map((person) => person.id), roles: input.roles };
}

export async function refuseNobody(tx: Tx, goal: Goal, gate: Gate): Promise<void> {
  const who = await whoCanAnswer(tx.reads, gate, await authorityOf(tx.reads, gate, goal));
  if (who.length > 0) return;
  const named =
    gate.answerers === null
      ? `goal ${goal.slug} has no active owner who may`
      : 'none of the named people or roles is an active person who may';
  throw new Refusal(
    'nobody-can-answer',
    `Nobody could answer this gate: ${named}.`,
    'Name answerers, or ask an operator to give the goal an owner.',
  );
}

/** What goes under an irreversible scope cannot be asked as if it could be undone. */
export async function refuseSoftRisk(reads: Reads, goal: Goal, blocks: Blocks, risk: Gate['risk']): Promise<void> {
  const scope = (await scopesAtStake(reads, blocks)).find((opened) => goal.irreversible_scopes.includes(opened));
  if (scope === undefined || risk === 'irreversible') return;
  throw new Refusal(
    'bad-input',
    `Scope ${scope} is listed as irreversible in goal ${goal.slug}; the gate says reversible.`,
    'Ask it with risk: "irreversible".',
  );
}

export function refusePast(deadline: Instant, now: Instant): void {
  if (deadline > now) return;
  throw new Refusal('bad-input', `The deadline ${deadline} is not after now (${now}).`, 'Give a later time, or leave it out.');
}

function contentHash(tx: Tx, input: GateInput): string {
  const { key: _, ...content } = input;
  return tx.digest(JSON.parse(JSON.stringify(content)));
}

function sameContent(known: Gate, content_hash: string): Gate {
  if (known.content_hash === content_hash) return known;
  throw new Refusal(
    'gate-key-mismatch',
    `Key "${known.key}" named gate ${known.code} ("${known.question}") before, with other content.`,
    `Revise it: POST /v1/gates/${known.code}/revise. Or use another key for another question.`,
    { gate: known.code },
  );
}
