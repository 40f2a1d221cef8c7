import { z } from 'zod';
import { goalStream } from '../ids.ts';
import { instant, msBetween } from '../time.ts';
import type { OpenTurn } from '../turn/turn.ts';
import { movedBy } from '../turn/turn.ts';
import type { TurnEvent } from '../turn/turn.ts';
import { defineVerb } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { appendHeld } from './release.ts';

/**
 * Time when the service was down is added to every deadline that still ran when it was last seen alive. A lease that ended
 * since, and whose resource another holds, stays ended.
 */
export const moveDeadlines = defineVerb({
  name: 'move-deadlines',
  summary: 'Add a downtime to leases and gate deadlines.',
  callers: ['service'],
  input: z.strictObject({ from: instant, to: instant }),
  output: z.object({ goals: z.number().int() }),
  run: async (tx, { from, to }) => {
    const by_ms = msBetween(from, to);
    const moved: { event: TurnEvent & { type: 'deadlines-moved' }; turns: readonly OpenTurn[] }[] = [];
    for (const goal of await tx.reads.goalsWithDeadlines()) {
      const turns: OpenTurn[] = [];
      for (const turn of await tx.reads.openTurns(goal)) {
        if (turn.lease.grace_until > from && (await holdsItsOwn(tx, turn))) turns.push(turn);
      }
      const gates = (await tx.reads.gatesWithDeadline(goal)).filter((gate) => gate.due_at !== null && gate.due_at > from);
      if (turns.length + gates.length === 0) continue;
      const named = { turns: turns.map(({ id, todo }) => ({ turn: id, todo })), gates: gates.map((gate) => gate.id) };
      moved.push({ event: { type: 'deadlines-moved', goal, by_ms, ...named }, turns });
    }

    for (const { event, turns } of moved) {
      tx.append(goalStream(event.goal), event);
      for (const turn of turns) appendHeld(tx, turn, movedBy(turn.lease, by_ms));
    }

    return { goals: moved.length };
  },
});

async function holdsItsOwn(tx: Tx, { id, resources }: OpenTurn): Promise<boolean> {
  for (const resource of resources) if ((await tx.reads.resource(resource))?.hold?.turn !== id) return false;
  return true;
}
