import { createCipheriv, createDecipheriv } from 'node:crypto';
import { limits } from '../../src/limits.ts';
import type { Command } from '../../src/ports.ts';
import { Refusal } from '../../src/refusal.ts';
import type { Instant } from '../../src/time.ts';
import { plusMs } from '../../src/time.ts';
import { commandQueries, commandWrites } from '../queries/command.ts';
import type { Connection } from './connection.ts';
import type { RandomBytes } from './secrets.ts';

/** The first reply under this command id, if there is one. Refuses the id when another body came with it. */
export function keptReply(connection: Connection, command: Command, now: Instant): { readonly reply: unknown } | undefined {
  const since = plusMs(now, -limits.idempotencyKeptMs);
  const [kept] = connection.rows(commandQueries.kept, { id: command.id, since });
  if (kept === undefined) return undefined;
  if (kept.body_hash !== command.bodyHash) throw mismatch();
  return { reply: JSON.parse(kept.sealed === 1 ? unseal(kept.reply, command) : kept.reply) };
}

/** Keeps the reply in the transaction of its change. What shows a credential is kept sealed, with a key that only the caller has. */
export function keepReply(connection: Connection, command: Command, now: Instant, reply: unknown, sealing: RandomBytes | undefined): void {
  const text = JSON.stringify(reply ?? null);
  connection.write(commandWrites.keep, {
    id: command.id,
    body_hash: command.bodyHash,
    reply: sealing === undefined ? text : seal(text, command, sealing),
    sealed: sealing === undefined ? 0 : 1,
    at: now,
  });
}

const nonceBytes = 12;
const tagBytes = 16;

function seal(text: string, command: Command, randomBytes: RandomBytes): string {
  if (command.sealingKey === undefined) throw new Error('a reply that shows a credential came without a key to seal it');
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', command.sealingKey, nonce).setAAD(Buffer.from(command.id));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

function unseal(kept: string, command: Command): string {
  if (command.sealingKey === undefined) throw mismatch();
  const bytes = Buffer.from(kept, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', command.sealingKey, bytes.subarray(0, nonceBytes)).setAAD(Buffer.from(command.id));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    throw mismatch();
  }
}

function mismatch(): Refusal {
  return new Refusal(
    'idempotency-mismatch',
    'This idempotency key was used for another request within the last 24 hours.',
    'Send the request that the key was made for, or make a new key for a new request.',
  );
}
