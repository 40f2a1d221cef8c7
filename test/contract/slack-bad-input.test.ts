import { existsSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { made } from '../end-to-end/setting.ts';
import type { SlackTown } from '../town/town.ts';
import { openSlackTown } from '../town/town.ts';
import { ledgerHeads, pressesIn } from '../support/ledger-heads.ts';

const hostile = '<!channel> <@U0INES> <https://bad.example|your bank> @here &amp; *bold* _it_ ~s~ `c` :fire: \u202eback';

/** What broken and hostile clients send to the service through Slack, each with what its sender sees. */
describe('on Slack', () => {
  let town: SlackTown;
  let nth = 0;

  beforeAll(async () => {
    town = await openSlackTown({ mode: 'http' });
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
    await press({ ts: town.cards(one.code).find((card) => card.thread === thread)?.ts });
    await town.until('a button in the thread counts', async () => (await town.gate(one.code)).state === 'answered');
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

  test('a form that is submitted after the gate was decided counts nothing, and its sender is told who decided', async () => {
    const { gate, ts } = await standing({ answer: { kind: 'text', max: 2_000 } });
    await press({ ts, on: 'Answer…' });
    await town.until('the form asks', () => town.slack.people.formText('U0MARA').includes('Your answer'));
    await town.slack.people.command({ user: 'U0MARA', channel: 'C0GOAL0', command: '/gatebell', text: `${gate.code} first` });
    await town.until('it is decided', async () => (await town.gate(gate.code)).state === 'answered');

    await town.slack.people.submit({ user: 'U0MARA', text: 'second' });

    await tells('U0MARA', `${gate.code} is already decided: "first" by Mara Voss`);
    expect(await town.gate(gate.code)).toMatchObject({ answer: { value: 'first' } });
  });

  test('a press that comes three times is heard once', async () => {
    const { gate, ts } = await standing();
    const before = told('U0MARA').length;

    await press({ ts });
    for (const _ of [1, 2, 3]) expect((await town.slack.people.redeliver()).result).toBe('acknowledged');

    await town.until('it counts', async () => (await town.gate(gate.code)).state === 'answered');
    await town.until('she is told once', () => told('U0MARA').length === before + 1);
    expect([...town.decisions().values()].filter((count) => count > 1)).toEqual([]);
  });

  test('a code to link an account that is guessed, used or somebody’s is refused, and nothing is tied', async () => {
    const { operator } = town.service;
    const types = (text: string, user = 'U0STRAY') => town.slack.people.command({ user, channel: 'C0GOAL0', command: '/gatebell', text });
    await types('link abcd-efgh-ijkm-npqr');
    await tells('U0STRAY', 'That link code is unknown, used, or older than 10 minutes.');
    await types('link', 'U0MARA');
    await tells('U0MARA', 'link ');
    const code = /link (\S{19})/.exec(told('U0MARA').at(-1) ?? '')?.[1] ?? '';
    await types(`link ${code}`, 'U0GUEST');
    await tells('U0GUEST', 'Guests cannot decide');

    await types(`link ${code}`);
    await tells('U0STRAY', 'You are Mara Voss here from now on.');
    const stolen = await operator.patch('/v1/people/ines', { identities: [{ platform: 'slack', account: 'T0HARBOUR:U0STRAY' }] });
    await types(`link ${code}`, 'U0INES');

    await tells('U0INES', 'That link code is unknown, used, or older than 10 minutes.');
    expect(stolen.status).toBe(409);
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

  test('after all of that no secret stands in the log or in the database, and nothing of what was pressed', async () => {
    const { database } = town.service;
    await town.until('every press is finished', () => pressesIn(database).every(({ done_at }) => done_at !== null));
    const files = ['', '-wal'].map((end) => `${database}${end}`).filter((file) => existsSync(file));
    const text = [town.service.output(), ...files.map((file) => readFileSync(file, 'latin1'))].join('\n');

    expect(town.secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(pressesIn(database).length).toBeGreaterThan(10);
    expect(pressesIn(database).filter(({ raw }) => raw !== '')).toEqual([]);
  });
});

function optionToken(town: SlackTown, ts: string): string {
  const message = town.slack.state.channels.get('C0GOAL0')?.messages.find((one) => one.ts === ts);
  const [, token = ''] = /"value":"(o\.[^"]+)"/.exec(JSON.stringify(message?.blocks)) ?? [];
  return token;
}

/** Who may answer is mentioned by us; whatever else mentions or links came from somebody. */
function dangersOf(town: SlackTown, code: string): readonly string[] {
  return town.cards(code).flatMap(({ dangers }) => dangers.filter((danger) => danger !== 'rich text user'));
}
