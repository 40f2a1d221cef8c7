import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { GateId, GoalId, TodoId, TurnId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import { lastMoment } from '../lease/rules.ts';
import { instantText, plusMs } from '../time.ts';

/** The deadlines of a lease: a heartbeat is expected by `heartbeat_by`, the lease ends at `expires_at`, and lapses at `grace_until`. */
export const leaseTimes = z.object({
  heartbeat_by: instantText,
  expires_at: instantText,
  grace_until: instantText,
});

export type LeaseTimes = z.infer<typeof leaseTimes>;

/** Why work went on beside a gate: the higher todo that the gate held back, and what was compared. */
export const fallback = z.object({
  gate: idOf('gate'),
  todo: idOf('todo'),
  scopes_disjoint: z.boolean(),
  needs_disjoint: z.boolean(),
});

export type Fallback = z.infer<typeof fallback>;

export const outcomes = ['progress', 'completed', 'no_change', 'blocked', 'failed'] as const;

export const uses = ['used', 'not-needed', 'later'] as const;

const started = {
  id: idOf('turn'),
  goal: idOf('goal'),
  agent: idOf('agent'),
  kind: z.enum(['work', 'replan']),
  todo: idOf('todo').nullable(),
  lane: z.string().nullable(),
  resources: z.array(z.string()),
  fence: z.number().int(),
  ttl_ms: z.number().int(),
  lease: leaseTimes,
  /** Gates whose go freed the todo and whose answer no commit has accounted for. */
  freed_by: z.array(idOf('gate')),
  fallback_of: fallback.nullable(),
  /** The goal's seq up to which the agent was told of answers and notes. */
  seen_seq: z.number().int(),
  started_at: instantText,
  /** No renewal takes the lease past this moment. */
  ends_by: instantText,
  resumed: z.number().int(),
};

/** One bounded run by one agent. */
export const turn = z.discriminatedUnion('state', [
  z.object({ ...started, state: z.literal('open') }),
  z.object({ ...started, state: z.literal('landed'), ended_at: instantText, outcome: z.enum(outcomes), summary: z.string() }),
  z.object({ ...started, state: z.literal('aborted'), ended_at: instantText, reason: z.string() }),
  z.object({ ...started, state: z.literal('lapsed'), ended_at: instantText }),
]);

export type Turn = z.infer<typeof turn>;

export type OpenTurn = Extract<Turn, { state: 'open' }>;

type Started = Pick<
  OpenTurn,
  'goal' | 'agent' | 'kind' | 'todo' | 'lane' | 'resources' | 'fence' | 'ttl_ms' | 'lease' | 'freed_by' | 'fallback_of' | 'seen_seq'
>;

/** A turn names its todo and lane in every event, so that their rows can be found from the entry alone. */
type Of = { readonly goal: GoalId; readonly turn: TurnId; readonly todo: TodoId | null };

export type TurnEvent =
  | ({ readonly type: 'turn-started'; readonly turn: TurnId } & Started)
  | ({ readonly type: 'turn-resumed'; readonly fence: number; readonly lease: LeaseTimes } & Of)
  | ({ readonly type: 'turn-renewed'; readonly lease: LeaseTimes; readonly seen_seq: number } & Of)
  | ({
      readonly type: 'turn-committed';
      readonly lane: string | null;
      readonly outcome: (typeof outcomes)[number];
      readonly summary: string;
      readonly evidence: readonly string[];
      readonly used_answers: readonly { readonly gate: GateId; readonly use: (typeof uses)[number]; readonly how: string }[];
      readonly vision: { readonly changed: string; readonly why: string } | null;
      readonly replan: { readonly change: string; readonly why: string } | null;
      readonly handoff: { readonly to: string | null; readonly text: string } | null;
      readonly spend: { readonly minutes?: number; readonly tokens?: number; readonly usd?: number } | null;
    } & Of)
  | ({ readonly type: 'turn-aborted'; readonly reason: string } & Of)
  | ({ readonly type: 'lease-lapsed'; readonly agent: string; readonly fence: number } & Of)
  | {
      readonly type: 'deadlines-moved';
      readonly goal: GoalId;
      readonly by_ms: number;
      readonly turns: readonly { readonly turn: TurnId; readonly todo: TodoId | null }[];
      readonly gates: readonly GateId[];
    };

export function evolveTurn(before: Turn | undefined, event: TurnEvent, place: Place): Turn {
  if (event.type === 'turn-started') {
    const { type: _, turn: id, ...rest } = event;
    return { id, ...rest, state: 'open', started_at: place.at, ends_by: lastMoment(place.at), resumed: 0 };
  }
  if (before?.state !== 'open') throw new Error(`${event.type} came to a turn that is not open`);
  switch (event.type) {
    case 'turn-resumed':
      return { ...before, fence: event.fence, lease: event.lease, resumed: before.resumed + 1 };
    case 'turn-renewed':
      return { ...before, lease: event.lease, seen_seq: event.seen_seq };
    case 'turn-committed':
      return { ...before, state: 'landed', ended_at: place.at, outcome: event.outcome, summary: event.summary };
    case 'turn-aborted':
      return { ...before, state: 'aborted', ended_at: place.at, reason: event.reason };
    case 'lease-lapsed':
      return { ...before, state: 'lapsed', ended_at: place.at };
    case 'deadlines-moved':
      return { ...before, ends_by: plusMs(before.ends_by, event.by_ms), lease: movedBy(before.lease, event.by_ms) };
  }
}

export function movedBy(lease: LeaseTimes, ms: number): LeaseTimes {
  return {
    heartbeat_by: plusMs(lease.heartbeat_by, ms),
    expires_at: plusMs(lease.expires_at, ms),
    grace_until: plusMs(lease.grace_until, ms),
  };
}
