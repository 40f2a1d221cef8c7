import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fittingLines, plain, plainLine } from '../../bots/text.ts';
import { escaped, fitted, mrkdwn, unescaped } from '../../bots/slack/encoder.ts';
import { hostileText } from './hostile-text.ts';

describe('text for objects that Slack parses', () => {
  test('holds no mention, date or labelled link, whatever it is made of', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 200 }), (text, max) => {
        expect(mrkdwn(text, max)).not.toMatch(/[<>]/);
      }),
    );
  });

  test('is read back as the text that unparsed objects show', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 200 }), (text, max) => {
        expect(unescaped(mrkdwn(text, max))).toBe(plain(text, max));
      }),
    );
  });

  test('escapes three characters and no other', () => {
    expect(escaped('a < b > c & "d" &amp; *e*')).toBe('a &lt; b &gt; c &amp; "d" &amp;amp; *e*');
  });
});

describe('text for objects that Slack does not parse', () => {
  test('is never longer than asked, and never cut inside a character', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 200 }), (text, max) => {
        const shown = plain(text, max);

        expect(shown.length).toBeLessThanOrEqual(max);
        expect(shown).not.toMatch(/\p{Cs}/u);
      }),
    );
  });

  test('stays as it was written when it is short and harmless', () => {
    expect(plain('Заголовок 👩‍👩‍👧 <b> & *x*\nsecond line', 200)).toBe('Заголовок 👩‍👩‍👧 <b> & *x*\nsecond line');
  });

  test('loses what hides or reorders', () => {
    expect(plain('ab\u202ecd\u0000e\u200bf', 20)).toBe('abcdef');
    expect(plainLine('  one\n\n two\ttabs ', 40)).toBe('one two tabs');
  });
});

test('a composed text is cut before half an escape or half a token', () => {
  expect(fitted('abcd &amp; efgh', 9)).toBe('abcd …');
  expect(fitted('abcd <!date^1^{time}|noon>', 12)).toBe('abcd …');
  expect(fitted('short', 12)).toBe('short');
});

test('a list that is too long ends after a whole line, and says how many are left', () => {
  const lines = Array.from({ length: 5 }, (_, index) => `g${index} in harbour`);

  expect(fittingLines(lines, 1_000)).toBe(lines.join('\n'));
  expect(fittingLines(lines, 48)).toBe('g0 in harbour\ng1 in harbour\nand 3 more lines');
});
