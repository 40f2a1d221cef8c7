import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseInput } from '../../server/http/parse-input.ts';
import { laterField, laterValues } from '../../src/later.ts';
import { Refusal } from '../../src/refusal.ts';

const shape = z.strictObject({
  title: z.string().max(5),
  options: z
    .array(z.strictObject({ label: z.string().max(3) }))
    .max(2)
    .default([]),
  quota: laterField(),
  platform: laterValues(['terminal'], ['slack']).optional(),
  answer: z.union([z.strictObject({ kind: z.literal('choice') }), z.strictObject({ kind: laterValues(['text'], ['number']) })]).optional(),
});

test('good fields come out parsed', () => {
  const input = parseInput(shape, { title: 'short' });

  expect(input).toEqual({ title: 'short', options: [] });
});

test('a refusal names every fault: the path, what was expected, what came', () => {
  const refusal = refusalOfParsing({ title: 7, options: [{ label: 'four' }], extra: true });

  expect(refusal).toMatchObject({
    code: 'bad-input',
    more: {
      issues: [
        { path: 'title', expected: 'expected string', came: '7' },
        { path: 'options[0].label', expected: expect.stringContaining('<=3'), came: '"four"' },
        { path: 'body', expected: 'expected no field "extra"', came: 'it' },
      ],
    },
  });
  expect(refusal.detail).toContain('options[0].label');
});

test('a missing field came as nothing', () => {
  const refusal = refusalOfParsing({});

  expect(refusal.detail).toBe('title: expected string; came nothing.');
});

test('a long value is cut where it is repeated', () => {
  const refusal = refusalOfParsing({ title: 'x'.repeat(5_000) });

  expect(refusal.detail.length).toBeLessThan(300);
});

test.each([
  ['a field', { title: 'a', quota: { turns: 3 } }, 'quota'],
  ['a value', { title: 'a', platform: 'slack' }, 'platform'],
  ['a value inside a union', { title: 'a', answer: { kind: 'number' } }, 'answer.kind'],
])('%s of a later part is not available, by name', (_what, fields, field) => {
  const refusal = refusalOfParsing(fields);

  expect(refusal).toMatchObject({ code: 'not-available', more: { field } });
});

function refusalOfParsing(fields: Record<string, unknown>): Refusal {
  try {
    parseInput(shape, fields);
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error('it was not refused');
}
