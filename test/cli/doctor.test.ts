import { expect, test } from 'vitest';
import { runCli } from './run-cli.ts';
import { standInService } from './stand-in-service.ts';

const ok = { status: 200, json: { ok: true } };
const goals = { status: 200, json: { items: [], next: null } };

function readyz(slack: Readonly<Record<string, unknown>>, broken_routes: readonly unknown[] = []) {
  const platforms = { slack: { ok: true, failing: null, sockets: 2, trouble: null, ...slack } };
  return { status: 200, json: { ok: true, platforms, broken_routes } };
}

async function examined(ready: unknown, environment: Readonly<Record<string, string>> = {}) {
  const { url } = await standInService({ 'GET /healthz': ok, 'GET /readyz': ready as typeof ok, 'GET /v1/goals?limit=1': goals });
  const { code, stdout } = await runCli(['doctor'], { GATEBELL_URL: url, GATEBELL_TOKEN: 'gb_op_a-token-of-a-test', ...environment });
  return { code, said: stdout };
}

test('doctor says how a platform that works is connected', async () => {
  const { code, said } = await examined(readyz({}));

  expect(code).toBe(0);
  expect(said).toContain('works, 2 connections open');
});

test('doctor names what keeps a platform from working, and what to do', async () => {
  const trouble = { reason: 'the scope chat:write is missing', fix: 'Add it and install the app again.' };

  const { code, said } = await examined(readyz({ trouble }));

  expect(code).toBe(1);
  expect(said).toContain('the scope chat:write is missing. Add it and install the app again.');
});

test('doctor names a broken route, since when, and what to do', async () => {
  const broken = {
    route: 'route_1',
    reason: 'the bot is not in the channel',
    fix: 'Invite it: /invite @gatebell.',
    since: '2026-12-01T09:00:00.000Z',
  };

  const { code, said } = await examined(readyz({}, [broken]));

  expect(code).toBe(1);
  expect(said).toContain('route_1');
  expect(said).toContain('the bot is not in the channel. Invite it: /invite @gatebell.');
});

test('doctor says that a bot token alone cannot hear', async () => {
  const { code, said } = await examined(readyz({}), { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: '', SLACK_SIGNING_SECRET: '' });

  expect(code).toBe(78);
  expect(said).toContain('SLACK_APP_TOKEN is not set');
  expect(said).not.toContain('xoxb-1');
});
