import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { started } from '../end-to-end/setting.ts';
import type { Town } from '../soak/slack-town.ts';
import { openTown, secretsOf } from '../soak/slack-town.ts';

/** The built service and a Slack, with nothing between them but HTTP (and the sockets of Socket Mode). */
describe.each(['http', 'socket'] as const)('a service pointed at a Slack, which delivers over %s', (mode) => {
  let town: Town;

  beforeAll(async () => {
    town = await openTown({ mode, goals: 5 });
  }, 60_000);

  afterAll(() => town.close());

  test('a gate becomes a card; the right person presses; it is decided, the card says so, and the lane is free', async () => {
    const { slack, agent } = town;
    const { code } = await town.ask(0, 'which-fix');
    await town.until('the card stands there', () => town.cards(code).length === 1);
    const asked = town.cards(code)[0];
    const before = await started(agent, 'goal-0');

    const pressed = await slack.people.press({ user: 'U0MARA', channel: 'C0GOAL0', on: 'Go on' });

    await town.until('the card says who decided', () => town.cards(code)[0]?.shown.includes('Answered "Go on" by Mara Voss') === true);
    expect(asked).toMatchObject({ buttons: ['Go on', 'Stop here'], fallback: expect.stringContaining('Shall the lane go on as planned?') });
    expect(before).toMatchObject({ decision: 'wait', gates: [{ code }] });
    expect(pressed).toMatchObject({ result: 'acknowledged' });
    expect(await town.gate(code)).toMatchObject({ state: 'answered', answer: { option: 'yes', by: { name: 'Mara Voss' } } });
    expect(await started(agent, 'goal-0')).toMatchObject({ decision: 'run', context: { answers: [{ gate: code }] } });
    expect(town.cards(code)).toMatchObject([{ buttons: [] }]);
    await town.until('she is told', () => slack.people.alone('U0MARA').some(({ shown }) => shown.includes(`Counted for ${code}`)));
    expect(slack.people.alone('U0STRAY')).toEqual([]);
    expect(slack.state.warnings).toEqual([]);
  });

  test.each([
    ['a stranger of the house', 'U0STRAY', 1, 'does not know who you are'],
    ['a guest', 'U0GUEST', 2, 'Guests cannot decide'],
    ['somebody of another workspace', 'U0FAR', 3, 'another workspace'],
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
    const { code } = await town.ask(4, 'which-fix');
    await town.until('the card stands there', () => town.cards(code).length === 1);
    slack.faults.strike({ method: 'chat.update', times: 2, fault: { kind: 'reset' } });
    slack.faults.strike({ method: 'users.info', fault: { kind: 'html' } });

    await slack.people.press({ user: 'U0MARA', channel: 'C0GOAL4', on: 'Go on' });
    await slack.people.command({ user: 'U0MARA', channel: 'C0GOAL4', command: '/gatebell', text: 'gates' });
    slack.people.revokeToken();
    await town.ask(4, 'another');
    await town.until('the trouble shows', async () => (await readyz(town)).includes('token_revoked'));
    slack.people.restoreToken();
    const said = [service.output(), await readyz(town), fileText(service.database), fileText(`${service.database}-wal`)].join('\n');

    expect(secretsOf(slack).filter((secret) => said.includes(secret))).toEqual([]);
    expect(said).not.toMatch(/xox[a-z]-|xapp-/);
  });
});

async function readyz({ service }: Town): Promise<string> {
  return JSON.stringify((await service.stranger().get('/readyz')).body);
}

function fileText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'latin1') : '';
}
