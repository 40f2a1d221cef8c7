import { afterEach, expect, test } from 'vitest';
import { readEvents } from '../support/event-reader.ts';
import { ledgerEntries } from '../support/ledger-heads.ts';
import { startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { aQuestion, aSetting, asked } from './setting.ts';

let service: Service;

afterEach(() => service.remove());

test('a stop ends streams and long-polls, keeps what it acknowledged, and exits 0 in time', { timeout: 60_000 }, async () => {
  service = await startService();
  const { ann, agent, goal } = await aSetting(service);
  const gate = await asked(agent, aQuestion(goal, 'go-on', { lanes: ['parser'] }));
  const stream = readEvents(service.operator, '0', () => false);
  const poll = agent.get(`/v1/gates/${gate.id}?wait=60`);
  const texts = Array.from({ length: 40 }, (_, nth) => `note ${nth}`);
  const notes = texts.map((text) => ann.post('/v1/notes', { goal, text }).catch(() => undefined));
  await Promise.race(notes);
  const stopping = Date.now();

  const code = await service.stop();

  expect(code).toBe(0);
  expect(Date.now() - stopping).toBeLessThan(5_000);
  await Promise.allSettled([stream, poll]);
  const replies = await Promise.all(notes);
  const acknowledged = texts.filter((_, nth) => replies[nth]?.status === 201);
  const kept = ledgerEntries(service.database).map((entry) => entry.data);
  expect(acknowledged.filter((text) => !kept.some((data) => data.includes(`"${text}"`)))).toEqual([]);
  expect(acknowledged).not.toEqual([]);
});
