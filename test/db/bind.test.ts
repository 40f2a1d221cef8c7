import { describe, expect, test } from 'vitest';
import { bind } from '../../db/bind.ts';
import { openScratch } from '../../db/engine/connection.ts';

const query = { sql: 'select ?', parameters: [{ name: 'one' }] };

describe('what can be bound', () => {
  test.each([['text'], [7], [7n], [null], [new Uint8Array([1])]])('%s is', (value) => {
    expect(bind(query, { one: value })).toEqual([value]);
  });

  test.each([[true], [undefined], [Number.NaN], [0.5], [2 ** 53], [new Date(0)], [{}], [['x']], [Symbol('s')]])(
    '%s is an error, not the end of the process',
    (value) => {
      expect(() => bind(query, { one: value as never })).toThrow(/only text, safe integers, null and bytes/);
    },
  );
});

test('a statement that gives rows is never run as one that gives none', () => {
  const scratch = openScratch(':memory:');
  scratch.exec('create table t (id integer primary key)');
  const returning = { sql: 'insert into t values (1) returning id', parameters: [] };

  expect(() => scratch.write(returning, {})).toThrow(/gives rows/);

  expect(scratch.rows(returning, {})).toEqual([{ id: 1 }]);
  scratch.close();
});
