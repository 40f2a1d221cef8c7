import { afterEach, expect, test } from 'vitest';
import { ledgerHeads } from '../support/ledger-heads.ts';
import { failingStart, startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { aSetting } from './setting.ts';

let service: Service | undefined;

afterEach(() => service?.remove());

test('a second service on the same file is refused with the pid of the first, which goes on', { timeout: 60_000 }, async () => {
  service = await startService();
  const { ann, goal } = await aSetting(service);
  const before = ledgerHeads(service.database);

  const second = await failingStart({ folder: service.folder });

  expect(second.code).toBe(78);
  expect(second.output).toContain(String(service.pid()));
  expect(ledgerHeads(service.database)).toEqual(before);
  expect(await ann.post('/v1/notes', { goal, text: 'The first one still writes' })).toMatchObject({ status: 201 });
});

test('after a kill -9 the file is free again at once', { timeout: 60_000 }, async () => {
  service = await startService();
  const { ann, goal } = await aSetting(service);

  await service.kill();
  await service.restart();

  expect(await ann.post('/v1/notes', { goal, text: 'Sessions survive too' })).toMatchObject({ status: 201 });
});
