import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { made } from '../end-to-end/setting.ts';
import type { Town } from '../soak/slack-town.ts';
import { openTown } from '../soak/slack-town.ts';
import { ledgerHeads } from '../support/ledger-heads.ts';

const hostile = '<!channel> <@U0INES> <https://bad.example|your bank> @here &amp; *bold* _it_ ~s~ `c` :fire: \u202eback';

/** What broken and hostile clients send to the service through Slack, each with what its sender sees. */
describe('on Slack', () => {
  let town: Town;
  let nth = 0;

  beforeAll(async () => {
    town = await openTown({ mode: 'http' });
  }, 60_000);

  afterAll(() => town.close());

  afterEach(async () => {
    const { items } = (await town.service.operator.get<{ items: readonly { id: string }[] }>('/v1/gates?state=open')).body;
    for (const { id } of items) await made(town.service.operator, `/v1/gates/${id}/withdraw`, { why: 'the test is over' });
  });

  async function standing(more: Readonly<Record<string, unknown>> = {}) {
    nth += 1;
    const gate = await town.ask(0, `question-${nth}`, more);
    await town.until('the card stands there', () => town.cards(gate.code).length === 1);
    const [card] = town.cards(gate.code);
    return { gate, ts: card?.ts ?? '' };
  }

  const told = (user: string) => town.slack.people.alone(user).map(({ shown }) => shown);
  const tells = (user: string, words: string) => town.until(`${user} reads: ${words}`, () => told(user).at(-1)?.includes(words) === true);
  const press = (more: object) => town.slack.people.press({ user: 'U0MARA', channel: 'C0GOAL0', on: 'Go on', ...more });

  test.each([
    ['another secret', { secret: 'another-secret' }],
    ['a signature of six minutes ago', { skewS: -360 }],
    ['a signature from the future', { skewS: 900 }],
    ['a signature that is none', { headers: { 'x-slack-signature': 'v0=00' } }],
  ])('a delivery with %s is refused with 401, and nothing is kept of it', async (_, signing) => {
    const before = ledgerHeads(town.service.database);
    const payload = { type: 'block_actions', user: { id: 'U0MARA' }, team: { id: 'T0HARBOUR' }, trigger_id: 'x', actions: [] };

    const { status } = await town.slack.people.postForged(`${town.service.address}/slack/events`, 'interactive', payload, signing);

    expect(status).toBe(401);
    expect(ledgerHeads(town.service.database)).toEqual(before);
  });

  test.each([
    ['a letter changed', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['another gate named', (token: string) => token.replace(/^o\.\w+/, 'o.zz')],
    ['the other option named', (token: string) => token.replace(/^(o\.\w+\.\w+\.)0/, '$11')],
    ['nothing of ours in it', () => 'approve'],
  ])('a button with %s decides nothing, and its presser is told', async (_, altered) => {
    const { gate, ts } = await standing();
    const token = optionToken(town, ts);

    const outcome = await press({ ts, forged: { value: altered(token) } });

    expect(outcome.result).toBe('acknowledged');
    await tells('U0MARA', 'outdated');
    expect(await town.gate(gate.code)).toMatchObject({ state: 'open' });
  });

  test('a button of one channel does nothing in another', async () => {
    const { gate, ts } = await standing();
    const other = town.slack.state.channels.get('C0FIXES');
    const message = town.slack.state.channels.get('C0GOAL0')?.messages.find((one) => one.ts === ts);
    if (other === undefined || message === undefined) throw new Error('the channels are not there');
    other.messages.push({ ...message, ts: town.slack.state.nextTs() });

    await town.slack.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Go on' });

    await tells('U0MARA', 'outdated');
    expect(await town.gate(gate.code)).toMatchObject({ state: 'open' });
  });

  test('an edited reply and the reply of a bot decide nothing', async () => {
    const { gate, ts } = await standing();
    const { people } = town.slack;

    people.say({ user: 'U0ROBOT', channel: 'C0GOAL0', text: 'yes', thread: ts });
    const reply = people.say({ user: 'U0MARA', channel: 'C0GOAL0', text: 'hm', thread: ts });
    await tells('U0MARA', 'Nothing was counted');
    people.editSaid('C0GOAL0', reply, 'yes');

    await tells('U0MARA', 'An edited message decides nothing');
    expect(await town.gate(gate.code)).toMatchObject({ state: 'open' });
    expect(told('U0ROBOT')).toEqual([]);
  });

  test('in a thread with two gates a reply counts only when it names one', async () => {
    const { people } = town.slack;
    const thread = people.say({ user: 'U0MARA', channel: 'C0GOAL0', text: 'Let us decide here' });
    const { id } = await made(town.service.operator, '/v1/routes', { goal: 'goal-0', platform: 'slack', address: 'C0GOAL0', thread });
    const [one, two] = [await town.ask(0, 'thread-1'), await town.ask(0, 'thread-2')];
    await town.until('both stand in the thread', () =>
      [one, two].every(({ code }) => town.cards(code).some((card) => card.thread === thread)),
    );

    people.say({ user: 'U0MARA', channel: 'C0GOAL0', text: 'yes', thread });
    await tells('U0MARA', 'so nothing was counted. Say which');
    const open = [await town.gate(one.code), await town.gate(two.code)];
    people.say({ user: 'U0MARA', channel: 'C0GOAL0', text: `${two.code} yes`, thread });

    await town.until('the named one is answered', async () => (await town.gate(two.code)).state === 'answered');
    expect(open).toMatchObject([{ state: 'open' }, { state: 'open' }]);
    expect(await town.gate(one.code)).toMatchObject({ state: 'open' });
    await town.service.operator.send(`/v1/routes/${String(id)}`, { method: 'DELETE' });
  });

  test('a form that is submitted twice counts once, and its text comes back as it was written, without a mention or a disguised link', async () => {
    const text = `${hostile}\n${'long '.repeat(380)}`.slice(0, 2_000).trim();
    const { gate, ts } = await standing({ answer: { kind: 'text', max: 2_000 } });
    await press({ ts, on: 'Answer…' });
    await town.until('the form asks', () => town.slack.people.formText('U0MARA').includes('Your answer'));
    const view = town.slack.people.form('U0MARA')?.id ?? '';

    await Promise.all([1, 2].map(() => town.slack.people.submit({ user: 'U0MARA', text, view })));

    await town.until('the card says so', () => town.cards(gate.code)[0]?.shown.includes('Answered') === true);
    expect(await town.gate(gate.code)).toMatchObject({ answer: { value: text } });
    expect([...town.decisions().values()].filter((count) => count > 1)).toEqual([]);
    expect(town.cards(gate.code)[0]?.shown).toContain(
      '<!channel> <@U0INES> <https://bad.example|your bank> @here &amp; *bold* _it_ ~s~ `c` :fire:',
    );
    expect(dangersOf(town, gate.code)).toEqual([]);
  });

  test('a command of 10,000 characters is answered in a sentence', async () => {
    const { gate } = await standing({ answer: { kind: 'text', max: 2_000 } });

    await town.slack.people.command({
      user: 'U0MARA',
      channel: 'C0GOAL0',
      command: '/gatebell',
      text: `${gate.code} ${'<!channel>'.repeat(1_000)}`,
    });

    await town.until('she is told', () => /2000|too long|longer/.test(told('U0MARA').at(-1) ?? ''));
    expect(await town.gate(gate.code)).toMatchObject({ state: 'open' });
  });

  test.each([
    ['every text as long as it may be', 'w', 'w'],
    ['every text of wide letters', '漢', '漢'],
    ['every text of escapes', '&', '<'],
    ['every text of marks', '*', '`'],
  ])('a gate with %s stands there whole, with its buttons', async (_, letter, other) => {
    const options = ['a', 'b', 'c', 'd', 'e'].map((key) => ({
      key,
      label: `${key}${letter.repeat(29)}`,
      effect: other.repeat(140),
      lets: 'go',
    }));

    const { gate } = await standing({
      question: `${letter.repeat(298)} ?`,
      context: other.repeat(2_000),
      answer: { kind: 'choice', options },
      risk: 'irreversible',
    });

    const [card] = town.cards(gate.code);
    expect(card?.buttons).toEqual(options.map(({ label }) => label));
    expect(card?.shown).toContain(`${letter.repeat(298)} ?`);
    expect(card?.fallback).toContain(options[4]?.label);
    expect(dangersOf(town, gate.code)).toEqual([]);
    expect(town.slack.state.calls.filter(({ outcome }) => outcome === 'invalid_blocks' || outcome === 'msg_blocks_too_long')).toEqual([]);
  });
});

function optionToken(town: Town, ts: string): string {
  const message = town.slack.state.channels.get('C0GOAL0')?.messages.find((one) => one.ts === ts);
  const [, token = ''] = /"value":"(o\.[^"]+)"/.exec(JSON.stringify(message?.blocks)) ?? [];
  return token;
}

/** Who may answer is mentioned by us; whatever else mentions or links came from somebody. */
function dangersOf(town: Town, code: string): readonly string[] {
  return town.cards(code).flatMap(({ dangers }) => dangers.filter((danger) => danger !== 'rich text user'));
}
