import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json, Reply } from '../support/caller.ts';
import { startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { aPerson, aQuestion, aSetting, asked } from './setting.ts';
import type { GateReply } from './setting.ts';

const rounds = 200;

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.remove());

test('of two overlapping answers from two sessions one counts and the other is told who won, 200 times', { timeout: 120_000 }, async () => {
  const ben = await aPerson(service, 'ben');
  const { goal, ann, agent } = await aSetting(service);
  const wins = { Ann: 0, Ben: 0 };

  for (let round = 0; round < rounds; round += 1) {
    const question = aQuestion(goal, `race-${round}`, { lanes: ['parser'] }, { answerers: { people: ['ann', 'ben'] } });
    const gate = await asked(agent, question);
    const say = (option: string) => ({ revision: gate.revision, option, hold_s: 300 });
    const path = `/v1/gates/${gate.id}/answer`;
    const calls = [() => ann.post(path, say('yes')), () => ben.post(path, say('no'))];
    const replies = await Promise.all((round % 2 === 0 ? calls : calls.reverse()).map((call) => call()));

    const winner = (await ann.get<GateReply>(`/v1/gates/${gate.id}`)).body.answer?.by.name;
    expect(outcomesOf(replies)).toEqual(['counted', `already-decided by ${String(winner)}`]);
    wins[winner as keyof typeof wins] += 1; // one of the two who answered, as just compared
  }

  expect(wins.Ann + wins.Ben).toBe(rounds);
  expect(Math.min(wins.Ann, wins.Ben)).toBeGreaterThan(0);
});

function outcomesOf(replies: readonly Reply<Json>[]): readonly string[] {
  const outcomes = replies.map(({ status, body }) => {
    if (status === 200) return String(body.result);
    const { by } = (body.answer ?? {}) as { by?: Json }; // the winning answer of a 409
    return `${String(body.code)} by ${String(by?.name)}`;
  });
  return outcomes.toSorted((a, b) => Number(b === 'counted') - Number(a === 'counted'));
}
