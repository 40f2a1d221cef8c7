import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replyOf } from '../support/caller.ts';
import type { Problem, Reply } from '../support/caller.ts';
import { ledgerHeads } from '../support/ledger-heads.ts';
import { startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { aQuestion, aSetting, asked, made, started } from './setting.ts';
import type { GateReply, Setting, TurnReply } from './setting.ts';

/** What stands before each bad call: an open gate at revision 2, a decided one, and a turn that a second session took over. */
type Scene = Setting & { readonly service: Service; readonly open: GateReply; readonly decided: GateReply; readonly old: TurnReply };

let scene: Scene;

beforeAll(async () => {
  const service = await startService();
  const setting = await aSetting(service, { lanes: ['parser', 'docs'] });
  const old = await started(setting.agent, setting.goal);
  await started(setting.agent, setting.goal);
  const open = await asked(setting.agent, aQuestion(setting.goal, 'open', { lanes: ['docs'] }));
  await made(setting.agent, `/v1/gates/${open.id}/revise`, { question: 'Shall the lane go on as planned today?' });
  const decided = await asked(setting.agent, aQuestion(setting.goal, 'decided', { lanes: ['docs'] }));
  await made(setting.ann, `/v1/gates/${decided.id}/answer`, { revision: 1, option: 'yes', hold_s: 300 });
  await setting.ann.post('/v1/notes', { goal: setting.goal, text: 'The first note' }, 'note-key');
  scene = { ...setting, service, open, decided, old };
});

afterAll(() => scene.service.remove());

type BadCall = {
  readonly name: string;
  readonly status: number;
  readonly code: string;
  readonly call: (at: Scene) => Promise<Reply<Problem>>;
};

const badCalls: readonly BadCall[] = [
  {
    name: 'a wrong token',
    status: 401,
    code: 'unauthorized',
    call: ({ service, goal }) => service.as('gb_ag_nobody').post('/v1/turns', { goal }),
  },
  { name: 'no token', status: 401, code: 'unauthorized', call: ({ service, goal }) => service.stranger().post('/v1/turns', { goal }) },
  { name: 'a wrong goal', status: 404, code: 'not-found', call: ({ agent }) => agent.post('/v1/turns', { goal: 'no-such-goal' }) },
  {
    name: 'an unknown gate',
    status: 404,
    code: 'not-found',
    call: ({ ann }) => ann.post('/v1/gates/g999/answer', { revision: 1, option: 'yes' }),
  },
  {
    name: 'a stale revision',
    status: 409,
    code: 'question-changed',
    call: ({ ann, open }) => ann.post(`/v1/gates/${open.id}/answer`, { revision: 1, option: 'yes' }),
  },
  {
    name: 'an option that the gate does not offer',
    status: 422,
    code: 'bad-input',
    call: ({ ann, open }) => ann.post(`/v1/gates/${open.id}/answer`, { revision: 2, option: 'maybe' }),
  },
  {
    name: 'a second answer',
    status: 409,
    code: 'already-decided',
    call: ({ ann, decided }) => ann.post(`/v1/gates/${decided.id}/answer`, { revision: 1, option: 'no' }),
  },
  { name: 'a vague question', status: 422, code: 'vague-gate', call: (at) => ask(at, { question: 'Thoughts.' }) },
  { name: 'six options', status: 422, code: 'bad-input', call: (at) => ask(at, { answer: choice(6, 'Go on') }) },
  { name: 'a label of 31 characters', status: 422, code: 'bad-input', call: (at) => ask(at, { answer: choice(2, 'x'.repeat(31)) }) },
  {
    name: 'a body over the limit',
    status: 413,
    code: 'body-too-large',
    call: ({ ann, goal }) => ann.post('/v1/notes', { goal, text: 'x'.repeat(1024 * 1024) }),
  },
  { name: 'malformed JSON', status: 400, code: 'bad-json', call: (at) => raw(at, 'application/json', '{"goal": ') },
  { name: 'a wrong content type', status: 415, code: 'wrong-content-type', call: (at) => raw(at, 'text/plain', '{}') },
  {
    name: 'the same key with another body',
    status: 422,
    code: 'idempotency-mismatch',
    call: ({ ann, goal }) => ann.post('/v1/notes', { goal, text: 'Another note' }, 'note-key'),
  },
  {
    name: 'a fence of yesterday',
    status: 409,
    code: 'fenced-off',
    call: ({ agent, old }) => agent.post(`/v1/turns/${old.turn?.id}/heartbeat`, { fence: old.turn?.fence }),
  },
  { name: 'a file with a wrong digest', status: 422, code: 'file-damaged', call: damagedFile },
  {
    name: 'a field of a later part',
    status: 422,
    code: 'not-available',
    call: (at) => ask(at, { quorum: { n: 2 } }),
  },
];

test.each(badCalls)('$name is refused with $code and nothing changes', async ({ call, status, code }) => {
  const before = ledgerHeads(scene.service.database);

  const reply = await call(scene);

  expect(reply).toMatchObject({ status, body: { status, code, title: expect.any(String) } });
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(reply.body.detail.length).toBeGreaterThan(10);
  expect(reply.body.fix.length).toBeGreaterThan(10);
  expect(ledgerHeads(scene.service.database)).toEqual(before);
});

function ask(at: Scene, more: Readonly<Record<string, unknown>>): Promise<Reply<Problem>> {
  return at.agent.post('/v1/gates', aQuestion(at.goal, 'bad', { lanes: ['docs'] }, more));
}

function choice(count: number, label: string) {
  const options = Array.from({ length: count }, (_, nth) => ({ key: `o${nth}`, label, effect: 'The lane goes on', lets: 'go' }));
  return { kind: 'choice', options };
}

async function raw({ ann }: Scene, contentType: string, body: string): Promise<Reply<Problem>> {
  return replyOf(await ann.send('/v1/notes', { method: 'POST', headers: { 'content-type': contentType }, body }));
}

async function damagedFile({ agent }: Scene): Promise<Reply<Problem>> {
  const digest = createHash('sha256').update('other bytes').digest('base64');
  const headers = { 'content-type': 'text/plain', 'content-digest': `sha-256=:${digest}:` };
  return replyOf(await agent.send('/v1/files', { method: 'PUT', headers, body: 'these bytes' }));
}
