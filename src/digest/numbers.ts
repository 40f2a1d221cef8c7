import { z } from 'zod';

/**
 * The questions that every number of a digest answers. Each is one SQL statement over the entries alone, in db/queries/digest.ts
 * and in its README, so that whoever holds the file can count again without this program.
 */
export const numberQueries = ['gates-open', 'gates-answered', 'turns-landed', 'spend-reported'] as const;

export type NumberQuery = (typeof numberQueries)[number];

/** One number's question: of which stream, over which entries (`from < seq <= to`), and what narrows it. */
export const numberAsked = z.object({
  query: z.enum(numberQueries),
  with: z.object({
    stream: z.string(),
    from: z.number().int(),
    to: z.number().int(),
    /** Only turns of this lane. */
    lane: z.string().optional(),
    /** Only turns with this outcome. */
    outcome: z.string().optional(),
    /** Which part of what turns reported to have spent. */
    field: z.enum(['minutes', 'tokens', 'usd']).optional(),
    /** Only these gates. */
    gates: z.array(z.string()).optional(),
  }),
});

export type NumberAsked = z.infer<typeof numberAsked>;

export const number = numberAsked.extend({ value: z.number() });

export type DigestNumber = z.infer<typeof number>;

/** What was reported, in millionths: each part is rounded by itself, as in the query, so that both sums are of whole numbers. */
export function sumReported(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + Math.trunc(part * 1e6 + 0.5), 0) / 1e6;
}
