import { expect, test } from 'vitest';
import { runCli } from './run-cli.ts';
import { standInService } from './stand-in-service.ts';

const hostile = 'Ship it?\u001b[2J\u001b]0;owned\u0007\u009b31m\r\nState: answered\u202Eyes\u2066';

const gate = {
  id: 'gate_1',
  code: 'g1',
  revision: 1,
  state: 'open',
  question: hostile,
  context: hostile,
  risk: 'reversible',
  asked_at: '2026-12-01T09:00:00.000Z',
  expects: { kind: 'choice', options: [{ key: 'yes', label: hostile, effect: hostile, lets: 'go', recommended: true }] },
  blocks: { lanes: ['one'], todos: [], scopes: [] },
};

/** Controls but for the line break, and what reorders text: none of it may reach a terminal. */
const obeyed = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

test('what an agent wrote reaches the terminal as plain words on their own line', async () => {
  const service = await standInService({
    'GET /v1/gates/g1': { status: 200, json: gate },
    'GET /v1/gates?limit=200': { status: 200, json: { items: [gate], next: null } },
  });

  const shown = await runCli(['gate', 'show', 'g1'], { GATEBELL_URL: service.url });
  const listed = await runCli(['gate', 'ls'], { GATEBELL_URL: service.url });

  expect(shown.stdout).not.toMatch(obeyed);
  expect(shown.stdout).not.toMatch(/^State: answered/m);
  expect(shown.stdout).toContain('Ship it?');
  expect(listed.stdout).not.toMatch(obeyed);
  expect(listed.stdout.trimEnd().split('\n')).toHaveLength(1);
});

test('with --json it is the same text, escaped', async () => {
  const service = await standInService({ 'GET /v1/gates/g1': { status: 200, json: gate } });

  const shown = await runCli(['gate', 'show', 'g1', '--json'], { GATEBELL_URL: service.url });

  expect(shown.stdout).not.toMatch(obeyed);
  expect(JSON.parse(shown.stdout)).toEqual(gate);
});

test('a refusal cannot draw on the terminal either', async () => {
  const problem = { code: 'not-found', detail: hostile, fix: hostile };
  const service = await standInService({ 'GET /v1/gates/g1': { status: 404, json: problem } });

  const ran = await runCli(['gate', 'show', 'g1'], { GATEBELL_URL: service.url });

  expect(ran.code).toBe(1);
  expect(ran.stderr).not.toMatch(obeyed);
});
