import { z } from 'zod';
import type { Execute } from '../src/ports.ts';
import { sha256Hex } from './sha256.ts';

const adopted = z.object({ token: z.string().nullable() });

/**
 * Makes the operator token of the environment the valid one, or makes one at the first start.
 * Gives the text of a new one, to be shown once; null otherwise.
 */
export async function adoptOperatorToken(execute: Execute, given: string | undefined): Promise<string | null> {
  const input = given === undefined ? { replace: false } : { hash: sha256Hex(given), replace: false };
  const { reply } = await execute('adopt-operator-token', { kind: 'service' }, input);
  return adopted.parse(reply).token;
}
