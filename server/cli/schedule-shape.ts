import { z } from 'zod';

const last = z.looseObject({ slot: z.string(), result: z.string(), why: z.string().nullable(), digest: z.string().nullable() });

/** A schedule as the service shows it. */
export const scheduleShape = z.looseObject({
  id: z.string(),
  goal_slug: z.string(),
  cron: z.string(),
  time_zone: z.string(),
  audience: z.union([z.looseObject({ route: z.string() }), z.looseObject({ person: z.string() })]),
  state: z.string(),
  why: z.string().nullable(),
  next_at: z.string().nullable(),
  last: last.nullable(),
});

export type ScheduleShape = z.infer<typeof scheduleShape>;

/** A schedule in one line. */
export function scheduleCells({ id, goal_slug, cron, time_zone, audience, state, why, next_at }: ScheduleShape): readonly string[] {
  const reader = 'person' in audience ? String(audience.person) : audience.route;
  const when = state === 'active' ? `next at ${next_at}` : state;
  return [id, goal_slug, `${cron} (${time_zone})`, `for ${reader}`, why === null ? when : `${when}: ${why}`];
}
