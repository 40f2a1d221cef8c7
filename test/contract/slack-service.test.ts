import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SlackTown } from '../town/town.ts';
import { openFakeWorkspace } from './fake-workspace.ts';
import { slackScenarios } from './slack-scenarios.ts';
import { openSlackTown } from '../town/town.ts';

for (const mode of ['http', 'socket'] as const) slackScenarios(`a Slack that delivers over ${mode}`, () => openFakeWorkspace(mode));

/** The built service and a Slack, with nothing between them but HTTP (and the sockets of Socket Mode). */
describe.each(['http', 'socket'] as const)('a service pointed at a Slack, which delivers over %s', (mode) => {
  let town: SlackTown;

  beforeAll(async () => {
    town = await openSlackTown({ mode, goals: 3 });
  }, 60_000);

  afterAll(() => town.close());

  test.each([
    ['a guest', 'U0GUEST', 0, 'Guests cannot decide'],
    ['somebody of another workspace', 'U0FAR', 1, 'no member here'],
  ])('%s is refused privately, and nothing changes', async (_, user, goal, sentence) => {
    const { slack } = town;
    const { code } = await town.ask(goal, 'which-fix');
    await town.until('the card stands there', () => town.cards(code).length === 1);
    const before = town.cards(code);

    await slack.people.press({ user, channel: `C0GOAL${goal}`, on: 'Go on' });

    await town.until('they are told', () => slack.people.alone(user).length === 1);
    expect(slack.people.alone(user)[0]?.shown).toContain(sentence);
    expect(await town.gate(code)).toMatchObject({ state: 'open' });
    expect(town.cards(code)).toEqual(before);
  });

  test('no token of Slack stands in what the service says or keeps', async () => {
    const { slack, service } = town;
    const { code } = await town.ask(2, 'which-fix');
    await town.until('the card stands there', () => town.cards(code).length === 1);
    slack.faults.strike({ method: 'chat.update', times: 2, fault: { kind: 'reset' } });
    slack.faults.strike({ method: 'users.info', fault: { kind: 'html' } });

    await slack.people.press({ user: 'U0MARA', channel: 'C0GOAL2', on: 'Go on' });
    await slack.people.command({ user: 'U0MARA', channel: 'C0GOAL2', command: '/gatebell', text: 'gates' });
    slack.people.revokeToken();
    await town.ask(2, 'another');
    await town.until('the trouble shows', async () => (await readyz(town)).includes('token_revoked'));
    slack.people.restoreToken();
    const said = [service.output(), await readyz(town), fileText(service.database), fileText(`${service.database}-wal`)].join('\n');

    expect(town.secrets.filter((secret) => said.includes(secret))).toEqual([]);
    expect(said).not.toMatch(/xox[a-z]-|xapp-/);
  });
});

async function readyz({ service }: SlackTown): Promise<string> {
  return JSON.stringify((await service.stranger().get('/readyz')).body);
}

function fileText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'latin1') : '';
}
