import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { openInline } from '../../db/engine/inline.ts';
import { claimDatabase } from '../../db/open.ts';
import { verbs } from '../../src/catalog.ts';
import { instantOf } from '../../src/time.ts';

const adopted = z.object({ token: z.string() });

/** Makes a new operator token in a database that no service works on, and revokes the one before. */
export async function newOperatorToken(file: string): Promise<string> {
  const lock = await claimDatabase(file);
  try {
    const clock = { now: () => instantOf(Date.now()) };
    const engine = await openInline(file, { verbs, clock, randomBytes, report: () => {} });
    try {
      const { reply } = await engine.execute('adopt-operator-token', { kind: 'service' }, { replace: true });
      return adopted.parse(reply).token;
    } finally {
      await engine.close();
    }
  } finally {
    lock.release();
  }
}
