import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RouteId } from '../src/ids.ts';

/** What a button stands for. `option` is the place of the option on the card, from 0. */
export type Token = { readonly gate: number; readonly revision: number; readonly route: RouteId } & (
  | { readonly kind: 'option'; readonly option: number }
  | { readonly kind: 'form' | 'undo' }
);

export type TokenCodec = {
  /** At most 64 characters of ASCII. */
  write(token: Token): string;
  /** Null for everything that this installation did not write, to the letter. */
  read(text: string): Token | null;
};

/** The secret of the installation, and the one before it: what was signed with that stays valid. */
export type Secrets = { readonly current: string; readonly previous: string | null };

const letters = { option: 'o', form: 'f', undo: 'u' } as const satisfies Record<Token['kind'], string>;
const kinds = { o: 'option', f: 'form', u: 'undo' } as const;
const form =
  /^(?<body>(?<letter>[ofu])\.(?<gate>[0-9a-z]{1,7})\.(?<revision>[0-9a-z]{1,6})\.(?<option>[0-9a-z]|-)\.(?<route>[0-9A-Za-z]{1,16}))\.(?<check>[\w-]{22})$/;
const routePrefix = 'route_';
const checkBytes = 16;
const charsMax = 64;

export function createTokenCodec(secrets: Secrets): TokenCodec {
  const accepted = [secrets.current, ...(secrets.previous === null ? [] : [secrets.previous])];
  return {
    write(token) {
      const body = bodyOf(token);
      const text = `${body}.${checkOf(body, secrets.current)}`;
      if (text.length > charsMax || !form.test(text)) throw new Error(`a token for gate ${token.gate} cannot be written: "${body}"`);
      return text;
    },
    read(text) {
      const parts = form.exec(text)?.groups;
      if (parts === undefined) return null;
      const { body = '', check = '' } = parts;
      if (!accepted.some((secret) => alike(check, checkOf(body, secret)))) return null;
      const token = tokenOf(parts);
      return token !== null && bodyOf(token) === body ? token : null;
    },
  };
}

/** What a token claims to be, unchecked: enough to open an empty form, never to count anything. */
export function claimedKind(text: string): Token['kind'] | null {
  const letter = form.exec(text)?.groups?.letter;
  return letter === 'o' || letter === 'f' || letter === 'u' ? kinds[letter] : null;
}

function bodyOf(token: Token): string {
  const option = token.kind === 'option' ? token.option.toString(36) : '-';
  return [letters[token.kind], token.gate.toString(36), token.revision.toString(36), option, token.route.slice(routePrefix.length)].join(
    '.',
  );
}

function tokenOf(parts: Readonly<Record<string, string>>): Token | null {
  const { letter, gate = '', revision = '', option = '', route = '' } = parts;
  const named = { gate: Number.parseInt(gate, 36), revision: Number.parseInt(revision, 36), route: (routePrefix + route) as RouteId }; // written from one
  if (letter === 'o') return option === '-' ? null : { kind: 'option', option: Number.parseInt(option, 36), ...named };
  return option === '-' && (letter === 'f' || letter === 'u') ? { kind: kinds[letter], ...named } : null;
}

function checkOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest().subarray(0, checkBytes).toString('base64url');
}

function alike(came: string, expected: string): boolean {
  return came.length === expected.length && timingSafeEqual(Buffer.from(came), Buffer.from(expected));
}
