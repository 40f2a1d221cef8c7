import { z } from 'zod';
import { evidence } from '../evidence/evidence.ts';
import { lets } from '../gate/gate.ts';
import { note } from '../goal/note.ts';
import { idOf } from '../ids.ts';
import { instantText } from '../time.ts';
import { todo } from '../todo/todo.ts';
import { reason } from './reasons.ts';
import { fallback } from './turn.ts';

/** An answer, as it is brought to an agent. `freed`: it let the todo of this turn go, so the commit says how it was used. */
export const deliveredAnswer = z.object({
  gate: z.string(),
  gate_id: idOf('gate'),
  question: z.string(),
  option: z.string().optional(),
  label: z.string().optional(),
  effect: z.string().optional(),
  value: z.string().optional(),
  lets,
  by: z.string(),
  comment: z.string().optional(),
  at: instantText,
  freed: z.boolean(),
});

export type DeliveredAnswer = z.infer<typeof deliveredAnswer>;

export const handoff = z.object({ turn: idOf('turn'), by: z.string(), to: z.string().nullable(), text: z.string(), at: instantText });

/** What a fresh session needs to go on. With a cursor, only what came since. */
export const context = z.object({
  goal: z.object({ slug: z.string(), title: z.string(), vision: z.string(), acceptance: z.array(z.string()) }).optional(),
  invariants: z.array(z.string()).optional(),
  answers: z.array(deliveredAnswer),
  notes: z.array(note),
  evidence: z.array(evidence),
  handoff: handoff.optional(),
  cursor: z.string(),
});

export const awaitedGate = z.object({
  code: z.string(),
  question: z.string(),
  state: z.string(),
  asked_at: instantText,
  asked: z.array(z.string()),
  delivered: z.boolean(),
});

export const asOf = z.object({ seq: z.number().int(), hash: z.string(), now: instantText });

export const quota = z.object({ frees_at: instantText.nullable(), left: z.record(z.string(), z.number()) });

/** Quotas come with a later part: nothing is limited yet, so nothing frees and nothing is left over. */
export const noQuota: z.infer<typeof quota> = { frees_at: null, left: {} };

export const lease = z.object({
  todo: idOf('todo').nullable(),
  expires_at: instantText,
  heartbeat_by: instantText,
  grace_until: instantText,
  resources: z.array(z.string()),
});

export const turnReply = z.object({
  decision: z.enum(['run', 'wait', 'stop', 'replan']),
  kind: z.enum(['work', 'replan']).optional(),
  reasons: z.array(reason),
  as_of: asOf,
  next_check_at: instantText,
  turn: z
    .object({ id: idOf('turn'), fence: z.number().int(), started_at: instantText, deadline: instantText, resumed: z.boolean() })
    .optional(),
  lease: lease.optional(),
  todo: todo.optional(),
  fallback_of: z
    .object({
      gate: z.string(),
      todo: z.string(),
      proof: fallback.pick({ scopes_disjoint: true, needs_disjoint: true }).extend({ entry: z.string().nullable() }),
    })
    .optional(),
  gates: z.array(awaitedGate).optional(),
  context,
  quota,
});

export type TurnReply = z.infer<typeof turnReply>;
