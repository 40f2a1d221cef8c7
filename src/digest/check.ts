import { z } from 'zod';
import { goalStream } from '../ids.ts';
import type { Entry } from '../ledger/entry.ts';
import type { Reads } from '../ports.ts';
import type { Digest, DigestEvent } from './digest.ts';
import { evolveDigest } from './digest.ts';
import { number } from './numbers.ts';

const numberCheck = number.extend({ text: z.string(), counted: z.number(), same: z.boolean() });

/**
 * A digest held against its entry, and each of its numbers against the entries that it counts. `content` differs when the row says
 * another thing than the entry that made it; that the entry itself is the one that was written is what `gatebell verify` proves.
 */
export const digestCheck = z.object({
  holds: z.boolean(),
  content: z.enum(['same', 'differs']),
  entry: z.string().nullable(),
  numbers: z.array(numberCheck),
});

export async function checkDigest(reads: Reads, of: Digest): Promise<z.infer<typeof digestCheck>> {
  const [entry] = await reads.entries(goalStream(of.goal), of.seq - 1, 1);
  const made = entry === undefined ? undefined : digestOf(entry, of);
  const later = await reads.digestAfter(of);
  const asWritten = { ...made, included_in: later?.includes === of.id ? later.id : null };
  const content = JSON.stringify(asWritten) === JSON.stringify(of) ? 'same' : 'differs';
  const numbers: z.infer<typeof numberCheck>[] = [];
  for (const line of of.blocks.flatMap(({ lines }) => lines)) {
    if (line.number === null) continue;
    const { value, ...asked } = line.number;
    const counted = await reads.digestNumber(asked);
    numbers.push({ ...line.number, text: line.text, counted, same: counted === value });
  }
  const holds = content === 'same' && numbers.every(({ same }) => same);
  return { holds, content, entry: made === undefined ? null : (entry?.id ?? null), numbers };
}

/** The digest as its entry made it. */
function digestOf({ type, data, seq, at, actor }: Entry, { id }: Digest): Digest | undefined {
  if (type !== 'digest-written' || data.digest !== id) return undefined;
  return evolveDigest(undefined, { type, ...data } as DigestEvent, { seq, at, actor }); // written from one
}
