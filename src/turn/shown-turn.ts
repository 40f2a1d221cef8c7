import type { TurnReply } from './reply.ts';
import type { Fallback, OpenTurn } from './turn.ts';

type Shown = Pick<OpenTurn, 'id' | 'fence' | 'started_at' | 'lease' | 'todo' | 'resources'>;

export function shownTurn(turn: Shown, real: boolean, resumed: boolean): { turn?: TurnReply['turn']; lease?: TurnReply['lease'] } {
  if (!real) return {};
  const { id, fence, started_at, lease, todo, resources } = turn;
  return {
    turn: { id, fence, started_at, deadline: lease.expires_at, resumed },
    lease: { todo, ...lease, resources },
  };
}

export function shownFallback(
  fallback: Fallback | null,
  code: string | undefined,
  entry: string | null,
): { fallback_of?: TurnReply['fallback_of'] } {
  if (fallback === null) return {};
  const { gate, todo, scopes_disjoint, needs_disjoint } = fallback;
  return { fallback_of: { gate: code ?? gate, todo, proof: { scopes_disjoint, needs_disjoint, entry } } };
}
