import { z } from 'zod';
import { house } from '../ids.ts';
import { limits } from '../limits.ts';
import { defineVerb, placeOf } from '../verb.ts';
import { evolveFile, file } from './evidence.ts';

/** Called once the bytes are on disk under their digest. The same bytes again change nothing. */
export const keepFile = defineVerb({
  name: 'keep-file',
  summary: 'Keep a file as evidence: its bytes stand under their SHA-256.',
  callers: ['agent', 'operator', 'person'],
  input: z.strictObject({
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    size: z.number().int().min(0).max(limits.evidenceFileBytesMax),
    media_type: z.string().min(1).max(120),
  }),
  output: file,
  run: async (tx, input) => {
    const known = await tx.reads.file(input.sha256);
    if (known !== undefined) return known;
    const event = { type: 'file-kept', ...input } as const;
    return evolveFile(undefined, event, placeOf(tx, tx.append(house, event)));
  },
});
