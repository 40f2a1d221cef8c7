import type { z } from 'zod';
import { authorityOf, whoCanAnswer } from '../gate/authority.ts';
import type { Gate } from '../gate/gate.ts';
import { viewGates } from '../gate/gate-view.ts';
import type { Tx } from '../verb.ts';
import type { awaitedGate } from './reply.ts';

/** The gates that an agent waits for: who was asked, and whether the question reached a platform. A held answer still reads `open`. */
export async function awaitGates(tx: Tx, gates: readonly Gate[]): Promise<z.infer<typeof awaitedGate>[]> {
  const views = await viewGates(tx, gates);
  const awaited: z.infer<typeof awaitedGate>[] = [];
  for (const [index, gate] of gates.entries()) {
    const goal = await tx.reads.goal(gate.goal);
    const who = goal === undefined ? [] : await whoCanAnswer(tx.reads, gate, await authorityOf(tx.reads, gate, goal));
    const posts = await tx.reads.postsOfGate(gate.id);
    awaited.push({
      code: gate.code,
      question: gate.question,
      state: views[index]?.state ?? 'open',
      asked_at: gate.asked_at,
      asked: who.map((person) => person.slug),
      delivered: posts.some((post) => post.put > 0),
    });
  }
  return awaited;
}
