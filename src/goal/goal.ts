import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { GoalId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import { instantText } from '../time.ts';

export const goalStates = ['active', 'paused', 'completed', 'archived'] as const;

/** A durable objective. `fence` is the goal's one fence counter; `material_at` the last change that a waiting agent would care about and may know of: a held answer is none. */
export const goal = z.object({
  id: idOf('goal'),
  slug: z.string(),
  title: z.string(),
  vision: z.string(),
  invariants: z.array(z.string()),
  acceptance: z.array(z.string()),
  owners: z.array(idOf('person')),
  time_zone: z.string(),
  guarded_scopes: z.array(z.string()),
  irreversible_scopes: z.array(z.string()),
  state: z.enum(goalStates),
  fence: z.number().int(),
  created_at: instantText,
  changed_at: instantText,
  changed_seq: z.number().int(),
  material_at: instantText,
});

export type Goal = z.infer<typeof goal>;

type Described = Pick<
  Goal,
  'title' | 'vision' | 'invariants' | 'acceptance' | 'owners' | 'time_zone' | 'guarded_scopes' | 'irreversible_scopes' | 'state'
>;

export type GoalEvent =
  | ({ readonly type: 'goal-created'; readonly goal: GoalId; readonly slug: string } & Described)
  | { readonly type: 'goal-changed'; readonly goal: GoalId; readonly changes: Partial<Described> };

type Touching =
  | GoalEvent
  | { readonly type: 'turn-started' | 'turn-resumed'; readonly fence: number }
  | { readonly type: 'turn-committed' | 'answer-delivered' | 'signal-received' | 'note-left' | 'todo-added' };

export function evolveGoal(before: Goal | undefined, event: Touching, place: Place): Goal {
  if (event.type === 'goal-created') {
    const { type: _, goal: id, ...described } = event;
    return {
      id,
      ...described,
      fence: 0,
      created_at: place.at,
      changed_at: place.at,
      changed_seq: place.seq,
      material_at: place.at,
    };
  }
  if (before === undefined) throw new Error(`${event.type} came before its goal was created`);
  switch (event.type) {
    case 'goal-changed':
      return { ...before, ...event.changes, changed_at: place.at, changed_seq: place.seq, material_at: place.at };
    case 'turn-started':
    case 'turn-resumed':
      return { ...before, fence: event.fence };
    case 'turn-committed':
    case 'answer-delivered':
    case 'signal-received':
    case 'note-left':
    case 'todo-added':
      return { ...before, material_at: place.at };
  }
}
