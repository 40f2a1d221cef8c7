import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { GoalId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import { instantText } from '../time.ts';
import type { TurnEvent } from '../turn/turn.ts';

/** One stream of work inside a goal, named by its slug. `served` counts turns started; whether a lane is blocked is derived. */
export const lane = z.object({
  goal: idOf('goal'),
  slug: z.string(),
  title: z.string(),
  weight: z.number().int(),
  served: z.number().int(),
  /** What the agent of the lane's last landed turn left for the next. */
  handoff: z.object({ turn: idOf('turn'), by: z.string(), to: z.string().nullable(), text: z.string(), at: instantText }).nullable(),
  created_at: instantText,
  seq: z.number().int(),
});

export type Lane = z.infer<typeof lane>;

export type LaneEvent =
  | ({ readonly type: 'lane-added' } & Pick<Lane, 'goal' | 'slug' | 'title' | 'weight'>)
  | {
      readonly type: 'lane-changed';
      readonly goal: GoalId;
      readonly lane: string;
      readonly changes: Partial<Pick<Lane, 'title' | 'weight'>>;
    };

type Touching = LaneEvent | Extract<TurnEvent, { type: 'turn-started' | 'turn-committed' }>;

export function evolveLane(before: Lane | undefined, event: Touching, place: Place): Lane {
  if (event.type === 'lane-added') {
    const { type: _, ...described } = event;
    return { ...described, served: 0, handoff: null, created_at: place.at, seq: place.seq };
  }
  if (before === undefined) throw new Error(`${event.type} came before its lane was added`);
  switch (event.type) {
    case 'lane-changed':
      return { ...before, ...event.changes };
    case 'turn-started':
      return { ...before, served: before.served + 1 };
    case 'turn-committed':
      if (event.handoff === null) return before;
      return { ...before, handoff: { turn: event.turn, by: place.actor, ...event.handoff, at: place.at } };
  }
}
