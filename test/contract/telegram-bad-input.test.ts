import { existsSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { made } from '../end-to-end/setting.ts';
import { ledgerHeads, pressesIn } from '../support/ledger-heads.ts';
import { textOf } from '../support/platforms/json.ts';
import { bot, chats, users } from '../support/platforms/telegram/cast.ts';
import type { TownOfThree } from '../town/town.ts';
import { openTownOfThree } from '../town/town.ts';

const hostile =
  '<b>bold</b> @mara_v @\u030aines_r [bank](https://bad.example) tg://user?id=1 /ban@other_bot #tag &amp; *_~` \u05d0\u05d1 \u202eback';
const { mara, ines, stray, guest } = users;

/** What broken and hostile clients send to the service through Telegram, each with what its sender sees. */
describe('on Telegram', () => {
  let town: TownOfThree;
  let chat = 0;
  let nth = 0;
  let earlier: ReadonlyMap<number, number> = new Map();

  beforeAll(async () => {
    town = await openTownOfThree();
    chat = Number(town.telegram.channels[0]);
    for (const user of [stray, guest]) people().setMember(chat, user, { status: 'member' });
    people().start(stray);
    people().start(guest);
  }, 60_000);

  afterAll(() => town.close());

  beforeEach(() => {
    earlier = new Map([mara, ines, stray, guest].map((user) => [user, people().alone(user).length]));
  });

  afterEach(async () => {
    const { items } = (await town.service.operator.get<{ items: readonly { id: string }[] }>('/v1/gates?state=open')).body;
    for (const { id } of items) await made(town.service.operator, `/v1/gates/${id}/withdraw`, { why: 'the test is over' });
  });

  const people = () => town.telegram.fake.people;
  const cards = (code: string) =>
    people()
      .messages(chat)
      .filter(({ from, shown }) => from === bot.id && shown.startsWith(`${code} in `));
  /** What they alone were told since the test began. */
  const told = (user: number) =>
    people()
      .alone(user)
      .slice(earlier.get(user) ?? 0)
      .map(({ shown }) => shown);
  const tells = (user: number, words: string) =>
    town.until(`${user} reads: ${words}`, () => told(user).some((shown) => shown.includes(words)));
  const press = (more: object = {}) => people().press({ user: mara, chat, on: 'Go on', ...more });
  const says = (user: number, text: string) => people().command({ user, chat: user, text });

  async function standing(more: Readonly<Record<string, unknown>> = {}) {
    nth += 1;
    const gate = await town.ask(0, `question-${nth}`, more);
    await town.until('the card stands there', () => cards(gate.code).length === 1);
    return { gate, message: cards(gate.code)[0]?.id ?? 0 };
  }

  const isOpen = async (code: string) => expect(await town.gate(code)).toMatchObject({ state: 'open' });

  test('a post to the webhook of a service that polls is not taken, and nothing is kept of it', async () => {
    const before = ledgerHeads(town.service.database);

    const { status } = await fetch(`${town.service.address}/telegram/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': bot.webhookSecret },
      body: JSON.stringify({
        update_id: 1,
        message: { message_id: 1, date: 1, chat: { id: mara, type: 'private' }, from: { id: mara }, text: 'gates' },
      }),
    });

    expect(status).toBeGreaterThanOrEqual(400);
    expect(ledgerHeads(town.service.database)).toEqual(before);
  });

  test.each([
    ['a letter changed', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['its last letter cut off', (token: string) => token.slice(0, -1)],
    ['another gate named', (token: string) => token.replace(/^o\.\w+/, 'o.zz')],
    ['the other option named', (token: string) => token.replace(/^(o\.\w+\.\w+\.)0/, '$11')],
    ['another place behind it', (token: string) => `${token}@-rs`],
    ['a letter outside of ASCII', (token: string) => token.replace(/^o/, 'о')],
    ['64 bytes of something else', () => 'д'.repeat(32)],
  ])('a button with %s decides nothing, and its presser is told', async (_, altered) => {
    const { gate, message } = await standing();

    press({ message, forged: altered(optionToken(message)) });

    await tells(mara, 'outdated');
    await isOpen(gate.code);
  });

  test('a card that stands in another chat, or in a private one with a claim of where it is from, does nothing for who is not there', async () => {
    const { gate, message } = await standing();
    const { state } = town.telegram.fake;
    const card = state.chats.get(chat)?.messages.find(({ id }) => id === message);
    const other = state.chats.get(chats.fixes);
    const alone = state.chats.get(stray);
    if (card === undefined || other === undefined || alone === undefined) throw new Error('the chats are not there');
    other.messages.push({ ...card, chat: chats.fixes, id: state.nextMessageId(other) });
    alone.messages.push({ ...card, chat: stray, id: state.nextMessageId(alone) });
    people().setMember(chat, stray, { status: 'left' });

    people().press({ user: mara, chat: chats.fixes, on: 'Go on' });
    await tells(mara, 'outdated');
    people().press({ user: stray, chat: stray, on: 'Go on', forged: `${optionToken(message)}@${chat.toString(36)}` });
    await tells(stray, 'no member');

    await isOpen(gate.code);
    people().setMember(chat, stray, { status: 'member' });
  });

  test('what is edited, forwarded, made by a bot, posted by a channel or said anonymously decides nothing', async () => {
    const { gate, message } = await standing();
    people().promote(chat);
    const reply = people().reply({ user: mara, chat, to: message, text: 'hm' });
    await tells(mara, 'Nothing was counted');

    people().editSaid({ chat, message: reply, text: 'yes' });
    people().postInChannel({ chat: chats.news, text: `/${gate.code} yes`, linked: chat });
    people().sayAsGroup({ chat, text: 'yes', to: message });
    await town.until(
      'that is said where it stands',
      () => people().messages(chat).at(-1)?.shown.includes('anonymous administrator') === true,
    );
    for (const by of ['forward', 'another bot'] as const) {
      const before = told(mara).length;
      people().reply({ user: mara, chat, to: message, text: 'yes', by });
      await town.until(
        `she is told of a ${by}`,
        () => told(mara).length > before && told(mara).at(-1)?.includes('decides nothing') === true,
      );
    }
    people().reply({ user: mara, chat, to: message, text: '', by: 'picture' });
    await tells(mara, 'no text in that');

    await isOpen(gate.code);
  });

  test('a text that is said twice counts once, comes back as it was written, and calls nobody on the card', async () => {
    const text = `${hostile}\n${'😀'.repeat(700)}`;
    const { gate, message } = await standing({ answer: { kind: 'text', max: 2_000 } });
    const prompt = await prompted(message);

    people().reply({ user: ines, chat, to: prompt, text: 'mine' });
    await tells(ines, 'That message asks somebody else');
    people().reply({ user: mara, chat, to: prompt, text });
    people().reply({ user: mara, chat, to: prompt, text: 'another' });
    await tells(mara, `${gate.code} is already decided`);

    expect(await town.gate(gate.code)).toMatchObject({ answer: { value: text } });
    expect([...town.decisions().values()].filter((count) => count > 1)).toEqual([]);
    await town.until('the card says so', () => cards(gate.code)[0]?.shown.includes('Answered') === true);
    const [card] = cards(gate.code);
    expect(card?.shown).toContain('<b>bold</b> @\u2060mara_v');
    expect(card?.dangers).toEqual([]);
    expect(card?.mentions.toSorted()).toEqual([String(mara), String(ines)]);
  });

  test.each([
    ['Chinese', '漢', 2_000, '2000'],
    ['emoji of two units', '😀', 2_000, '4000'],
    ['Hebrew', 'ש', 2_000, '2000'],
  ])('a text of %s at its limit counts, and one past it does not', async (_, letter, fits, told) => {
    const { gate, message } = await standing({ answer: { kind: 'text', max: 2_000 } });
    const prompt = await prompted(message);

    people().reply({ user: mara, chat, to: prompt, text: letter.repeat(fits + 1) });
    await tells(mara, told);
    await isOpen(gate.code);
    people().reply({ user: mara, chat, to: prompt, text: letter.repeat(fits) });

    await town.until('it counts', async () => (await town.gate(gate.code)).state === 'answered');
    expect(await town.gate(gate.code)).toMatchObject({ answer: { value: letter.repeat(fits) } });
  });

  test('what has no room in an alert is cut in it, and told whole in the private chat', async () => {
    const { gate, message } = await standing({ answer: { kind: 'text', max: 2_000 } });
    says(mara, `/${gate.code}`);
    await tells(mara, 'as it stands now');
    says(mara, `/${gate.code} ${'漢'.repeat(300)}`);
    await town.until('it counts', async () => (await town.gate(gate.code)).state === 'answered');

    press({ user: ines, message, on: 'Answer…', stale: true });

    await tells(ines, `already decided: "${'漢'.repeat(300)}" by Mara Voss`);
    const [alert, whole] = people().alone(ines).slice(-2);
    expect([alert?.from, alert?.shown.length, whole?.from]).toEqual(['alert', 200, 'private message']);
  });

  test('a press that comes three times is heard once', async () => {
    const { gate, message } = await standing();
    const before = told(mara).length;

    press({ message });
    await town.until('it counts', async () => (await town.gate(gate.code)).state === 'answered');
    for (const _ of [1, 2, 3]) people().redeliver();
    await town.until('all of it is fetched', () => town.telegram.fake.updates.waiting().length === 0);

    await town.until('she is told once', () => told(mara).length === before + 1);
    expect([...town.decisions().values()].filter((count) => count > 1)).toEqual([]);
  });

  test('a code to link an account that is guessed or used is refused, and none is shown where others read', async () => {
    says(stray, '/link abcd-efgh-ijkm-npqr');
    await tells(stray, 'That link code is unknown, used, or older than 10 minutes.');
    people().command({ user: mara, chat, text: '/link' });
    await tells(mara, 'link ');
    const code = /link (\S{19})/.exec(told(mara).at(-1) ?? '')?.[1] ?? '';

    says(stray, `/link ${code}`);
    await tells(stray, 'You are Mara Voss here from now on.');
    says(guest, `/link ${code}`);
    await tells(guest, 'That link code is unknown, used, or older than 10 minutes.');

    expect(
      people()
        .messages(chat)
        .filter(({ from, shown }) => from === bot.id && shown.includes(code)),
    ).toEqual([]);
  });

  test('the longest message that there is gets an answer in a sentence', async () => {
    const { gate } = await standing({ answer: { kind: 'text', max: 2_000 } });

    says(mara, `/${gate.code} ${'@all '.repeat(1_000)}`.slice(0, 4_096));

    await tells(mara, 'longer than 4000 characters');
    await isOpen(gate.code);
  });

  test.each([
    ['every text as long as it may be', 'w', 'w'],
    ['every text of wide letters', '漢', '漢'],
    ['every text from right to left', 'ש', 'ع'],
    ['every text of markup', '<', '*'],
    ['every text of calls', '@', '/'],
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

    const [card] = cards(gate.code);
    expect(card?.buttons).toEqual(options.map(({ label }) => label));
    expect(card?.shown).toContain(`${letter.repeat(298)} ?`);
    expect(card?.shown).toContain('Open: waits for an answer.');
    expect(card?.dangers).toEqual([]);
    expect(town.telegram.malformed()).toEqual([]);
  });

  test('after all of that no secret stands in the log or in the database, and nothing of what was pressed', async () => {
    const { database } = town.service;
    await town.until('every press is finished', () => pressesIn(database).every(({ done_at }) => done_at !== null));
    const files = ['', '-wal'].map((end) => `${database}${end}`).filter((file) => existsSync(file));
    const text = [town.service.output(), ...files.map((file) => readFileSync(file, 'latin1'))].join('\n');

    expect(town.secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(pressesIn(database).length).toBeGreaterThan(10);
    expect(pressesIn(database).filter(({ raw }) => raw !== '')).toEqual([]);
    expect(town.telegram.fake.state.warnings).toEqual([]);
  });

  /** Presses "Answer…", and gives the message that then asks Mara. */
  async function prompted(message: number): Promise<number> {
    const asked = people().prompts(mara).length;
    press({ message, on: 'Answer…' });
    await town.until('she is asked', () => people().prompts(mara).length > asked);
    await town.until('the press is finished', () => pressesIn(town.service.database).every(({ done_at }) => done_at !== null));
    return people().prompts(mara).at(-1)?.message ?? 0;
  }

  function optionToken(message: number): string {
    const card = town.telegram.fake.state.chats.get(chat)?.messages.find(({ id }) => id === message);
    return textOf(card?.keyboard?.[0]?.[0]?.callback_data);
  }
});
