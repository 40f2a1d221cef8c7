import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { AgentId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import { instantText } from '../time.ts';

/** A registered peer that runs turns in the goals it is bound to. */
export const agent = z.object({
  id: idOf('agent'),
  slug: z.string(),
  runtime: z.string(),
  model: z.string().nullable(),
  owner: idOf('person').nullable(),
  capabilities: z.array(z.string()),
  goals: z.array(idOf('goal')),
  state: z.enum(['active', 'suspended', 'revoked']),
  created_at: instantText,
  /** Where it is called when there is work. Each other address has another secret, and so another version; absent: it was never set. */
  wake: z.object({ url: z.string(), version: z.number().int() }).optional(),
});

export type Agent = z.infer<typeof agent>;

/** What the secret of an agent's wake_url is derived from. */
export function wakeSecretName({ id }: Pick<Agent, 'id'>, { version }: NonNullable<Agent['wake']>): string {
  return `wake ${id} ${version}`;
}

type Described = Pick<Agent, 'runtime' | 'model' | 'owner' | 'capabilities' | 'goals' | 'wake'>;

export type AgentEvent =
  | ({ readonly type: 'agent-added'; readonly agent: AgentId; readonly slug: string } & Described)
  | { readonly type: 'agent-changed'; readonly agent: AgentId; readonly changes: Partial<Described & Pick<Agent, 'state'>> };

export function evolveAgent(before: Agent | undefined, event: AgentEvent, place: Place): Agent {
  if (event.type === 'agent-added') {
    const { type: _, agent: id, ...described } = event;
    return { id, ...described, state: 'active', created_at: place.at };
  }
  if (before === undefined) throw new Error(`${event.type} came before its agent was added`);
  return { ...before, ...event.changes };
}
