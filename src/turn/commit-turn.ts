import { z } from 'zod';
import { evidence as keptEvidence } from '../evidence/evidence.ts';
import type { Evidence, Proof } from '../evidence/evidence.ts';
import { prepareEvidence } from '../evidence/prepare-evidence.ts';
import type { PreparedEvidence } from '../evidence/prepare-evidence.ts';
import { appendGate, gateOf } from '../gate/ask-gate.ts';
import { gateView, viewGates } from '../gate/gate-view.ts';
import { gateNumbers, prepareGate } from '../gate/prepare-gate.ts';
import type { PreparedGate } from '../gate/prepare-gate.ts';
import type { Goal } from '../goal/goal.ts';
import type { GateId } from '../ids.ts';
import { goalStream, idOf } from '../ids.ts';
import { receipt } from '../ledger/entry.ts';
import { isLapsed } from '../lease/rules.ts';
import { appendFreed, appendLapse } from '../lease/release.ts';
import { limits } from '../limits.ts';
import { findAgent } from '../people/find-agent.ts';
import { Refusal } from '../refusal.ts';
import { instantText } from '../time.ts';
import type { TodoEvent } from '../todo/todo.ts';
import { defineVerb } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { commitInput } from './commit-input.ts';
import type { CommitInput } from './commit-input.ts';
import { prepareTodoChanges } from './commit-todos.ts';
import { findOwnTurn, refuseFenced } from './find-turn.ts';
import { refuseUnmet } from './meet-acceptance.ts';
import { nextCheckAt } from './next-check.ts';
import { noQuota, quota } from './reply.ts';
import type { OpenTurn, TurnEvent } from './turn.ts';

const committed = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('landed'),
    receipt,
    todo: z.object({ id: idOf('todo'), title: z.string(), state: z.enum(['open', 'completed', 'dropped']) }).nullable(),
    added: z.array(idOf('todo')),
    gates: z.array(gateView),
    evidence: z.array(idOf('evidence')),
    quota,
    next_check_at: instantText,
  }),
  z.object({
    result: z.literal('too-late'),
    holder: z.object({ agent: z.string(), turn: idOf('turn') }).nullable(),
    evidence: z.array(keptEvidence.shape.id),
  }),
]);

type Committed = z.infer<typeof committed>;

/** All that a commit brings, checked whole before anything is appended. */
type Prepared = {
  readonly evidence: PreparedEvidence;
  readonly used: TurnCommitted['used_answers'];
  readonly todos: readonly TodoEvent[];
  readonly gates: readonly PreparedGate[];
  readonly event: TurnCommitted;
};

type TurnCommitted = TurnEvent & { type: 'turn-committed' };

/** Checked whole, lands whole. A commit after the lapse lands nothing but its evidence, kept unattached. */
export const commitTurn = defineVerb({
  name: 'commit-turn',
  summary: 'Write back what a turn did: outcome, evidence, how answers were used, todo changes, questions to ask.',
  callers: ['agent'],
  input: commitInput,
  output: committed,
  run: async (tx, input): Promise<Committed> => {
    const { turn, goal } = await findOwnTurn(tx, input.turn);
    if (turn.state === 'lapsed') return tooLate(tx, goal, turn, input);
    if (turn.state === 'open' && isLapsed(turn, tx.now)) return tooLate(tx, goal, turn, input);
    refuseFenced(turn, input.fence);
    const prepared = await prepare(tx, goal, turn, input);
    const todo = turn.todo === null ? undefined : await tx.reads.todo(turn.todo);
    const gates = await viewGates(
      tx,
      prepared.gates.map((gate) => gateOf(tx, gate)),
    );

    const landed = land(tx, goal, turn, prepared);

    const dropped = prepared.todos.some((event) => event.type === 'todo-dropped' && event.todo === turn.todo);
    return {
      result: 'landed',
      receipt: landed,
      todo:
        todo === undefined
          ? null
          : { id: todo.id, title: todo.title, state: input.outcome === 'completed' ? 'completed' : dropped ? 'dropped' : todo.state },
      added: prepared.todos.flatMap((event) => (event.type === 'todo-added' ? [event.todo] : [])),
      gates: [...gates],
      evidence: [...prepared.evidence.ids],
      quota: noQuota,
      next_check_at: nextCheckAt('active', tx.now, tx.now),
    };
  },
});

async function prepare(tx: Tx, goal: Goal, turn: OpenTurn, input: CommitInput): Promise<Prepared> {
  const evidence = await prepareEvidence(tx, goal, input.evidence, { turn: turn.id, todo: turn.todo, attached: true });
  const used = await accountFor(tx, turn, input.used_answers);
  if (input.outcome === 'completed') await refuseIncomplete(tx, goal, turn, input);
  const todos = await prepareTodoChanges(tx, goal, turn, input.todos);
  const gates = await prepareGates(tx, goal, turn, input.ask);
  const handoff =
    input.handoff === undefined
      ? null
      : { to: input.handoff.to === undefined ? null : (await findAgent(tx.reads, input.handoff.to)).slug, text: input.handoff.text };
  const event: TurnCommitted = {
    type: 'turn-committed',
    goal: goal.id,
    turn: turn.id,
    todo: turn.todo,
    lane: turn.lane,
    outcome: input.outcome,
    summary: input.summary,
    evidence: [...evidence.ids],
    used_answers: used,
    vision: input.vision === 'kept' ? null : input.vision,
    replan: input.replan ?? null,
    handoff,
    spend: spendOf(input.spend),
  };
  return { evidence, used, todos, gates, event };
}

/** Gates are counted only when there are some to ask: most commits ask none. */
async function prepareGates(tx: Tx, goal: Goal, turn: OpenTurn, ask: CommitInput['ask']): Promise<readonly PreparedGate[]> {
  if (ask.length === 0) return [];
  const numbers = await gateNumbers(tx.reads, goal);
  const gates: PreparedGate[] = [];
  for (const { goal: named, ...asked } of ask) {
    refuseOtherGoal(goal, named);
    gates.push(await prepareGate(tx, goal, asked, { turn: turn.id, todo: turn.todo }, numbers));
  }
  refuseSameKeys(ask.map((asked) => asked.key));
  return gates;
}

function refuseOtherGoal(goal: Goal, named: string | undefined): void {
  if (named === undefined || named === goal.id || named === goal.slug) return;
  throw new Refusal(
    'bad-input',
    `A commit asks in the goal of its turn, ${goal.slug}; "${named}" came.`,
    'Leave goal out, or ask there with POST /v1/gates.',
  );
}

function land(tx: Tx, goal: Goal, turn: OpenTurn, { evidence, used, todos, gates, event }: Prepared): z.infer<typeof receipt> {
  const stream = goalStream(goal.id);
  for (const added of evidence.added) tx.append(stream, added);
  for (const { gate, use, how } of used) tx.append(stream, { type: 'answer-used', goal: goal.id, gate, turn: turn.id, use, how });
  for (const changed of todos) tx.append(stream, changed);
  for (const gate of gates) if (!('known' in gate)) appendGate(tx, gate);
  const landed = tx.append(stream, event);
  appendFreed(tx, turn);
  return landed;
}

/** Says for each answer how it was used; each one that freed the todo has to be accounted for. */
async function accountFor(tx: Tx, turn: OpenTurn, given: CommitInput['used_answers']): Promise<TurnCommitted['used_answers']> {
  const used: { gate: GateId; use: (typeof given)[number]['use']; how: string }[] = [];
  for (const { gate: named, use, how } of given) {
    const gate = await tx.reads.gate(named);
    if (gate?.goal !== turn.goal || gate.state !== 'answered' || gate.answer.delivered_at === undefined) {
      throw new Refusal(
        'bad-input',
        `used_answers names "${named}", which is no answer that was delivered in this goal.`,
        'Name gates of context.answers.',
      );
    }
    if (used.some((one) => one.gate === gate.id)) {
      throw new Refusal('bad-input', `used_answers names gate ${gate.code} twice.`, 'Say once how each answer was used.');
    }
    used.push({ gate: gate.id, use, how });
  }
  const missing = turn.freed_by.filter((gate) => !used.some((one) => one.gate === gate));
  if (missing.length === 0) return used;
  const codes: string[] = [];
  for (const id of missing) codes.push((await tx.reads.gate(id))?.code ?? id);
  throw new Refusal(
    'answers-unaccounted',
    `The answers of ${codes.join(', ')} freed this todo, and used_answers does not say what became of them.`,
    'Add {gate, use: "used" | "not-needed" | "later", how} for each.',
    { gates: codes },
  );
}

async function refuseIncomplete(tx: Tx, goal: Goal, turn: OpenTurn, input: CommitInput): Promise<void> {
  const todo = turn.todo === null ? undefined : await tx.reads.todo(turn.todo);
  if (todo === undefined)
    throw new Refusal('bad-input', 'A replan turn has no todo that could be completed.', 'Commit "progress" or "no_change".');
  if (todo.state !== 'open') throw new Refusal('wrong-state', `Todo ${todo.id} is ${todo.state}.`, 'Commit "no_change".');
  const earlier: readonly Evidence[] = await tx.reads.newestEvidence(goal.id, { todo: todo.id, after: 0 }, limits.evidencePerCommitMax);
  const proofs: Proof[] = [...input.evidence, ...earlier.map((kept) => kept.proof)];
  refuseUnmet(todo, proofs);
  if (input.todos.drop.some(({ id }) => id === todo.id)) {
    throw new Refusal(
      'bad-input',
      `Todo ${todo.id} is both completed and dropped by this commit.`,
      'Leave it out of todos.drop, or commit another outcome.',
    );
  }
}

/** The lease lapsed: nothing lands but the evidence, and the caller hears who holds the work now. */
async function tooLate(
  tx: Tx,
  goal: Goal,
  turn: Exclude<Awaited<ReturnType<typeof findOwnTurn>>['turn'], { state: 'landed' | 'aborted' }>,
  input: CommitInput,
): Promise<Committed> {
  const evidence = await prepareEvidence(tx, goal, input.evidence, { turn: turn.id, todo: turn.todo, attached: false });
  const lease = turn.todo === null ? null : ((await tx.reads.todo(turn.todo))?.lease ?? null);
  const other = lease === null || lease.turn === turn.id || lease.until <= tx.now ? null : lease;
  const holder = other === null ? null : { agent: (await tx.reads.agent(other.agent))?.slug ?? other.agent, turn: other.turn };

  if (turn.state === 'open') appendLapse(tx, turn);
  for (const event of evidence.added) tx.append(goalStream(goal.id), event);

  return { result: 'too-late', holder, evidence: [...evidence.ids] };
}

function refuseSameKeys(keys: readonly string[]): void {
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw new Refusal('bad-input', `Two gates of this commit have the key "${twice}".`, 'Give each its own key.');
}

function spendOf(spend: CommitInput['spend']): TurnCommitted['spend'] {
  if (spend === undefined) return null;
  const { minutes, tokens, usd } = spend;
  return {
    ...(minutes === undefined ? {} : { minutes }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(usd === undefined ? {} : { usd }),
  };
}
