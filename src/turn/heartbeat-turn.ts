import { z } from 'zod';
import { isEffective } from '../gate/gate.ts';
import { note } from '../goal/note.ts';
import { goalStream, idOf } from '../ids.ts';
import { isLapsed, leaseFrom } from '../lease/rules.ts';
import { appendHeld } from '../lease/release.ts';
import { Refusal } from '../refusal.ts';
import { defineVerb } from '../verb.ts';
import { answersFor, bring, notesFor, notesMax, toldUpTo, undelivered } from './context.ts';
import { findOwnTurn, refuseFenced } from './find-turn.ts';
import { deliveredAnswer, lease } from './reply.ts';

/** Renews the lease and brings news. Within the grace it still renews; after it the turn is over. */
export const heartbeatTurn = defineVerb({
  name: 'heartbeat-turn',
  summary: 'Renew the lease of a turn, and hear what is new: answers, notes, a request to stop.',
  callers: ['agent'],
  input: z.strictObject({ turn: idOf('turn'), fence: z.number().int() }),
  output: z.object({
    lease,
    news: z.object({ answers: z.array(deliveredAnswer), notes: z.array(note), stop: z.object({ why: z.string() }).nullable() }),
  }),
  run: async (tx, input) => {
    const { turn, goal, agent } = await findOwnTurn(tx, input.turn);
    refuseFenced(turn, input.fence);
    if (isLapsed(turn, tx.now)) {
      throw new Refusal(
        'turn-over',
        `The lease of turn ${turn.id} ended at ${turn.lease.expires_at} and its grace is over.`,
        'Start another: POST /v1/turns.',
      );
    }
    const todo = turn.todo === null ? undefined : await tx.reads.todo(turn.todo);
    const brought = await answersFor(tx.reads, goal, agent, todo, tx.now);
    const fresh = undelivered(brought.gates.filter((gate) => isEffective(gate, tx.now)));
    const notes = await tx.reads.notes(goal.id, turn.seen_seq, notesMax);
    const head = await tx.reads.head(goalStream(goal.id));
    const seen_seq = toldUpTo(notes, head.seq);
    const times = leaseFrom(tx.now, turn.ttl_ms, turn.ends_by);

    tx.append(goalStream(goal.id), { type: 'turn-renewed', goal: goal.id, turn: turn.id, todo: turn.todo, lease: times, seen_seq });
    appendHeld(tx, turn, times);
    for (const gate of fresh) tx.append(goalStream(goal.id), { type: 'answer-delivered', goal: goal.id, gate: gate.id, turn: turn.id });

    return {
      lease: { todo: turn.todo, ...times, resources: turn.resources },
      news: {
        answers: fresh.map((gate) => bring(gate, turn.freed_by.includes(gate.id))),
        notes: [...notesFor(notes, agent)],
        stop: stopRequest(goal.state, agent.state, todo?.state),
      },
    };
  },
});

function stopRequest(goal: string, agent: string, todo: string | undefined): { why: string } | null {
  if (goal !== 'active') return { why: `The goal is ${goal}.` };
  if (agent !== 'active') return { why: `The agent is ${agent}.` };
  return todo === undefined || todo === 'open' ? null : { why: `The todo is ${todo}.` };
}
