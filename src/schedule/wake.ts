import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { AgentId, GoalId, ScheduleId, TodoId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import type { Instant } from '../time.ts';
import { instantText } from '../time.ts';

/** That an idle agent was told of work, once for each agent and goal: what a long-poll of the agent ends on. */
export const waking = z.object({
  goal: idOf('goal'),
  agent: idOf('agent'),
  slot: instantText,
  todo: idOf('todo'),
  at: instantText,
  seq: z.number().int(),
});

export type Waking = z.infer<typeof waking>;

/** Agents that had work they could take and no open turn when a slot came. */
export type WakeEvent = {
  readonly type: 'agents-woken';
  readonly goal: GoalId;
  readonly schedule: ScheduleId;
  readonly slot: Instant;
  readonly agents: readonly { readonly agent: AgentId; readonly todo: TodoId }[];
};

export function evolveWaking({ goal, slot, agents }: WakeEvent, agent: AgentId, place: Place): Waking {
  const woken = agents.find((one) => one.agent === agent);
  if (woken === undefined) throw new Error(`agents-woken does not name ${agent}`);
  return { goal, agent, slot, todo: woken.todo, at: place.at, seq: place.seq };
}

/** A call to an agent's wake_url: an operational row. `id` is the same at every attempt, so that a receiver can tell a repeat. */
export const wake = z.object({
  id: z.string(),
  agent: idOf('agent'),
  goal: idOf('goal'),
  slot: instantText,
  state: z.enum(['wanted', 'delivered', 'given-up']),
  attempts: z.number().int(),
  reason: z.string().nullable(),
  due_at: instantText,
  at: instantText,
});

export type Wake = z.infer<typeof wake>;

/** What became of one attempt. */
export type WakeProgress =
  | { readonly state: 'delivered' }
  | { readonly state: 'wanted'; readonly reason: string; readonly due_at: Instant }
  | { readonly state: 'given-up'; readonly reason: string };

/** The calls that are due, as the loop sees them. */
export type Wakes = {
  due(now: Instant, limit: number): Promise<readonly Wake[]>;
  /** Records an attempt; false when another call took the place of this one meanwhile. */
  mark(wake: Pick<Wake, 'id' | 'attempts'>, progress: WakeProgress): Promise<boolean>;
};
