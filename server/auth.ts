import type { Actor } from '../src/actor.ts';
import type { Token } from '../src/people/credential.ts';
import { Refusal } from '../src/refusal.ts';
import type { Kernel } from './kernel.ts';
import { sha256Hex } from './sha256.ts';

/** Who calls, and the text that proves it: idempotency keys and sealed replies are bound to that text. */
export type Caller = { readonly actor: Actor; readonly credential: string | undefined };

const bearerForm = /^Bearer ([\x21-\x7e]{1,200})$/i;

/** Makes the actor from the Authorization header. No header makes a stranger; a wrong one is `unauthorized`. */
export async function authenticate(
  { tokenByHash, clock }: Pick<Kernel, 'tokenByHash' | 'clock'>,
  header: string | undefined,
): Promise<Caller> {
  if (header === undefined) return { actor: { kind: 'stranger' }, credential: undefined };
  const credential = bearerForm.exec(header)?.[1];
  if (credential === undefined) throw unauthorized('The Authorization header is not of the form "Bearer <token>".');
  const token = await tokenByHash(sha256Hex(credential));
  if (token === undefined) throw unauthorized('The token is not one that this installation issued.');
  if (token.state === 'revoked') throw unauthorized('The token was revoked.');
  if (token.expires_at !== null && token.expires_at <= clock.now()) throw unauthorized(`The token expired at ${token.expires_at}.`);
  return { actor: actorOf(token), credential };
}

function actorOf(token: Token): Actor {
  const { bearer, id } = token;
  switch (bearer.kind) {
    case 'operator':
      return { kind: 'operator', token: id };
    case 'agent':
      return { kind: 'agent', agent: bearer.agent, token: id };
    case 'signal':
      return { kind: 'signal', goal: bearer.goal, key_prefix: bearer.key_prefix, token: id };
    case 'person':
      return { kind: 'person', person: bearer.person, token: id, surface: 'http' };
  }
}

function unauthorized(detail: string): Refusal {
  return new Refusal(
    'unauthorized',
    detail,
    'Send Authorization: Bearer with a live token; an operator can issue one, a person logs in anew.',
  );
}
