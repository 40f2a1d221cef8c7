import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { PersonId, TokenId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import { instantText } from '../time.ts';
import type { Instant } from '../time.ts';

/** Whose hand a token is. */
export const bearer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('operator') }),
  z.object({ kind: z.literal('agent'), agent: idOf('agent') }),
  z.object({ kind: z.literal('signal'), goal: idOf('goal'), key_prefix: z.string() }),
  z.object({ kind: z.literal('person'), person: idOf('person') }),
]);

export type Bearer = z.infer<typeof bearer>;

/** What a token starts with, by whose hand it is. */
export const tokenPrefixes = { operator: 'gb_op_', agent: 'gb_ag_', signal: 'gb_sg_', person: 'gb_pe_' } as const satisfies Record<
  Bearer['kind'],
  string
>;

/** An issued token. Its text is shown once and never kept; `hash` is its SHA-256. */
export const token = z.object({
  id: idOf('token'),
  bearer,
  hash: z.string(),
  issued_at: instantText,
  expires_at: instantText.nullable(),
  /** What it was made for, in words: the browser of a session. */
  where: z.string().optional(),
  state: z.enum(['live', 'revoked']),
});

export type Token = z.infer<typeof token>;

/** A code that its person turns into a session, once, within 15 minutes. */
export const loginCode = z.object({
  hash: z.string(),
  person: idOf('person'),
  expires_at: instantText,
  spent_at: instantText.nullable(),
});

export type LoginCode = z.infer<typeof loginCode>;

export type TokenEvent =
  | {
      readonly type: 'token-issued';
      readonly token: TokenId;
      readonly bearer: Bearer;
      readonly hash: string;
      readonly expires_at: Instant | null;
      readonly where?: string;
    }
  | { readonly type: 'token-revoked'; readonly token: TokenId };

export type LoginCodeEvent =
  | {
      readonly type: 'login-code-issued';
      readonly hash: string;
      readonly person: PersonId;
      readonly expires_at: Instant;
      /** The person asked for it and was told it there: no notice of it is due. */
      readonly own?: true;
    }
  | { readonly type: 'login-code-spent'; readonly hash: string; readonly person: PersonId };

export type CredentialEvent = TokenEvent | LoginCodeEvent;

export function evolveToken(before: Token | undefined, event: TokenEvent, place: Place): Token {
  switch (event.type) {
    case 'token-issued': {
      const { type: _, token: id, ...issued } = event;
      return { id, ...issued, issued_at: place.at, state: 'live' };
    }
    case 'token-revoked':
      if (before === undefined) throw new Error('token-revoked came before its token was issued');
      return { ...before, state: 'revoked' };
  }
}

export function evolveLoginCode(before: LoginCode | undefined, event: LoginCodeEvent, place: Place): LoginCode {
  switch (event.type) {
    case 'login-code-issued':
      return { hash: event.hash, person: event.person, expires_at: event.expires_at, spent_at: null };
    case 'login-code-spent':
      if (before === undefined) throw new Error('login-code-spent came before its code was issued');
      return { ...before, spent_at: place.at };
  }
}
