import { z } from 'zod';
import { idOf } from '../ids.ts';
import { slugsOf } from '../people/find-people.ts';
import type { Reads } from '../ports.ts';
import { notFound } from '../refusal.ts';
import type { Standing } from './reader.ts';
import { standingOf } from './reader.ts';
import type { Schedule } from './schedule.ts';
import { schedule } from './schedule.ts';

/** A schedule as shown: a person by slug; `state` is `stopped`, and `why`, as soon as nobody reads it any more. */
export const scheduleView = schedule.extend({
  goal_slug: z.string(),
  audience: z.union([z.object({ route: idOf('route') }), z.object({ person: z.string() })]),
});

export type ScheduleView = z.infer<typeof scheduleView>;

export async function viewSchedule(reads: Reads, of: Schedule): Promise<ScheduleView> {
  const [goal] = await reads.goalsById([of.goal]);
  if (goal === undefined) throw new Error(`schedule ${of.id} belongs to ${of.goal}, which is not there`);
  const slugs = await slugsOf(reads, 'person' in of.audience ? [of.audience.person] : []);
  const audience = 'person' in of.audience ? { person: slugs(of.audience.person) } : of.audience;
  return { ...of, ...(of.state === 'active' ? heeding(await standingOf(reads, of, goal)) : {}), goal_slug: goal.slug, audience };
}

function heeding(standing: Standing): Partial<Pick<Schedule, 'state' | 'why' | 'next_at'>> {
  switch (standing.kind) {
    case 'reads':
      return {};
    case 'unreachable':
      return { why: standing.why };
    case 'gone':
      return { state: 'stopped', why: standing.why, next_at: null };
  }
}

/** A removed schedule is still shown, and takes no changes. */
export async function findSchedule(reads: Reads, id: Schedule['id']): Promise<Schedule> {
  const found = await reads.schedule(id);
  if (found === undefined) throw notFound('schedule', id, 'in this installation');
  return found;
}
