import type { Reader } from '../digest/difference.ts';
import type { Goal } from '../goal/goal.ts';
import type { Reads } from '../ports.ts';
import type { Route } from '../post/route.ts';
import type { Schedule } from './schedule.ts';

/** Who would get a digest now. `gone`: nobody will, so the schedule stops. `unreachable`: there is no route to them now. */
export type Standing =
  | { readonly kind: 'reads'; readonly reader: Reader }
  | { readonly kind: 'gone' | 'unreachable'; readonly why: string };

export async function standingOf(
  reads: Reads,
  { audience }: Pick<Schedule, 'audience'>,
  goal: Pick<Goal, 'slug' | 'state'>,
): Promise<Standing> {
  if (goal.state === 'archived') return { kind: 'gone', why: `Goal ${goal.slug} is archived.` };
  if ('route' in audience) {
    const why = whyNoDigests(await reads.route(audience.route));
    return why === null ? { kind: 'reads', reader: { kind: 'route' } } : { kind: 'gone', why };
  }
  const person = await reads.person(audience.person);
  if (person?.state !== 'active') return { kind: 'gone', why: `${person?.name ?? audience.person} left.` };
  if ((await reads.routesOf(person.id)).length === 0) {
    const how = 'Tie an account of theirs on a platform, or open the terminal for them.';
    return { kind: 'unreachable', why: `${person.name} has no route of their own. ${how}` };
  }
  return { kind: 'reads', reader: { kind: 'person', person } };
}

/** Why a route takes no digests, or null. A person's own route takes what is for them. */
export function whyNoDigests(route: Route | undefined): string | null {
  if (route === undefined) return 'The route is not there.';
  if (route.state === 'closed') return `Route ${route.id} is closed.`;
  if (route.person !== null || route.purposes.includes('digests')) return null;
  return `Route ${route.id} is for ${route.purposes.join(', ')}, not for digests.`;
}
