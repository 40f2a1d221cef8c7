import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import { goalStream, idOf, ref } from '../ids.ts';
import { listed, pageInput, pageOf } from '../page.ts';
import type { DigestId } from '../ids.ts';
import type { Reads } from '../ports.ts';
import { notFound, Refusal } from '../refusal.ts';
import { instantText } from '../time.ts';
import { defineView } from '../verb.ts';
import { checkDigest, digestCheck } from './check.ts';
import type { Digest } from './digest.ts';
import { block, digest } from './digest.ts';

const copy = z.object({ route: z.string(), state: z.string(), put: z.number().int(), reason: z.string().nullable() });

/** A digest beside what became of sending it. */
const beside = { goal_slug: z.string(), delivered: z.boolean(), copies: z.array(copy) };

const digestHead = digest.omit({ blocks: true }).extend({
  ...beside,
  headings: z.array(block.pick({ kind: true, heading: true }).extend({ lines: z.number().int() })),
});

export const listDigests = defineView({
  name: 'list-digests',
  summary: 'List the digests, newest first, of one goal or schedule or of all.',
  callers: ['operator', 'person'],
  input: z.strictObject({ goal: ref.optional(), schedule: idOf('schedule').optional(), ...pageInput }),
  output: listed(digestHead),
  run: async (look, input) => {
    const goal = input.goal === undefined ? undefined : (await findGoal(look, input.goal)).id;
    const { items, next } = await look.reads.digests({ goal, schedule: input.schedule }, pageOf(input));
    const shown: z.infer<typeof digestHead>[] = [];
    for (const { blocks, ...one } of items) {
      const headings = blocks.map(({ kind, heading, lines }) => ({ kind, heading, lines: lines.length }));
      shown.push({ ...one, ...(await besideOf(look.reads, one)), headings });
    }
    return { items: shown, next };
  },
});

export const showDigest = defineView({
  name: 'show-digest',
  summary: 'Show a digest as it was sent, each number with its question, held against the entries as they stand.',
  callers: ['operator', 'person'],
  input: z.strictObject({ digest: idOf('digest') }),
  output: digest.extend({
    ...beside,
    as_of: z.object({ seq: z.number().int(), hash: z.string(), now: instantText }),
    check: digestCheck,
  }),
  run: async ({ reads, now }, input) => {
    const found = await reads.digest(input.digest);
    if (found === undefined) throw notFound('digest', input.digest, 'in this installation');
    if (!digest.safeParse(found).success) throw isUnreadable(input.digest);
    const { seq, hash } = await reads.head(goalStream(found.goal));
    return { ...found, ...(await besideOf(reads, found)), as_of: { seq, hash, now }, check: await checkDigest(reads, found) };
  },
});

function isUnreadable(id: DigestId): Refusal {
  return new Refusal('wrong-state', `Digest ${id} was altered in the database: its row is no digest.`, 'Run gatebell verify.');
}

async function besideOf(reads: Reads, { id, goal: of }: Pick<Digest, 'id' | 'goal'>) {
  const [goal] = await reads.goalsById([of]);
  const posts = await reads.postsOfDigest(id);
  const copies = posts.map(({ route, state, put, reason }) => ({ route, state, put, reason }));
  return { goal_slug: goal?.slug ?? of, delivered: posts.some(({ put }) => put > 0), copies };
}
