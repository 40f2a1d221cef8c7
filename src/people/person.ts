import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { GrantId, PersonId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import { instantText } from '../time.ts';

/** A human who decides. `hold_s`: how long their answers can be taken back. Each role names the grant that gave it. */
export const person = z.object({
  id: idOf('person'),
  slug: z.string(),
  name: z.string(),
  time_zone: z.string(),
  hold_s: z.number().int(),
  roles: z.array(z.object({ role: z.string(), grant: idOf('grant') })),
  state: z.enum(['active', 'left']),
  created_at: instantText,
});

export type Person = z.infer<typeof person>;

type Described = Pick<Person, 'name' | 'time_zone' | 'hold_s'>;

export type PersonEvent =
  | ({ readonly type: 'person-added'; readonly person: PersonId; readonly slug: string } & Described)
  | { readonly type: 'person-changed'; readonly person: PersonId; readonly changes: Partial<Described & Pick<Person, 'state'>> }
  | { readonly type: 'role-granted'; readonly person: PersonId; readonly role: string; readonly grant: GrantId }
  | { readonly type: 'role-taken'; readonly person: PersonId; readonly role: string; readonly grant: GrantId };

export function evolvePerson(before: Person | undefined, event: PersonEvent, place: Place): Person {
  if (event.type === 'person-added') {
    const { type: _, person: id, ...described } = event;
    return { id, ...described, roles: [], state: 'active', created_at: place.at };
  }
  if (before === undefined) throw new Error(`${event.type} came before its person was added`);
  switch (event.type) {
    case 'person-changed':
      return { ...before, ...event.changes };
    case 'role-granted':
      return { ...before, roles: [...before.roles, { role: event.role, grant: event.grant }] };
    case 'role-taken':
      return { ...before, roles: before.roles.filter((held) => held.grant !== event.grant) };
  }
}
