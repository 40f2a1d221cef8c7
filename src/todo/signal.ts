import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { GoalId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import { instantText } from '../time.ts';

/** An outside event that a goal was told of: the newest value under its key. It frees waits on the key, also if it came first. */
export const signal = z.object({
  goal: idOf('goal'),
  key: z.string(),
  value: z.string().nullable(),
  at: instantText,
  times: z.number().int(),
});

export type Signal = z.infer<typeof signal>;

export type SignalEvent = {
  readonly type: 'signal-received';
  readonly goal: GoalId;
  readonly key: string;
  readonly value: string | null;
};

export function evolveSignal(before: Signal | undefined, event: SignalEvent, place: Place): Signal {
  return { goal: event.goal, key: event.key, value: event.value, at: place.at, times: (before?.times ?? 0) + 1 };
}
