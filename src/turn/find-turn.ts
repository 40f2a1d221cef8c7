import type { Actor } from '../actor.ts';
import { findGoal } from '../goal/find-goal.ts';
import type { Goal } from '../goal/goal.ts';
import type { TurnId } from '../ids.ts';
import type { Agent } from '../people/agent.ts';
import type { Reads } from '../ports.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { OpenTurn, Turn } from './turn.ts';

/** The agent's own turn; another agent's turn is not theirs to move. */
export async function findOwnTurn(
  look: { readonly reads: Reads; readonly actor: Actor },
  id: TurnId,
): Promise<{ turn: Turn; goal: Goal; agent: Agent }> {
  const turn = await look.reads.turn(id);
  if (turn === undefined) throw notFound('turn', id, 'in this installation');
  const goal = await findGoal(look, turn.goal);
  const agent = await look.reads.agent(turn.agent);
  if (agent === undefined) throw new Error(`turn ${id} belongs to agent ${turn.agent}, which is not there`);
  if (look.actor.kind !== 'agent' || look.actor.agent !== turn.agent) {
    throw new Refusal('not-allowed', `Turn ${id} belongs to agent ${agent.slug}.`, 'Start a turn of your own: POST /v1/turns.');
  }
  return { turn, goal, agent };
}

/** A turn is moved only by the session that holds its newest fence. */
export function refuseFenced(turn: Turn, fence: number): asserts turn is OpenTurn {
  if (turn.state !== 'open') {
    throw new Refusal('turn-over', `Turn ${turn.id} is ${turn.state}.`, 'Start another: POST /v1/turns.', { state: turn.state });
  }
  if (turn.fence === fence) return;
  throw new Refusal(
    'fenced-off',
    `Turn ${turn.id} has fence ${turn.fence}; ${fence} came. A newer session of this agent goes on with it.`,
    'Stop this session, or start again with POST /v1/turns to take the turn over.',
    { fence: turn.fence },
  );
}
