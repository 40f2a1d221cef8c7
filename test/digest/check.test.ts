import { expect, test } from 'vitest';
import { openWriting } from '../../db/engine/connection.ts';
import { verify } from '../../db/verify.ts';
import { limits } from '../../src/limits.ts';
import { misfits } from '../support/goal-world.ts';
import { blockOf, openDigestWorld, sent, textsOf } from './digest-world.ts';

test('a digest that was altered in the database is found, by its page and by verify', async () => {
  const world = await openDigestWorld();
  await world.addTodo();
  await sent(world);
  await world.commit(await world.start(), { summary: 'Honest work.' });
  const digest = await sent(world);
  const alter = (from: string, to: string) =>
    change(world.file, `update digest set state = replace(state, '${from}', '${to}') where id = '${digest.id}'`);

  alter('Honest work', 'Great work');
  const reworded = (await world.show(digest.id)).check;
  const { faults } = verify(world.file);
  alter('Great work', 'Honest work');
  alter('"number":{"value":1,', '"number":{"value":7,');
  const recounted = (await world.show(digest.id)).check;
  alter('"number":{"value":7,', '"number":{"value":1,');

  expect(reworded).toMatchObject({ holds: false, content: 'differs' });
  expect(faults).toMatchObject([{ table: 'digest', id: digest.id, what: 'the row differs from what its entries say' }]);
  expect(recounted).toMatchObject({ holds: false, content: 'differs' });
  expect(recounted.numbers.some(({ same }) => !same)).toBe(true);
  expect((await world.show(digest.id)).check.holds).toBe(true);
});

test('whatever is altered in the row of a digest, its check says so or refuses to read it', async () => {
  const world = await openDigestWorld();
  await world.addTodo();
  world.platform.answerNext(() => ({ result: 'failed', reason: 'it is too odd', as: 'rejected' }));
  const lost = await sent(world);
  await world.commit(await world.start());
  const digest = await sent(world);
  const holds = async (id: string) => (await world.show(id)).check.holds;
  const set = (id: string, path: string, value: string) =>
    change(world.file, `update digest set state = json_set(state, '${path}', json('${value}')) where id = '${id}'`);
  const before = [await holds(lost.id), await holds(digest.id)];

  set(digest.id, '$.included_in', `"${lost.id}"`);
  const saidIncluded = await holds(digest.id);
  set(digest.id, '$.included_in', 'null');
  set(lost.id, '$.included_in', 'null');
  const saidSent = await holds(lost.id);
  set(lost.id, '$.included_in', `"${digest.id}"`);
  const unread: unknown[] = [];
  for (const value of ['null', '[null]', '[{"lines":[{"number":{"query":"all-there-are"}}]}]']) {
    const kept = JSON.stringify(digest.blocks);
    set(digest.id, '$.blocks', value);
    unread.push(await holds(digest.id).catch((refusal: unknown) => refusal));
    set(digest.id, '$.blocks', kept.replaceAll("'", "''"));
  }

  expect([before, saidIncluded, saidSent]).toEqual([[true, true], false, false]);
  expect(unread).toMatchObject(unread.map(() => ({ code: 'wrong-state', detail: expect.stringContaining('was altered in the database') })));
  expect([await holds(lost.id), await holds(digest.id)]).toEqual([true, true]);
});

test('what was spent is the same sum whoever counts it, however small its parts', async () => {
  const world = await openDigestWorld();
  await world.addTodo();
  const parts = [0.0001005, 0.0002135, 0.0012465, 0.0000005, 0.1, 0.2, 999_999.9999995];
  for (const usd of parts) await world.commit(await world.start(), { spend: { usd, tokens: limits.spendTokensMax } });

  const digest = await sent(world);

  expect(textsOf(blockOf(digest, 'spend'))).toEqual([
    '7 turns in all',
    '7000000000 tokens, as reported',
    '1000000.301563 US dollars, as reported',
  ]);
  expect((await world.show(digest.id)).check.holds).toBe(true);
  await misfits(async () => world.commit(await world.start(), { spend: { usd: 1e308 } }));
});

function change(file: string, sql: string): void {
  const writing = openWriting(file);
  writing.exec(sql);
  writing.close();
}
