import { expect, test } from 'vitest';
import { openWriting } from '../../db/engine/connection.ts';
import { openWorld, service } from '../support/world.ts';
import { planted } from './planted.ts';

test.each([
  ['update', "update entry set actor = 'somebody'", 'never changed'],
  ['delete', 'delete from entry', 'never deleted'],
  [
    'replace by position',
    'insert or replace into entry select position, id, stream, seq, type, at, actor, command, data, hash, previous from entry',
    'never replaced',
  ],
  [
    'replace by id',
    "insert or replace into entry select 99, id, 'house', 9, type, at, actor, command, data, hash, previous from entry",
    'never replaced',
  ],
  [
    'replace by seq',
    "insert or replace into entry select 99, 'other', stream, seq, type, at, actor, command, data, hash, previous from entry",
    'never replaced',
  ],
])('the ledger stops %s', async (_, sql, sentence) => {
  const world = await openWorld({ verbs: planted });
  await world.run('plant-goal', service, { slug: 'one' });
  const connection = openWriting(world.file);

  expect(() => connection.exec(sql)).toThrow(sentence);

  connection.close();
  expect(await world.engine.reads.entriesByPosition(0, 10)).toMatchObject([{ actor: 'service', position: 1 }]);
});
