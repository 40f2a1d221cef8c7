import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json, Problem } from '../support/caller.ts';
import { ledgerEntries, ledgerHeads } from '../support/ledger-heads.ts';
import { startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { aPerson, aQuestion, aSetting, started } from './setting.ts';
import type { CommitReply, GateReply } from './setting.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.remove());

test('a question asked over HTTP is answered by a person and the work goes on', { timeout: 60_000 }, async () => {
  const { goal, todos, ann, agent, secondAgent } = await aSetting(service, { lanes: ['parser', 'docs'] });
  const bob = await aPerson(service, 'bob');

  const first = await started(agent, goal);
  expect(first).toMatchObject({ decision: 'run', todo: { id: todos.parser }, turn: { fence: expect.any(Number) } });

  const asking = { outcome: 'blocked', summary: 'Two fixes are possible', ask: [aQuestion(goal, 'which-fix', { lanes: ['parser'] })] };
  const blocked = await agent.post<CommitReply>(`/v1/turns/${first.turn?.id}/commit`, { fence: first.turn?.fence, ...asking });
  expect(blocked).toMatchObject({ status: 200, body: { result: 'landed', gates: [{ state: 'open', revision: 1 }] } });
  const gate = await theGate(agent, blocked.body.gates[0]?.id);
  expect(gate.code).toMatch(/^g\d+$/);

  const beside = await started(agent, goal);
  expect(beside).toMatchObject({ decision: 'run', todo: { id: todos.docs }, fallback_of: { todo: todos.parser } });
  const finished = await commit(agent, beside.turn, { outcome: 'completed', summary: 'The docs are done', evidence: [passedTests] });
  expect(finished).toMatchObject({ status: 200, body: { result: 'landed' } });

  const before = ledgerHeads(service.database);
  const waiting = await started(agent, goal);
  expect(waiting).toMatchObject({ decision: 'wait', gates: [{ code: gate.code }] });
  expect(ledgerHeads(service.database)).toEqual(before);

  for (const caller of [service.operator, agent]) {
    expect(await answer(caller, gate, 'yes')).toMatchObject({ status: 403, body: { code: 'not-a-person' } });
  }
  expect(await answer(bob, gate, 'yes')).toMatchObject({ status: 403, body: { code: 'not-yours' } });
  expect(ledgerHeads(service.database)).toEqual(before);

  const counted = await answer(ann, gate, 'no', 300);
  expect(counted).toMatchObject({ status: 200, body: { result: 'counted', deliver_at: expect.any(String) } });
  expect(await theGate(ann, gate.id)).toMatchObject({ state: 'answered', held: true, answer: { option: 'no' } });
  const stillOpen = await theGate(agent, gate.id);
  expect(stillOpen.state).toBe('open');
  expect(stillOpen).not.toHaveProperty('answer');
  expect(await started(agent, goal)).toMatchObject({ decision: 'wait' });

  expect(await ann.post(`/v1/gates/${gate.id}/revoke`)).toMatchObject({ status: 200 });
  expect(await theGate(ann, gate.id)).toMatchObject({ state: 'open' });

  const polled = agent.get<GateReply>(`/v1/gates/${gate.id}?wait=30`).then((reply) => ({ ...reply, at: Date.now() }));
  const again = await answer<{ deliver_at: string }>(ann, gate, 'yes', 2);
  const seen = await polled;
  expect(seen.body).toMatchObject({ state: 'answered', answer: { option: 'yes', lets: 'go', by: { name: 'Ann' } } });
  expect(seen.at).toBeGreaterThanOrEqual(Date.parse(again.body.deliver_at));
  expect(seen.at).toBeLessThan(Date.parse(again.body.deliver_at) + 5_000);

  const second = await answer<Problem & { answer: Json }>(ann, gate, 'no');
  expect(second).toMatchObject({ status: 409, body: { code: 'already-decided', answer: { option: 'yes', by: { name: 'Ann' } } } });

  const freed = await started(agent, goal);
  expect(freed).toMatchObject({ decision: 'run', todo: { id: todos.parser } });
  expect(freed.context.answers).toEqual([expect.objectContaining({ code: gate.code })]);
  expect((await theGate(agent, gate.id)).answer?.delivered_at).toEqual(expect.any(String));
  expect(await ann.post(`/v1/gates/${gate.id}/revoke`)).toMatchObject({ status: 409, body: { code: 'already-delivered' } });

  const done = { outcome: 'completed', summary: 'The parser is fixed', evidence: [passedTests] };
  expect(await commit(agent, freed.turn, done)).toMatchObject({ body: { code: 'answers-unaccounted' } });
  const using = { ...done, used_answers: [{ gate: gate.id, use: 'used', how: 'Went on as planned' }] };
  const staleTurn = { id: freed.turn?.id ?? '', fence: (freed.turn?.fence ?? 0) - 1 };
  expect(await commit(agent, staleTurn, using)).toMatchObject({ status: 409, body: { code: 'fenced-off' } });
  const landed = await commit(agent, freed.turn, using);
  expect(landed).toMatchObject({ status: 200, body: { result: 'landed', receipt: { id: expect.any(String) } } });
  expect((await theGate(ann, gate.id)).answer).toMatchObject({ used_in: freed.turn?.id });

  const listed = await service.operator.get<{ items: { id: string; seq: number; hash: string }[] }>(`/v1/goals/${goal}/ledger?limit=200`);
  expect(listed.body.items).toContainEqual(expect.objectContaining(withoutPrevious(landed.body.receipt)));
  expect(ledgerEntries(service.database).map((entry) => entry.id)).toContain(landed.body.receipt.id);
  expect((await started(secondAgent, goal)).decision).not.toBe('run');
});

const passedTests = { kind: 'tests', tool: 'vitest', passed: 12, failed: 0, skipped: 0 };

type Caller = Service['operator'];

async function theGate(caller: Caller, id: string | undefined): Promise<GateReply> {
  return (await caller.get<GateReply>(`/v1/gates/${id}`)).body;
}

function answer<Body = Json>(caller: Caller, gate: GateReply, option: string, holdSeconds?: number) {
  const held = holdSeconds === undefined ? {} : { hold_s: holdSeconds };
  return caller.post<Body>(`/v1/gates/${gate.id}/answer`, { revision: gate.revision, option, ...held });
}

function commit(caller: Caller, turn: { id: string; fence: number } | undefined, body: Json) {
  return caller.post<CommitReply>(`/v1/turns/${turn?.id}/commit`, { fence: turn?.fence, ...body });
}

function withoutPrevious(receipt: CommitReply['receipt']) {
  return { id: receipt.id, seq: receipt.seq, hash: receipt.hash };
}
