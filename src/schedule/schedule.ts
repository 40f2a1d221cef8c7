import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { DigestId, GoalId, ScheduleId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import type { Instant } from '../time.ts';
import { instantText } from '../time.ts';

/** Who reads: everybody on a route, or one person on a route of their own. */
export const audience = z.union([z.object({ route: idOf('route') }), z.object({ person: idOf('person') })]);

export type Audience = z.infer<typeof audience>;

export const slotResults = ['sent', 'short', 'silent', 'nobody'] as const;

/** One due time of one schedule, for one recipient. `missed_since`: the first of the slots that an outage made one with this. */
export const slot = z.object({
  schedule: idOf('schedule'),
  recipient: z.string(),
  slot: instantText,
  result: z.enum(slotResults),
  why: z.string().nullable(),
  digest: idOf('digest').nullable(),
  missed_since: instantText.nullable(),
  fired_at: instantText,
});

export type Slot = z.infer<typeof slot>;

/**
 * When a digest of a goal is due, and for whom. `next_at` is its next slot, computed by the verb that set it; null when it is not
 * active. `from_seq`: from where the first digest for this audience tells. `why`: what stopped it.
 */
export const schedule = z.object({
  id: idOf('schedule'),
  goal: idOf('goal'),
  cron: z.string(),
  time_zone: z.string(),
  audience,
  when_unchanged: z.enum(['silent', 'short']),
  state: z.enum(['active', 'paused', 'stopped', 'removed']),
  why: z.string().nullable(),
  next_at: instantText.nullable(),
  from_seq: z.number().int(),
  last: slot.omit({ schedule: true, recipient: true }).nullable(),
  created_at: instantText,
  changed_at: instantText,
  seq: z.number().int(),
});

export type Schedule = z.infer<typeof schedule>;

type Described = Pick<Schedule, 'cron' | 'time_zone' | 'audience' | 'when_unchanged' | 'next_at' | 'from_seq'>;

type Of = { readonly goal: GoalId; readonly schedule: ScheduleId };

export type ScheduleEvent =
  | ({ readonly type: 'schedule-added' } & Of & Described)
  | ({ readonly type: 'schedule-changed'; readonly changes: Partial<Described & Pick<Schedule, 'state' | 'why'>> } & Of)
  | ({
      readonly type: 'slot-fired';
      readonly recipient: string;
      readonly slot: Instant;
      readonly result: Slot['result'];
      readonly why: string | null;
      readonly digest: DigestId | null;
      readonly missed_since: Instant | null;
      readonly next_at: Instant | null;
    } & Of);

export function evolveSchedule(before: Schedule | undefined, event: ScheduleEvent, place: Place): Schedule {
  if (event.type === 'schedule-added') {
    const { type: _, schedule: id, ...described } = event;
    const made = { created_at: place.at, changed_at: place.at, seq: place.seq };
    return { id, ...described, state: 'active', why: null, last: null, ...made };
  }
  if (before === undefined) throw new Error(`${event.type} came before its schedule was added`);
  switch (event.type) {
    case 'schedule-changed':
      return { ...before, ...event.changes, changed_at: place.at };
    case 'slot-fired': {
      const { schedule: _s, recipient: _r, ...last } = slotOf(event, place);
      return { ...before, next_at: event.next_at, last };
    }
  }
}

type Fired = Extract<ScheduleEvent, { type: 'slot-fired' }>;

/** One row for each recipient, schedule and slot: the second one is a fault of the program. */
export function evolveSlot(before: Slot | undefined, event: Fired, place: Place): Slot {
  if (before !== undefined) throw new Error(`slot ${slotId(event)} was fired before`);
  return slotOf(event, place);
}

export function slotId({ schedule: of, recipient, slot: at }: Pick<Fired, 'schedule' | 'recipient' | 'slot'>): string {
  return `${of}/${recipient}/${at}`;
}

function slotOf({ schedule: of, recipient, slot: at, result, why, digest, missed_since }: Fired, place: Place): Slot {
  return { schedule: of, recipient, slot: at, result, why, digest, missed_since, fired_at: place.at };
}

/** `route:route_…` or `person:person_…`. */
export function recipientOf(of: Audience): string {
  return 'route' in of ? `route:${of.route}` : `person:${of.person}`;
}
