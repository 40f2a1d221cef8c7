import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../support/service.ts';
import { operatorToken, startService } from '../support/service.ts';
import type { Ran } from './run-cli.ts';
import { runCli } from './run-cli.ts';

type Json = Readonly<Record<string, unknown>>;

describe('the command line against a running service', () => {
  let service: Service;
  let agentToken = '';
  let personToken = '';

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.remove());

  const run = (argv: readonly string[], token = operatorToken) =>
    runCli(argv, { GATEBELL_URL: service.address, ...(token === '' ? {} : { GATEBELL_TOKEN: token }) });

  test('doctor finds everything well, and says when the token is not', async () => {
    const well = await run(['doctor']);
    const stranger = await run(['doctor'], '');
    const wrong = await run(['doctor', '--json'], 'gb_op_not-the-operator-token');

    expect(well).toMatchObject({ code: 0, stderr: '' });
    expect(stranger.code).toBe(78);
    expect(stranger.stdout).toMatch(/^FAULT +token +GATEBELL_TOKEN is not set$/m);
    expect(wrong.code).toBe(1);
    expect(documentOf(wrong)).toMatchObject({ ok: false });
  });

  test('an operator adds a person, a goal and an agent, and the person logs in', async () => {
    const person = await run([
      'person',
      'add',
      'mira',
      '--name',
      'Mira Holm',
      '--time-zone',
      'Europe/Berlin',
      '--role',
      'release',
      '--hold',
      '0',
    ]);
    const goal = await run(['goal', 'new', 'issue-fix', '--title', 'Fix issues', '--vision', 'All fixed.', '--owner', 'mira', '--json']);
    const agent = await run(['agent', 'add', 'fixer-1', '--goal', 'issue-fix', '--capability', 'typescript', '--json']);
    const code = await run(['person', 'login', 'mira', '--json']);
    expect(documentOf(code).link).toBe(`${service.address}/login#${String(documentOf(code).code)}`);
    const login = await run(['person', 'login', '--code', String(documentOf(code).code), '--json'], '');
    agentToken = String(documentOf(agent).token);
    personToken = String(documentOf(login).token);

    expect(person).toMatchObject({ code: 0, stderr: '' });
    expect(documentOf(goal)).toMatchObject({ slug: 'issue-fix', owners: ['mira'] });
    expect(agentToken).toMatch(/^gb_ag_/);
    expect(personToken).toMatch(/^gb_pe_/);
  });

  test('a login code counts once', async () => {
    const code = await run(['person', 'login', 'mira', '--json']);
    const argv = ['person', 'login', '--code', String(documentOf(code).code)];

    const first = await run(argv, '');
    const second = await run(argv, '');

    expect(first.code).toBe(0);
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toMatch(/^code-spent: /);
  });

  test('a gate is listed, shown, and answered by the person alone', async () => {
    await ask('first');

    const listed = await run(['gate', 'ls', '--state', 'open']);
    const shown = await run(['gate', 'show', 'g1']);
    const byOperator = await run(['gate', 'answer', 'g1', 'yes']);
    const byPerson = await run(['gate', 'answer', 'g1', 'yes', '--comment', 'Looks right.'], personToken);
    const again = await run(['gate', 'answer', 'g1', 'no'], personToken);

    expect(listed.stdout).toBe('g1  open  Shall the first fix be merged?\n');
    expect(shown.stdout).toContain('Answer with: gatebell gate answer g1 yes');
    expect(byOperator.code).toBe(1);
    expect(byOperator.stderr).toMatch(/^not-a-person: /);
    expect(byPerson).toMatchObject({ code: 0, stderr: '' });
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(/^already-decided: /);
  });

  test('an answer to a question that changed is not counted until the new revision is named', async () => {
    await ask('second');
    await service.as(agentToken).post('/v1/gates/g2/revise', { question: 'Shall the second fix be merged today?' });

    const unseen = await run(['gate', 'answer', 'g2', 'yes'], personToken);
    const shown = await run(['gate', 'show', 'g2'], personToken);
    const seen = await run(['gate', 'answer', 'g2', 'yes', '--revision', '2'], personToken);

    expect(unseen.code).toBe(1);
    expect(unseen.stderr).toMatch(/^question-changed: /);
    expect(shown.stdout).toContain('gatebell gate answer g2 yes --revision 2');
    expect(seen.code).toBe(0);
  });

  test('the ledger is the same from the service and from the file', async () => {
    const asked = await run(['ledger', 'issue-fix', '--json']);
    const read = await run(['ledger', 'issue-fix', '--json', '--db', service.database]);

    expect(documentOf(asked).items).toEqual(documentOf(read).items);
    expect(documentOf(asked).items).not.toEqual([]);
  });

  test('a backup beside the running service verifies; a new operator token and a restore need it stopped', async () => {
    const copy = join(service.folder, 'copy.db');

    const backup = await run(['backup', copy, '--db', service.database]);
    const verified = await run(['verify', '--db', copy]);
    const token = await run(['operator-token', '--new', '--db', service.database]);
    const restore = await run(['restore', copy, '--db', service.database]);

    expect(backup).toMatchObject({ code: 0, stderr: '' });
    expect(verified.code).toBe(0);
    expect(token.code).toBe(78);
    expect(token.stderr).toContain(`in use by process ${service.pid()}`);
    expect(restore.code).toBe(78);
  });

  test('with the service stopped, a restore brings the backup back, and a new operator token replaces the old one', async () => {
    const copy = join(service.folder, 'before.db');
    await run(['backup', copy, '--db', service.database]);
    await run(['person', 'add', 'late', '--name', 'Late']);
    await service.stop();

    const restored = documentOf(await run(['restore', copy, '--db', service.database, '--json']));
    const issued = documentOf(await run(['operator-token', '--new', '--db', service.database, '--json']));
    const verified = await run(['verify', '--db', service.database]);

    expect(existsSync(String(restored.kept))).toBe(true);
    expect(issued.token).toMatch(/^gb_op_/);
    expect(verified.code).toBe(0);
    const entries = await run(['ledger', '--json', '--db', service.database]);
    expect(entries.stdout).not.toContain('"slug":"late"');
  });

  async function ask(name: string): Promise<void> {
    const options = [
      { key: 'yes', label: 'Yes', effect: 'It is merged.', lets: 'go', recommended: true },
      { key: 'no', label: 'No', effect: 'It stays open.', lets: 'stop' },
    ];
    const gate = {
      goal: 'issue-fix',
      key: name,
      question: `Shall the ${name} fix be merged?`,
      answer: { kind: 'choice', options },
      blocks: { scopes: ['merge'] },
      risk: 'reversible',
    };
    const asked = await service.as(agentToken).post('/v1/gates', gate);
    expect(asked.status).toBe(201);
  }
});

describe('verify', () => {
  test('names each row that does not follow from the entries, and ends with 1', async () => {
    const service = await startService();
    await service.operator.post('/v1/people', { slug: 'mira', name: 'Mira Holm' });
    await service.stop();
    const tampered = join(service.folder, 'tampered.db');
    copyFileSync(service.database, tampered);
    await tamper(tampered);

    const words = await runCli(['verify', '--db', tampered]);
    const json = await runCli(['verify', '--db', tampered, '--json']);
    await service.remove();

    expect(words.code).toBe(1);
    expect(words.stdout).toMatch(/^person person_\w+ \(house\): the row differs from what its entries say$/m);
    expect(json.code).toBe(1);
    expect(documentOf(json)).toMatchObject({ ok: false, faults: [{ table: 'person', stream: 'house' }] });
  });
});

async function tamper(file: string): Promise<void> {
  const client = createClient({ url: `file:${file}` });
  await client.execute(`update person set state = json_set(state, '$.name', 'Somebody Else')`);
  client.close();
}

function documentOf(ran: Ran): Json {
  return JSON.parse(ran.stdout) as Json;
}
