import type { Command } from '../../src/ports.ts';
import { limits } from '../../src/limits.ts';
import { Refusal } from '../../src/refusal.ts';
import type { Caller } from '../auth.ts';
import { sha256Bytes, sha256Hex } from '../sha256.ts';

/**
 * The command of a call that came with an Idempotency-Key. Keys are per credential: the command id is made of both,
 * and what seals a reply that shows a credential is made of what only the caller has.
 */
export function commandOf(
  caller: Caller,
  key: string | undefined,
  verb: string,
  fields: Readonly<Record<string, unknown>>,
): Command | undefined {
  if (key === undefined) return undefined;
  if (key.length < 1 || key.length > limits.idempotencyKeyMax) {
    throw new Refusal(
      'bad-input',
      `Idempotency-Key has 1-${limits.idempotencyKeyMax} characters; ${key.length} came.`,
      'Send a fresh random key with each new change, and the same one when repeating it.',
    );
  }
  const secret = caller.credential ?? loginCodeOf(fields);
  return {
    id: sha256Hex(`${sha256Hex(secret)}\n${key}`),
    bodyHash: sha256Hex(JSON.stringify([verb, fields])),
    sealingKey: sha256Bytes(`seal\n${secret}\n${key}`),
  };
}

/** A stranger has no token; the one thing a stranger may do is open a session, with a code that only they have. */
function loginCodeOf(fields: Readonly<Record<string, unknown>>): string {
  return typeof fields.code === 'string' ? fields.code : '';
}
