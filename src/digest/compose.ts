import { isOverdue } from '../gate/rules.ts';
import { blocked } from './blocked.ts';
import { changes } from './changes.ts';
import { corrections } from './corrections.ts';
import type { Difference } from './difference.ts';
import type { Block } from './digest.ts';
import { gatesForReader, needsYou } from './needs-you.ts';
import { next, prospectsOf } from './next.ts';
import { spend } from './spend.ts';

/** What a digest says, the most important first; and the state that it says it of, without ages and without what agents are at. */
export type Composed = { readonly blocks: readonly Block[]; readonly state: unknown };

export async function compose(difference: Difference): Promise<Composed> {
  const { reads, goal, now } = difference;
  const gates = await gatesForReader(difference);
  const waiting = await blocked(difference);
  const blocks = [
    ...(await needsYou(difference, gates)),
    ...(await corrections(difference)),
    ...(await changes(difference)),
    ...waiting,
    ...(await next(difference, await prospectsOf(reads, goal, now))),
    ...spend(difference),
  ];
  const state = {
    goal: goal.state,
    gates: gates.map((gate) => [gate.code, gate.revision, isOverdue(gate, now)]),
    waiting: waiting.flatMap(({ lines }) => lines.map(({ text, on }) => [text, on])),
  };
  return { blocks, state };
}

/** True when something of it came after this seq: a change or a correction, and not only how things stand. */
export function tellsNews({ blocks }: Composed, after: number): boolean {
  const told = blocks.filter(({ kind }) => kind === 'changes' || kind === 'corrections');
  return told.some(({ lines }) => lines.some(({ receipt }) => receipt !== null && receipt.seq > after));
}
