import { z } from 'zod';
import type { Stream } from '../ids.ts';
import { instantText } from '../time.ts';
import type { Event } from './event.ts';

/** What the service returns for an accepted change. The id is made of the hash, so a receipt proves its entry. */
export const receipt = z.object({
  id: z.string(),
  seq: z.number().int(),
  hash: z.string(),
  previous: z.string(),
});

export type Receipt = z.infer<typeof receipt>;

/** One line of the ledger. `seq` counts in its stream, `position` over the installation. `data` is the event without its type. */
export const entry = z.object({
  id: z.string(),
  position: z.number().int(),
  stream: z.string(),
  seq: z.number().int(),
  type: z.string(),
  at: instantText,
  actor: z.string(),
  command: z.string(),
  data: z.record(z.string(), z.unknown()),
  hash: z.string(),
  previous: z.string(),
});

export type Entry = z.infer<typeof entry>;

/** The last entry of a stream; `seq` 0 and an empty hash before the first. */
export type Head = { readonly seq: number; readonly hash: string };

export const beforeFirst: Head = { seq: 0, hash: '' };

export function receiptOf(seq: number, hash: string, previous: string): Receipt {
  return { id: `en_${hash.slice(0, 24)}`, seq, hash, previous };
}

/** The text whose SHA-256 is the entry's hash. `dataText` is stored as it stands here, so nothing is re-encoded to verify. */
export function chainedText(
  previous: string,
  line: { stream: Stream; seq: number; type: Event['type']; at: string; actor: string; command: string; dataText: string },
): string {
  return previous + JSON.stringify([line.stream, line.seq, line.type, line.at, line.actor, line.command, line.dataText]);
}
