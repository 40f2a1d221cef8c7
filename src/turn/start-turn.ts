import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import { goalStream, ref, slug } from '../ids.ts';
import { findLane } from '../lane/find-lane.ts';
import { isLapsed } from '../lease/rules.ts';
import { limits } from '../limits.ts';
import { minute } from '../time.ts';
import { defineVerb } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { awaitGates } from './await-gates.ts';
import { contextOf, seqOfCursor } from './context.ts';
import { nextCheckAt } from './next-check.ts';
import { replan, resume, run } from './open-turn.ts';
import type { Start } from './open-turn.ts';
import { pickWork } from './pick-work.ts';
import type { Picked } from './pick-work.ts';
import type { Reason } from './reasons.ts';
import type { TurnReply } from './reply.ts';
import { noQuota, turnReply } from './reply.ts';
import type { OpenTurn } from './turn.ts';
import { whyNot } from './why-not.ts';

const reasonsMax = 20;

/**
 * "May I work, and on what?" The first row of the turn table that fits decides. Only `run` and `replan` change anything,
 * and a preview nothing at all. Starting work delivers the answers that freed it, in the same transaction.
 */
export const startTurn = defineVerb({
  name: 'start-turn',
  summary: 'Ask whether to work and on what: run, wait, replan or stop, with the reasons.',
  callers: ['agent'],
  input: z.strictObject({
    goal: ref,
    lane: slug.optional(),
    estimate_minutes: z
      .number()
      .min(1)
      .max(24 * 60)
      .optional(),
    cursor: z.string().max(40).optional(),
    preview: z.boolean().default(false),
  }),
  output: turnReply,
  run: async (tx, input): Promise<TurnReply> => {
    const goal = await findGoal(tx, input.goal);
    const agent = tx.actor.kind === 'agent' ? await tx.reads.agent(tx.actor.agent) : undefined;
    if (agent === undefined) throw new Error('only agents start turns');
    const start: Start = {
      goal,
      agent,
      head: await tx.reads.head(goalStream(goal.id)),
      since: seqOfCursor(input.cursor),
      lane: input.lane === undefined ? undefined : (await findLane(tx.reads, goal, input.lane)).slug,
      estimateMs: (input.estimate_minutes ?? limits.estimateDefaultMs / minute) * minute,
      preview: input.preview,
    };

    const halt = haltReason(start);
    if (halt !== undefined) return stop(tx, start, halt);
    const open = await tx.reads.openTurnOf(goal.id, agent.id);
    if (open !== undefined && !isLapsed(open, tx.now)) return resume(tx, start, open);
    const pick = await pickWork(tx.reads, goal, agent, start.lane, tx.now);
    if (pick.todo !== undefined) return run(tx, start, pick.todo, pick, open);
    return waitOrReplan(tx, start, pick, open);
  },
});

function haltReason({ goal, agent }: Start): Reason | undefined {
  if (goal.state !== 'active') return { code: 'goal-not-active', text: `Goal ${goal.slug} is ${goal.state}.`, ref: goal.id };
  if (agent.state === 'active') return undefined;
  return { code: 'agent-suspended', text: `Agent ${agent.slug} is ${agent.state}.`, ref: agent.id };
}

async function stop(tx: Tx, start: Start, reason: Reason): Promise<TurnReply> {
  return {
    decision: 'stop',
    reasons: [reason],
    ...unchanged(tx, start),
    next_check_at: nextCheckAt('gate', start.goal.material_at, tx.now),
    context: await quietContext(tx, start),
  };
}

async function waitOrReplan(tx: Tx, start: Start, pick: Picked, lapsed: OpenTurn | undefined): Promise<TurnReply> {
  const { goal, lane } = start;
  const why = await whyNot(tx.reads, goal, lane, pick.obstructed, tx.now);
  const gateReasons = why.gates.map(
    (gate): Reason => ({ code: 'gate-open', text: `Gate ${gate.code} is open: ${gate.question}`, ref: gate.code }),
  );
  if (gateReasons.length + why.passing.length > 0) {
    const situation = gateReasons.length > 0 ? 'gate' : 'active';
    const checked = nextCheckAt(situation, goal.material_at, tx.now);
    return {
      decision: 'wait',
      reasons: atMost([...gateReasons, ...why.passing]),
      ...unchanged(tx, start),
      next_check_at: why.passesAt !== undefined && why.passesAt < checked ? why.passesAt : checked,
      ...(why.gates.length > 0 ? { gates: await awaitGates(tx, why.gates) } : {}),
      context: await quietContext(tx, start),
    };
  }
  return replan(tx, start, why.stuck, lapsed);
}

function unchanged(tx: Tx, { head }: Start): Pick<TurnReply, 'as_of' | 'quota'> {
  return { as_of: { seq: head.seq, hash: head.hash, now: tx.now }, quota: noQuota };
}

/** The reasons that come first, and how many more there are. */
function atMost(reasons: readonly Reason[]): Reason[] {
  const shown = reasons.slice(0, reasonsMax);
  const [next] = reasons.slice(reasonsMax);
  return next === undefined ? shown : [...shown, { code: next.code, text: `and ${reasons.length - reasonsMax} more reasons to wait.` }];
}

/** For decisions that change nothing: nothing undelivered is told, for telling would be an entry. */
async function quietContext(tx: Tx, start: Start): Promise<TurnReply['context']> {
  const context = await contextOf(tx.reads, start.goal, start.agent, undefined, { since: start.since, brought: undefined });
  return context(start.head.seq);
}
