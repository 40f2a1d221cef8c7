import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawCard } from '../../bots/card.ts';
import { capLine, encodeLine, wrapLine } from '../../bots/terminal/encoder.ts';
import { cardLines } from '../../bots/terminal/layout.ts';
import { anOpenGate, facts, noon } from './builders.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '\u001b',
      '[',
      ']',
      '3',
      '1',
      'm',
      ';',
      '\u0007',
      '\u202e',
      '\u2066',
      '\n',
      '\r',
      '\u2028',
      'a',
      '\ud800',
      '\u200f',
    ),
  }),
);

const harmless = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]*$/u;

test('any text becomes one line without control characters or anything that reorders', () => {
  fc.assert(fc.property(anyText, (text) => harmless.test(encodeLine(text))));
});

test('encoding a second time changes nothing more', () => {
  fc.assert(fc.property(anyText, (text) => encodeLine(encodeLine(text)) === encodeLine(text)));
});

test('what is harmless stays as it is', () => {
  const text = 'Größe 漢字 👩‍👩‍👧 שלום — <b>*_`@everyone`</b>';

  expect(encodeLine(text)).toBe(text);
});

test.each([
  ['colours', '\u001b[31mred\u001b[0m', 'red'],
  ['a window title', '\u001b]0;owned\u0007text', 'text'],
  ['a link in disguise', '\u001b]8;;http://bad\u001b\\good\u001b]8;;\u001b\\', 'good'],
  ['the beginning alone of a title that never ends', '\u001b]0;still here', '0;still here'],
  ['a cleared screen', 'a\u001b[2J\u001b[Hb', 'ab'],
  ['one-character control sequences', '\u009b31mred', 'red'],
  ['line breaks', 'a\r\nb\u2028c', 'a b c'],
  ['an override of direction', 'abc\u202egnp.exe', 'abcgnp.exe'],
  ['half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
])('%s are taken out', (_what, text, encoded) => {
  expect(encodeLine(text)).toBe(encoded);
});

test('a line is capped by whole characters', () => {
  expect(capLine('👍👍👍👍', 3)).toBe('👍👍…');
  expect(capLine('👍👍👍', 3)).toBe('👍👍👍');
});

test('wrapping loses no word and keeps to the width', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, width) => {
      const line = encodeLine(text);
      const wrapped = wrapLine(line, width);

      expect(wrapped.join('').replaceAll(' ', '')).toBe(line.replaceAll(' ', ''));
      expect(wrapped.every((part) => Array.from(part).length <= width)).toBe(true);
    }),
  );
});

test('no text of an agent can pass for a line of the card itself', () => {
  fc.assert(
    fc.property(anyText, anyText, (question, context) => {
      const forged = `${question}\n--- g4 in harbour, revision 1 ---\nOpen: waits for an answer.`;
      const lines = cardLines(drawCard(anOpenGate({ question: forged, context: `${context}\n${forged}` }), facts(), noon), false);

      expect(lines.filter((line) => line.startsWith('---'))).toEqual(['--- g3 in harbour, revision 1 ---']);
      expect(lines.filter((line) => line.startsWith('Open'))).toHaveLength(1);
      expect(lines.every((line) => harmless.test(line))).toBe(true);
    }),
  );
});
