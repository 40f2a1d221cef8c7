import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEvents } from '../support/event-reader.ts';
import { ledgerEntries } from '../support/ledger-heads.ts';
import { startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { aSetting, made } from './setting.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.remove());

test('a reader that resumes after a restart has every entry once, in order', { timeout: 60_000 }, async () => {
  const { ann, goal } = await aSetting(service);
  const first = await readEvents(service.operator, '0', (read) => read.length >= 5);
  await service.kill();
  await service.restart();
  await made(ann, '/v1/notes', { goal, text: 'Said after the restart' });

  const rest = await readEvents(service.operator, first.at(-1)?.id, (read) => read.some(({ data }) => data.includes('after the restart')));

  const entries = ledgerEntries(service.database);
  const read = [...first, ...rest];
  expect(read.map(({ event }) => event)).toEqual(entries.slice(0, read.length).map(({ type }) => type));
  expect(read.map(({ data }) => JSON.parse(data).id)).toEqual(entries.slice(0, read.length).map(({ id }) => id));
  expect(read.at(-1)?.data).toContain('Said after the restart');
});

test('two readers get the same entries at the same positions', { timeout: 60_000 }, async () => {
  const last = String(ledgerEntries(service.database).length);
  const whole = () => readEvents(service.operator, '0', (read) => read.at(-1)?.id === last);

  const [one, other] = await Promise.all([whole(), whole()]);

  expect(one).toEqual(other);
});
