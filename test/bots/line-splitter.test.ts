import fc from 'fast-check';
import { expect, test } from 'vitest';
import { terminalLimits } from '../../bots/terminal/limits.ts';
import { createLineSplitter } from '../../bots/terminal/line-splitter.ts';

function split(...chunks: readonly (string | Uint8Array)[]) {
  const splitter = createLineSplitter(terminalLimits);
  return [...chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk))), ...splitter.end()];
}

test('lines are the same however the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replace(/[\r\n]/g, ''))),
      fc.integer({ min: 1, max: 7 }),
      (lines, size) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));

        expect(split(...chunks)).toEqual(lines.map((text) => ({ kind: 'line', text })));
      },
    ),
  );
});

test('the end of the input ends the last line', () => {
  expect(split('g3 y', 'es')).toEqual([{ kind: 'line', text: 'g3 yes' }]);
});

test('a carriage return belongs to the line break', () => {
  expect(split('g3 yes\r\n')).toEqual([{ kind: 'line', text: 'g3 yes' }]);
});

test('a line of 10,000 characters is refused and the next one is heard', () => {
  const [long, next] = split('x'.repeat(10_000), '\ngates\n');

  expect(long).toEqual({ kind: 'unreadable', why: 'That line is longer than 4200 characters, so nothing was done. Say it shorter.' });
  expect(next).toEqual({ kind: 'line', text: 'gates' });
});

test('an endless line is one refusal', () => {
  const chunk = 'x'.repeat(65_536);

  expect(split(...Array.from({ length: 50 }, () => chunk), '\n')).toHaveLength(1);
});

test('bytes that are not UTF-8 are refused', () => {
  expect(split(Buffer.from([0x67, 0x33, 0xff, 0x0a]))).toEqual([
    { kind: 'unreadable', why: 'That line is not valid UTF-8, so nothing was done. Type it again.' },
  ]);
});
