import { z } from 'zod';
import { limits } from './limits.ts';

/** `?limit` and `?after` of every list. */
export const pageInput = {
  limit: z.number().int().min(1).max(limits.pageMax).default(limits.pageDefault),
  after: z.string().max(200).optional(),
};

/** The same for a list that is sorted by a number. */
export const numberedPageInput = {
  ...pageInput,
  after: z
    .string()
    .regex(/^\d{0,15}$/, 'expected the "next" of an earlier page')
    .optional(),
};

export function listed<Row extends z.ZodType>(row: Row) {
  return z.object({ items: z.array(row).readonly(), next: z.string().nullable() });
}

export function pageOf(input: { readonly limit: number; readonly after?: string | undefined }): {
  limit: number;
  after: string | undefined;
} {
  return { limit: input.limit, after: input.after };
}
