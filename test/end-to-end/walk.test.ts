import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller, Json, Problem } from '../support/caller.ts';
import { ledgerEntries, ledgerHeads } from '../support/ledger-heads.ts';
import { startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { aPerson, aQuestion, aSetting, started } from './setting.ts';
import type { CommitReply, GateReply, Setting, TurnReply } from './setting.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.remove());

test('a question asked over HTTP is answered by a person and the work goes on', { timeout: 60_000 }, async () => {
  const setting = await aSetting(service, { lanes: ['parser', 'docs'] });

  const gate = await theAgentAsksAndItsLaneIsBlocked(setting);
  await everybodySeesWhatIsBlocked(setting, gate);
  await theOtherLaneGoesOn(setting, gate);
  await waitingWritesNothing(setting, gate);
  await onlyItsPeopleDecide(setting, gate);
  await aHeldAnswerIsUnseenAndCanBeTakenBack(setting, gate);
  await theLongPollReturnsWhenTheHoldEnds(setting, gate);
  await aSecondAnswerIsToldTheFirst(setting, gate);
  const turn = await theNextTurnHasTheAnswer(setting, gate);
  await aDeliveredAnswerCannotBeTakenBack(setting, gate);
  const receipt = await theCommitSaysUsed(setting, gate, turn);

  await theReceiptStandsInTheLedger(setting, receipt);
});

async function theAgentAsksAndItsLaneIsBlocked({ agent, goal, todos }: Setting): Promise<GateReply> {
  const turn = await started(agent, goal);
  expect(turn).toMatchObject({ decision: 'run', todo: { id: todos.parser }, turn: { fence: expect.any(Number) } });

  const asking = { outcome: 'blocked', summary: 'Two fixes are possible', ask: [aQuestion(goal, 'which-fix', { lanes: ['parser'] })] };
  const blocked = await commit(agent, turn.turn, asking);

  expect(blocked).toMatchObject({ status: 200, body: { result: 'landed', gates: [{ code: expect.stringMatching(/^g\d+$/) }] } });
  const gate = await theGate(agent, blocked.body.gates[0]?.code);
  expect(gate).toMatchObject({ state: 'open', revision: 1 });
  return gate;
}

async function everybodySeesWhatIsBlocked({ ann, agent, goal }: Setting, gate: GateReply): Promise<void> {
  const board = await agent.get<{ lanes: Json[]; gates: Json[] }>(`/v1/goals/${goal}/board`);
  const inbox = await ann.get<{ items: Json[] }>('/v1/inbox');

  expect(board).toMatchObject({ status: 200, body: { gates: [{ code: gate.code }] } });
  expect(board.body.lanes).toContainEqual(expect.objectContaining({ slug: 'parser', blocked_by: [gate.code] }));
  expect(board.body.lanes).toContainEqual(expect.objectContaining({ slug: 'docs', blocked_by: [] }));
  expect(JSON.stringify(inbox.body.items)).toContain(gate.code);
}

async function theOtherLaneGoesOn({ agent, goal, todos }: Setting, gate: GateReply): Promise<void> {
  const beside = await started(agent, goal);
  expect(beside).toMatchObject({ decision: 'run', todo: { id: todos.docs }, fallback_of: { gate: gate.code, todo: todos.parser } });

  const finished = await commit(agent, beside.turn, { outcome: 'completed', summary: 'The docs are done', evidence: [passedTests] });

  expect(finished).toMatchObject({ status: 200, body: { result: 'landed' } });
}

async function waitingWritesNothing({ agent, goal }: Setting, gate: GateReply): Promise<void> {
  const before = ledgerHeads(service.database);

  const waiting = await started(agent, goal);

  expect(waiting).toMatchObject({ decision: 'wait', gates: [{ code: gate.code }] });
  expect(waiting).not.toHaveProperty('turn');
  expect(ledgerHeads(service.database)).toEqual(before);
}

async function onlyItsPeopleDecide({ agent }: Setting, gate: GateReply): Promise<void> {
  const bob = await aPerson(service, 'bob');
  const before = ledgerHeads(service.database);

  expect(await answer(service.operator, gate, 'yes')).toMatchObject({ status: 403, body: { code: 'not-a-person' } });
  expect(await answer(agent, gate, 'yes')).toMatchObject({ status: 403, body: { code: 'not-a-person' } });
  expect(await answer(bob, gate, 'yes')).toMatchObject({ status: 403, body: { code: 'not-yours' } });

  expect(ledgerHeads(service.database)).toEqual(before);
}

async function aHeldAnswerIsUnseenAndCanBeTakenBack({ ann, agent, goal }: Setting, gate: GateReply): Promise<void> {
  const counted = await answer(ann, gate, 'no', 300);

  expect(counted).toMatchObject({ status: 200, body: { result: 'counted', deliver_at: expect.any(String) } });
  expect(await theGate(ann, gate.id)).toMatchObject({ state: 'answered', held: true, answer: { option: 'no' } });
  const asTheAgentSeesIt = await theGate(agent, gate.id);
  expect(asTheAgentSeesIt.state).toBe('open');
  expect(asTheAgentSeesIt).not.toHaveProperty('answer');
  expect(await started(agent, goal)).toMatchObject({ decision: 'wait' });

  expect(await ann.post(`/v1/gates/${gate.id}/revoke`)).toMatchObject({ status: 200 });
  expect(await theGate(ann, gate.id)).toMatchObject({ state: 'open' });
}

async function theLongPollReturnsWhenTheHoldEnds({ ann, agent }: Setting, gate: GateReply): Promise<void> {
  const polled = agent.get<GateReply>(`/v1/gates/${gate.id}?wait=30`).then((reply) => ({ ...reply, at: Date.now() }));
  const counted = await answer<{ deliver_at: string }>(ann, gate, 'yes', 2);
  const deliverAt = Date.parse(counted.body.deliver_at);

  const seen = await polled;

  expect(seen.body).toMatchObject({ state: 'answered', answer: { option: 'yes', lets: 'go', by: { name: 'Ann' } } });
  expect(seen.at).toBeGreaterThanOrEqual(deliverAt);
  expect(seen.at).toBeLessThan(deliverAt + 5_000);
}

async function aSecondAnswerIsToldTheFirst({ ann }: Setting, gate: GateReply): Promise<void> {
  const second = await answer<Problem>(ann, gate, 'no');

  expect(second).toMatchObject({ status: 409, body: { code: 'already-decided', answer: { option: 'yes', by: { name: 'Ann' } } } });
}

async function theNextTurnHasTheAnswer({ agent, goal, todos }: Setting, gate: GateReply): Promise<TurnReply> {
  const freed = await started(agent, goal);

  expect(freed).toMatchObject({ decision: 'run', todo: { id: todos.parser } });
  expect(JSON.stringify(freed.context.answers)).toContain(gate.code);
  expect((await theGate(agent, gate.id)).answer?.delivered_at).toEqual(expect.any(String));
  return freed;
}

async function aDeliveredAnswerCannotBeTakenBack({ ann }: Setting, gate: GateReply): Promise<void> {
  const late = await ann.post<Problem>(`/v1/gates/${gate.id}/revoke`);

  expect(late).toMatchObject({ status: 409, body: { code: 'already-delivered' } });
}

async function theCommitSaysUsed({ ann, agent }: Setting, gate: GateReply, { turn }: TurnReply): Promise<CommitReply['receipt']> {
  const done = { outcome: 'completed', summary: 'The parser is fixed', evidence: [passedTests] };
  const saying = { ...done, used_answers: [{ gate: gate.id, use: 'used', how: 'Went on as planned' }] };
  const olderFence = turn && { ...turn, fence: turn.fence - 1 };

  expect((await commit(agent, turn, done)).body).toMatchObject({ code: 'answers-unaccounted' });
  expect(await commit(agent, olderFence, saying)).toMatchObject({ status: 409, body: { code: 'fenced-off' } });
  const landed = await commit(agent, turn, saying);

  expect(landed).toMatchObject({ status: 200, body: { result: 'landed' } });
  expect(await theGate(ann, gate.id)).toMatchObject({ answer: { used_in: turn?.id, use: 'used' } });
  return landed.body.receipt;
}

async function theReceiptStandsInTheLedger({ goal }: Setting, { id, seq, hash }: CommitReply['receipt']): Promise<void> {
  const ledger = await service.operator.get<{ items: Json[] }>(`/v1/goals/${goal}/ledger?limit=200`);

  expect(ledger.body.items).toContainEqual(expect.objectContaining({ id, seq, hash }));
  expect(ledgerEntries(service.database)).toContainEqual(expect.objectContaining({ id }));
}

const passedTests = { kind: 'tests', tool: 'vitest', passed: 12, failed: 0, skipped: 0 };

async function theGate(caller: Caller, ref: string | undefined): Promise<GateReply> {
  return (await caller.get<GateReply>(`/v1/gates/${ref}`)).body;
}

function answer<Body = Json>(caller: Caller, gate: GateReply, option: string, holdSeconds?: number) {
  const hold = holdSeconds === undefined ? {} : { hold_s: holdSeconds };
  return caller.post<Body>(`/v1/gates/${gate.id}/answer`, { revision: gate.revision, option, ...hold });
}

function commit(caller: Caller, turn: TurnReply['turn'], body: Json) {
  return caller.post<CommitReply>(`/v1/turns/${turn?.id}/commit`, { fence: turn?.fence, ...body });
}
