import { afterEach, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { operatorToken, startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { aQuestion, aSetting, asked, made, started } from './setting.ts';

let service: Service;

afterEach(() => service.remove());

const cli = (...argv: readonly string[]) => runCli(argv, { GATEBELL_URL: service.address, GATEBELL_TOKEN: operatorToken });

const printedBy = async (...argv: readonly string[]) => (await cli(...argv)).stdout;

test('a digest with an open gate arrives, is answered where it stands, and the next one shows the decision with its receipt', {
  timeout: 90_000,
}, async () => {
  service = await startService();
  const { agent, goal } = await aSetting(service);
  await service.stop();
  service = await startService({ folder: service.folder, environment: { GATEBELL_TERMINAL_PERSON: 'ann' } });
  const gate = await asked(service.as(agent.token ?? ''), aQuestion(goal, 'go-on', { lanes: ['parser'] }));
  const added = await cli(
    'schedule',
    'add',
    '--goal',
    goal,
    '--cron',
    '0 9 * * 1-5',
    '--time-zone',
    'Europe/Berlin',
    '--person',
    'ann',
    '--json',
  );
  const { id } = JSON.parse(added.stdout) as { id: string };

  const first = JSON.parse(await printedBy('schedule', 'run', id, '--json')) as { id: string };
  const printed = await service.shows(`=== Digest of ${goal}`);
  service.type(`digest ${goal}`);
  await service.shows('Checked at seq');
  service.type(`${gate.code} yes`);
  await service.shows('Counted for g1.');
  const second = await printedBy('schedule', 'run', id);
  const third = await printedBy('schedule', 'run', id);

  expect(printed).toContain('1 gate waits for your answer');
  expect(second).toMatch(/g1: Shall the lane go on as planned\? "Go on" by Ann \(lets it go\) \(seq \d+, en_[0-9a-f]{24}\)/);
  expect(third).toMatch(/^Nothing was sent\. /);
  expect(await printedBy('schedule', 'list')).toContain('for ann');
  expect(await cli('digest', 'check', first.id)).toMatchObject({ code: 0, stdout: expect.stringContaining('holds') });
  expect(await printedBy('digest', 'show', first.id)).toContain('lane parser: waits for g1');
  expect(await printedBy('schedule', 'remove', id)).toContain('is removed');
  expect(await printedBy('schedule', 'list')).toBe('No schedule here.\n');
  await service.stop();
  expect(await runCli(['verify', '--db', service.database])).toMatchObject({ code: 0 });
});

test('schedules, digests and their cursor outlive a kill', { timeout: 90_000 }, async () => {
  service = await startService();
  const { agent, goal } = await aSetting(service);
  const route = await made(service.operator, '/v1/routes', { goal, platform: 'terminal', address: 'nowhere', purposes: ['digests'] });
  const schedule = await made(service.operator, '/v1/schedules', {
    goal,
    cron: '0 9 * * *',
    time_zone: 'UTC',
    audience: { route: route.id },
  });
  const first = await made(service.operator, `/v1/schedules/${String(schedule.id)}/run`, {});
  await service.kill();
  await service.restart();
  const turn = await started(service.as(agent.token ?? ''), goal);
  const path = `/v1/turns/${turn.turn?.id}/commit`;
  await made(service.as(agent.token ?? ''), path, { fence: turn.turn?.fence, outcome: 'progress', summary: 'On it.' });

  const second = await made(service.operator, `/v1/schedules/${String(schedule.id)}/run`, {});

  expect(first).toMatchObject({ sent: true, includes: null });
  expect(second).toMatchObject({ sent: true, includes: first.id, from_seq: first.from_seq });
});
