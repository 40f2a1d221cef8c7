import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli } from './run-cli.ts';
import { standInService } from './stand-in-service.ts';

describe('every command', () => {
  const commands = [
    'serve',
    'demo',
    'doctor',
    'verify',
    'agent add',
    'person add',
    'person login',
    'goal new',
    'gate ls',
    'gate show',
    'gate answer',
    'ledger',
    'operator-token',
    'backup',
    'restore',
  ];

  test.each(commands)('%s has help with an example', async (command) => {
    const ran = await runCli([...command.split(' '), '--help']);

    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/Examples?:\n {2}(?:[A-Z_]+=\S+ )*gatebell /);
  });
});

describe('the exit code says what kind of ending it was', () => {
  test.each([
    { title: 'an unknown command', argv: ['gates'] },
    { title: 'an unknown option', argv: ['gate', 'ls', '--colour'] },
    { title: 'a missing argument', argv: ['gate', 'show'] },
    { title: 'a missing option', argv: ['goal', 'new', 'issue-fix'] },
    { title: 'no command', argv: [] },
    { title: 'a login of nobody', argv: ['person', 'login'] },
    { title: 'an option that is not a number', argv: ['gate', 'answer', 'g1', 'yes', '--revision', 'two'] },
  ])('64 for $title', async ({ argv }) => {
    const ran = await runCli(argv);

    expect(ran.code).toBe(64);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).not.toBe('');
  });

  test('69 when no service answers, and it says which address', async () => {
    const ran = await runCli(['gate', 'ls'], { GATEBELL_URL: 'http://127.0.0.1:9' });

    expect(ran.code).toBe(69);
    expect(ran.stderr).toContain('No Gatebell answers at http://127.0.0.1:9');
  });

  test('69 when what answers is not Gatebell', async () => {
    const service = await standInService({ 'GET /v1/gates/g1': { status: 200, json: { hello: 'world' } } });

    const ran = await runCli(['gate', 'show', 'g1'], { GATEBELL_URL: service.url });

    expect(ran.code).toBe(69);
    expect(ran.stderr).toContain('is not this version of Gatebell');
  });

  test('75 when the service says to try later', async () => {
    const busy = { code: 'busy', detail: 'Too much is queued.', fix: 'Try again in a second.' };
    const service = await standInService({ 'GET /v1/gates?limit=200': { status: 503, json: busy } });

    const ran = await runCli(['gate', 'ls'], { GATEBELL_URL: service.url });

    expect(ran).toMatchObject({ code: 75, stdout: '', stderr: 'busy: Too much is queued.\nWhat to do: Try again in a second.\n' });
  });

  test('1 when the service refuses; with --json the problem is the document', async () => {
    const problem = {
      type: 'about:blank',
      status: 403,
      code: 'not-a-person',
      detail: 'Only a person decides.',
      fix: 'Use your own token.',
    };
    const service = await standInService({ 'GET /v1/gates/g1': { status: 403, json: problem } });

    const words = await runCli(['gate', 'show', 'g1'], { GATEBELL_URL: service.url });
    const json = await runCli(['gate', 'show', 'g1', '--json'], { GATEBELL_URL: service.url });

    expect(words).toMatchObject({ code: 1, stdout: '' });
    expect(words.stderr).toBe('not-a-person: Only a person decides.\nWhat to do: Use your own token.\n');
    expect(json).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(json.stdout)).toEqual(problem);
  });

  test.each([
    { title: 'an address that is none', argv: ['gate', 'ls'], environment: { GATEBELL_URL: 'mailbox' } },
    { title: 'a database server, which is a later part', argv: ['verify'], environment: { GATEBELL_DB_URL: 'libsql://db.example' } },
    { title: 'a database file that is not there', argv: ['verify', '--db', '/nowhere/gatebell.db'], environment: {} },
  ])('78 for $title', async ({ argv, environment }) => {
    const ran = await runCli(argv, environment);

    expect(ran.code).toBe(78);
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test.each(['verify', 'operator-token', 'ledger', 'backup'])(
    '78 and one sentence for %s on a file that is no database',
    async (command) => {
      const folder = mkdtempSync(join(tmpdir(), 'gatebell-cli-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const file = join(folder, 'garbage.db');
      writeFileSync(file, 'this is not a database '.repeat(400));
      const argv =
        {
          verify: ['verify'],
          'operator-token': ['operator-token', '--new'],
          ledger: ['ledger'],
          backup: ['backup', join(folder, 'copy.db')],
        }[command] ?? [];

      const ran = await runCli([...argv, '--db', file]);

      expect(ran.code).toBe(78);
      expect(ran.stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(ran.stderr).toContain(file);
    },
  );
});
