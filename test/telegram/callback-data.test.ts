import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readData, writeData } from '../../bots/telegram/callback-data.ts';
import { aToken } from '../slack/builders.ts';

test('a token stands there as it is', () => {
  expect(writeData({ token: aToken('o', 1), place: null })).toBe(aToken('o', 1));
  expect(readData(aToken('o', 1))).toEqual({ token: aToken('o', 1), place: null });
});

test('a copy says where it is good for', () => {
  const thread = fc.option(fc.integer({ min: 2, max: 2_000_000_000 }));
  fc.assert(
    fc.property(fc.integer({ min: -1_009_999_999_999, max: -1 }), thread, (chat, topic) => {
      const carried = { token: 'o.1f.2.1.r.c', place: { chat, thread: topic } };

      expect(readData(writeData(carried) ?? '')).toEqual(carried);
    }),
  );
});

test.each([
  [64, 'x'.repeat(64)],
  [65, null],
  [66, null],
])('data of %i bytes is %s', (bytes, data) => {
  expect(writeData({ token: 'x'.repeat(bytes), place: null })).toBe(data);
});

test('characters of several bytes are counted as such', () => {
  expect(writeData({ token: 'д'.repeat(33), place: null })).toBeNull();
});

test.each([[''], ['@'], ['o@'], ['o@71'], ['o@-'], ['o@-1.'], ['o@-zzzzzzzzzzzzz'], ['o@-1.2.3'], ['o@-A']])(
  'the forged data "%s" claims no place',
  (data) => {
    expect(readData(data)).toEqual({ token: data, place: null });
  },
);
