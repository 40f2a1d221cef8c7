import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import { goalStream, house, ref } from '../ids.ts';
import { limits } from '../limits.ts';
import { defineView } from '../verb.ts';
import { entry, receipt } from './entry.ts';

const input = {
  after: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(limits.pageMax).default(limits.pageDefault),
};

const output = z.object({
  items: z.array(entry).readonly(),
  next: z.number().int().nullable(),
  head: receipt.pick({ seq: true, hash: true }),
});

export const ledger = defineView({
  name: 'ledger',
  summary: 'Read the entries of a goal, in order, each chained to the one before.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject({ goal: ref, ...input }),
  output,
  run: async (look, { goal: named, after, limit }) => {
    const goal = await findGoal(look, named);
    const items = await look.reads.entries(goalStream(goal.id), after, limit);
    const head = await look.reads.head(goalStream(goal.id));
    return { items, next: nextAfter(items, head.seq), head };
  },
});

/** People, agents, credentials (by their hashes) and routes. */
export const houseLedger = defineView({
  name: 'house-ledger',
  summary: 'Read the entries of the house: people, agents, credentials, routes.',
  callers: ['operator'],
  input: z.strictObject(input),
  output,
  run: async ({ reads }, { after, limit }) => {
    const items = await reads.entries(house, after, limit);
    const head = await reads.head(house);
    return { items, next: nextAfter(items, head.seq), head };
  },
});

function nextAfter(items: readonly { readonly seq: number }[], headSeq: number): number | null {
  const last = items.at(-1)?.seq;
  return last === undefined || last >= headSeq ? null : last;
}
