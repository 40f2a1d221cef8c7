import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Private } from '../../bots/port.ts';
import { aCard, aCardPost, aToken, twoButtons } from '../slack/builders.ts';
import { anonymousAdmin, bot, chats, topics, users } from '../support/platforms/telegram/cast.ts';
import type { Setting } from './a-bot-on-telegram.ts';
import { aBotOnTelegram, alone, aSpot } from './a-bot-on-telegram.ts';

const { mara, stray } = users;
let close = async () => {};

/** A bot that receives, with one card in the channel. */
async function aCardOnTelegram(answer: Setting['answer'] = () => null, more: Omit<Setting, 'answer'> = {}) {
  const opened = await aBotOnTelegram({ answer, ...more });
  close = opened.close;
  await opened.telegram.start();
  const put = await opened.telegram.post(aSpot(), aCardPost());
  const name = put.result === 'sent' ? put.message : '';
  return {
    ...opened,
    name,
    card: Number(name.split(':')[1]),
    lines: (user: number) => opened.fake.people.alone(user).map(({ shown }) => shown),
  };
}

afterEach(async () => {
  vi.useRealTimers();
  await close();
});

const onCard = { user: mara, chat: chats.fixes, on: 'Merge it' };

describe.each(['polling', 'webhook'] as const)('over %s', (mode) => {
  test('a press is heard where it was made, and answered with what came of it', async () => {
    const { fake, pressed, kept, reported } = await aCardOnTelegram(() => alone('Counted for g3.'), { mode });

    fake.people.press(onCard);
    await vi.waitFor(() => expect(fake.people.alone(mara)).toHaveLength(1));

    expect(pressed).toMatchObject([
      { account: String(mara), said: { kind: 'token', token: aToken('o', 1) }, from: { addresses: [String(chats.fixes)], thread: null } },
    ]);
    expect(fake.people.alone(mara)).toMatchObject([{ from: 'alert', shown: 'Counted for g3.' }]);
    expect([...kept.keys()]).toEqual([pressed[0]?.id]);
    expect(fake.state.warnings).toEqual([]);
    expect(reported).toEqual([]);
  });

  test('what cannot be kept comes again, and is heard once', async () => {
    const { fake, pressed, failNext, reported } = await aCardOnTelegram(() => null, { mode });
    failNext(1);

    fake.people.press(onCard);
    await vi.waitFor(() => expect(pressed).toHaveLength(1), 10_000);
    await vi.waitFor(() => expect(fake.updates.waiting()).toEqual([]));

    expect(pressed).toHaveLength(1);
    expect(reported.map(String)).toEqual(['Error: the disk is full']);
  });

  test('what comes three times is heard once', async () => {
    const { fake, pressed } = await aCardOnTelegram(() => null, { mode });
    fake.sendCopies(3);

    fake.people.press(onCard);
    await vi.waitFor(() => expect(fake.updates.waiting()).toEqual([]));
    await vi.waitFor(() => expect(fake.people.spinning(mara)).toEqual([]));

    expect(pressed).toHaveLength(1);
  });

  test('updates of any shape are passed over: nothing is kept of them, and what comes after is heard', async () => {
    const { fake, pressed, kept, reported } = await aCardOnTelegram(() => null, { mode });
    for (const kind of ['message', 'callback_query', 'my_chat_member']) {
      for (const body of [null, 7, 'text', [], {}, { from: null, chat: [] }, { id: 1, from: { id: 'x' } }, { chat: { id: {} } }]) {
        fake.updates.push(kind, body as never); // what no real Telegram sends
      }
    }

    fake.people.press(onCard);
    await vi.waitFor(() => expect(pressed).toHaveLength(1));
    await vi.waitFor(() => expect(fake.updates.waiting()).toEqual([]));

    expect(kept.size).toBe(1);
    expect(reported).toEqual([]);
  });
});

test('what is too long for an answer is cut there, and is told whole in the private chat', async () => {
  const outcome = `g3 is already decided: "${'漢'.repeat(300)}" by Mara Voss.`;
  const { fake } = await aCardOnTelegram(() => alone(outcome));

  fake.people.press(onCard);
  await vi.waitFor(() => expect(fake.people.alone(mara)).toHaveLength(2));

  const [alert, message] = fake.people.alone(mara);
  expect(alert?.shown).toHaveLength(200);
  expect(alert?.shown).toMatch(/漢…$/);
  expect(message).toMatchObject({ from: 'private message', shown: outcome });
});

test('a card that is shown alone stands in the private chat, and its buttons count where the gate stands', async () => {
  const copy: Private = { lines: ['The question of g3 changed.'], card: { card: aCard({ revision: 2 }), buttons: twoButtons }, form: null };
  const { fake, telegram, pressed } = await aCardOnTelegram((press) => (press.from?.thread === '11' ? copy : null));
  await telegram.post(aSpot({ address: String(chats.harbour), thread: String(topics.gates) }), aCardPost());
  fake.people.press({ user: mara, chat: chats.harbour, on: 'Merge it' });
  await vi.waitFor(() => expect(fake.people.alone(mara)).toHaveLength(2));

  fake.people.press({ user: mara, chat: mara, on: 'Leave it' });
  await vi.waitFor(() => expect(pressed).toHaveLength(2));

  expect(fake.people.alone(mara)[1]).toMatchObject({ buttons: ['Merge it', 'Leave it'], shown: expect.stringContaining('revision 2') });
  expect(pressed[1]).toMatchObject({
    said: { kind: 'token', token: aToken('o', 2) },
    from: { addresses: [String(chats.harbour)], thread: String(topics.gates) },
  });
  expect(await pressed[1]?.standing()).toBe('member');
  fake.people.setMember(chats.harbour, mara, { status: 'left' });
  fake.people.promote(chats.harbour);
  await vi.waitFor(async () => expect(await pressed[1]?.standing()).toBe('stranger'));
});

test('a button stops to turn after two seconds, and what comes later is told in the private chat', async () => {
  let decide = () => {};
  const decided = new Promise<void>((resolve) => {
    decide = resolve;
  });
  const { fake, pressed } = await aCardOnTelegram(async () => {
    await decided;
    return alone('Counted for g3.');
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fake.people.press(onCard);
  await vi.waitFor(() => expect(pressed).toHaveLength(1));
  const turning = fake.people.spinning(mara).length;

  vi.advanceTimersByTime(2_000);
  await vi.waitFor(() => expect(fake.people.spinning(mara)).toEqual([]));
  decide();
  await vi.waitFor(() => expect(fake.people.alone(mara)).toHaveLength(1));

  expect(turning).toBe(1);
  expect(fake.people.alone(mara)).toMatchObject([{ from: 'private message', shown: 'Counted for g3.' }]);
});

test('a press that is too old to be answered counts all the same, and its presser is told in the private chat', async () => {
  const { fake, reported } = await aCardOnTelegram(() => alone('Counted for g3.'));

  fake.people.press({ ...onCard, ageMs: 60_000 });
  await vi.waitFor(() => expect(fake.people.alone(mara)).toHaveLength(1));

  expect(fake.people.alone(mara)).toMatchObject([{ from: 'private message', shown: 'Counted for g3.' }]);
  expect(reported).toEqual([]);
});

test.each([
  [mara, 'member'],
  [users.guest, 'guest'],
  [users.far, 'stranger'],
  [users.robot, 'bot'],
] as const)('%i presses as a %s', async (user, standing) => {
  const { fake, pressed } = await aCardOnTelegram();

  fake.people.press({ ...onCard, user });
  await vi.waitFor(() => expect(pressed).toHaveLength(1));

  expect(await pressed[0]?.standing()).toBe(standing);
});

test('who cannot be looked up is unverified, and is asked for anew; an answer is used for a minute', async () => {
  const { fake, pressed, calls, passMs } = await aCardOnTelegram();
  fake.faults.strike({ method: 'getChatMember', fault: { kind: 'status', status: 503 } });
  fake.people.press(onCard);
  await vi.waitFor(() => expect(pressed).toHaveLength(1));

  const standings = [await pressed[0]?.standing(), await pressed[0]?.standing(), await pressed[0]?.standing()];
  passMs(60_000);
  await pressed[0]?.standing();

  expect(standings).toEqual(['unverified', 'member', 'member']);
  expect(calls('getChatMember')).toHaveLength(3);
});

describe('a text that is asked for', () => {
  const form = { token: aToken('f'), code: 'g3', question: 'What <b>shall</b> it be called?', max: 2_000 };
  const asks: Setting['answer'] = (press) => (press.said.kind === 'token' ? { lines: ['Fill in.'], card: null, form } : alone('Counted.'));

  test('is asked for where the gate stands, of this person, and comes as a reply to that message', async () => {
    const { fake, telegram, pressed, prompts } = await aCardOnTelegram(asks);
    const spot = aSpot({ address: String(chats.harbour), thread: String(topics.gates) });
    await telegram.post(spot, aCardPost({ buttons: { options: [], form: aToken('f'), undo: null } }));

    fake.people.press({ user: mara, chat: chats.harbour, on: 'Answer…' });
    await vi.waitFor(() => expect(prompts).toHaveLength(1));
    const [prompt] = fake.people.prompts(mara);
    fake.people.reply({ user: mara, chat: chats.harbour, to: prompt?.message ?? 0, text: 'Beacon <1> & more' });
    await vi.waitFor(() => expect(pressed).toHaveLength(2));

    expect(prompt).toMatchObject({
      topic: topics.gates,
      placeholder: 'Your answer to g3',
      shown: 'Mara: What <b>shall</b> it be called?\nReply to this message with your answer to g3, at most 2000 characters.',
    });
    expect(fake.people.prompts(users.ines)).toEqual([]);
    expect(prompts[0]).toBe(`${chats.harbour}:${prompt?.message}`);
    expect(pressed[1]).toMatchObject({
      said: { kind: 'reply', message: prompts[0], text: 'Beacon <1> & more' },
      from: { addresses: [String(chats.harbour)], thread: String(topics.gates) },
    });
  });

  test('that cannot be asked for there is told with how to answer in words', async () => {
    const { fake, prompts } = await aCardOnTelegram(asks);
    fake.people.restrict(chats.fixes);

    fake.people.press(onCard);
    await vi.waitFor(() => expect(prompts).toEqual([null]));

    expect(fake.people.alone(mara)).toMatchObject([
      { from: 'alert', shown: 'You could not be asked there. Answer in the chat with the bot: /answer g3 your text' },
    ]);
  });
});

describe('what is written', () => {
  test('as a reply to a card names the card; talk to others is not heard', async () => {
    const { fake, pressed, name, card } = await aCardOnTelegram();

    fake.people.say({ user: mara, chat: chats.fixes, text: 'nothing for a bot' });
    fake.people.reply({ user: users.robot, chat: chats.fixes, to: card, text: 'yes' });
    fake.people.reply({ user: mara, chat: chats.fixes, to: card, text: 'yes & <now>' });
    await vi.waitFor(() => expect(pressed).toHaveLength(1));

    expect(pressed[0]?.said).toEqual({ kind: 'reply', message: name, direct: true, text: 'yes & <now>' });
  });

  test('as a command in a group is answered in the private chat', async () => {
    const { fake, pressed, lines } = await aCardOnTelegram(() => alone('g3 in harbour: Which fix goes in?'));

    fake.people.command({ user: mara, chat: chats.fixes, text: '/gates' });
    await vi.waitFor(() => expect(lines(mara)).toEqual(['g3 in harbour: Which fix goes in?']));

    expect(pressed[0]).toMatchObject({ said: { kind: 'line', text: 'gates' }, from: { addresses: [String(chats.fixes)] } });
    expect(fake.people.messages(chats.fixes).filter(({ from }) => from === bot.id)).toHaveLength(1);
  });

  test('by somebody who never started the bot is answered with how to do that, without a word of what is theirs, and not too often', async () => {
    const { fake, pressed, passMs } = await aCardOnTelegram(() => alone('Your code is SECRET.'));
    const command = () => fake.people.command({ user: stray, chat: chats.fixes, text: '/link' });
    const answers = () => fake.people.messages(chats.fixes).filter(({ from, replyTo }) => from === bot.id && replyTo !== null);

    const asked = command();
    await vi.waitFor(() => expect(answers()).toHaveLength(1));
    command();
    await vi.waitFor(() => expect(pressed).toHaveLength(2));
    passMs(60_000);
    command();
    await vi.waitFor(() => expect(answers()).toHaveLength(2));

    expect(answers()[0]).toMatchObject({ replyTo: asked, mentions: [String(stray)], dangers: [] });
    expect(answers()[0]?.shown).toBe(
      `Stray: what came of that is for you alone. Open https://t.me/${bot.username}, press Start, and say it there.`,
    );
  });

  test('alone to the bot is a line, and its answer stands there', async () => {
    const { fake, pressed, lines } = await aCardOnTelegram(() => alone('Counted for g3.'));

    fake.people.say({ user: mara, chat: mara, text: 'g3 yes' });
    await vi.waitFor(() => expect(lines(mara)).toEqual(['Counted for g3.']));

    expect(pressed[0]).toMatchObject({ said: { kind: 'line', text: 'g3 yes' }, from: { addresses: [String(mara)], thread: null } });
    expect(await pressed[0]?.standing()).toBe('member');
  });

  test('by an anonymous administrator decides nothing, and that is said where it stands', async () => {
    const { fake, pressed, card } = await aCardOnTelegram((press) => alone(press.said.kind === 'unreadable' ? press.said.why : 'no'));

    const said = fake.people.sayAsGroup({ chat: chats.fixes, text: 'yes', to: card });
    await vi.waitFor(() => expect(fake.people.messages(chats.fixes).at(-1)?.from).toBe(bot.id));

    expect(pressed).toMatchObject([{ account: String(anonymousAdmin), said: { kind: 'unreadable' } }]);
    expect(fake.people.messages(chats.fixes).at(-1)).toMatchObject({ replyTo: said, shown: expect.stringContaining('anonymous') });
  });

  test.each([
    ['a post of a channel', { kind: 'post' }],
    ['an edited reply', { kind: 'edit' }],
  ] as const)('as %s is not heard', async (_name, { kind }) => {
    const { fake, pressed, card } = await aCardOnTelegram();
    fake.people.promote(chats.fixes);

    if (kind === 'post') fake.people.postInChannel({ chat: chats.news, text: '/g3 yes', linked: chats.fixes });
    else {
      const reply = fake.people.reply({ user: mara, chat: chats.fixes, to: card, text: 'perhaps' });
      await vi.waitFor(() => expect(pressed).toHaveLength(1));
      fake.people.editSaid({ chat: chats.fixes, message: reply, text: 'yes' });
    }
    fake.people.command({ user: mara, chat: chats.fixes, text: '/help' });
    await vi.waitFor(() => expect(pressed.at(-1)?.said).toEqual({ kind: 'line', text: 'help' }));

    expect(pressed).toHaveLength(kind === 'post' ? 1 : 2);
  });
});
