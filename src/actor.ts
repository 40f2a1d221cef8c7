import type { AgentId, GoalId, PersonId, TokenId } from './ids.ts';

export type Surface = 'http' | 'terminal' | 'slack' | 'discord' | 'telegram' | 'web';

/** Who calls. Made at the edge from a credential (or, for a platform, from an identity), never from what the caller says. */
export type Actor =
  | { readonly kind: 'operator'; readonly token: TokenId }
  | { readonly kind: 'agent'; readonly agent: AgentId; readonly token: TokenId }
  | { readonly kind: 'signal'; readonly goal: GoalId; readonly key_prefix: string; readonly token: TokenId }
  | { readonly kind: 'person'; readonly person: PersonId; readonly token?: TokenId; readonly surface: Surface; readonly link?: string }
  | { readonly kind: 'stranger' }
  | { readonly kind: 'service' };

export type ActorKind = Actor['kind'];

/** How an actor is named in an entry: `agent:agent_…`, `operator:token_…`, `service`. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'operator':
      return `operator:${actor.token}`;
    case 'agent':
      return `agent:${actor.agent}`;
    case 'signal':
      return `signal:${actor.token}`;
    case 'person':
      return `person:${actor.person}`;
    case 'stranger':
    case 'service':
      return actor.kind;
  }
}
