import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Token } from '../../bots/token.ts';
import { claimedKind, createTokenCodec } from '../../bots/token.ts';
import type { RouteId } from '../../src/ids.ts';

const codec = createTokenCodec({ current: 'the secret of today', previous: 'the secret of yesterday' });
const named = {
  gate: fc.integer({ min: 1, max: 999_999_999 }),
  revision: fc.integer({ min: 1, max: 999_999_999 }),
  route: fc.stringMatching(/^[a-z2-9]{16}$/).map((letters) => `route_${letters}` as RouteId),
};
const tokens: fc.Arbitrary<Token> = fc.oneof(
  fc.record({ kind: fc.constant('option' as const), option: fc.integer({ min: 0, max: 4 }), ...named }),
  fc.record({ kind: fc.constantFrom('form' as const, 'undo' as const), ...named }),
);

test('what was written is read back, in at most 64 bytes of ASCII', () => {
  fc.assert(
    fc.property(tokens, (token) => {
      const text = codec.write(token);

      expect(text).toMatch(/^[\x21-\x7e]{1,64}$/);
      expect(codec.read(text)).toEqual(token);
      expect(claimedKind(text)).toBe(token.kind);
    }),
  );
});

test('a token with one other character is no token', () => {
  fc.assert(
    fc.property(tokens, fc.nat(63), fc.constantFrom('a', 'B', '0', '.', '-', '\n', 'ß'), (token, at, other) => {
      const text = codec.write(token);
      const place = at % text.length;
      fc.pre(text[place] !== other);

      expect(codec.read(text.slice(0, place) + other + text.slice(place + 1))).toBeNull();
    }),
  );
});

test('no other text is a token', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => codec.read(text) === null));
});

test('the previous secret stays valid, and an older one does not', () => {
  const token: Token = { kind: 'undo', gate: 3, revision: 1, route: 'route_a' as RouteId };
  const yesterday = createTokenCodec({ current: 'the secret of yesterday', previous: null });
  const longAgo = createTokenCodec({ current: 'the secret of long ago', previous: null });

  expect(codec.read(yesterday.write(token))).toEqual(token);
  expect(codec.read(longAgo.write(token))).toBeNull();
  expect(yesterday.read(codec.write(token))).toBeNull();
});
