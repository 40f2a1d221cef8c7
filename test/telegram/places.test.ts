import { afterEach, expect, test, vi } from 'vitest';
import type { Private } from '../../bots/port.ts';
import { noButtons } from '../../bots/port.ts';
import { aCard, aCardPost, aToken } from '../slack/builders.ts';
import { bot, chats, topics, users } from '../support/platforms/telegram/cast.ts';
import type { Setting } from './a-bot-on-telegram.ts';
import { aBotOnTelegram, alone, aSpot } from './a-bot-on-telegram.ts';

const { mara, stray } = users;
let close = async () => {};

afterEach(() => close());

async function aBot(answer?: Setting['answer']) {
  const opened = await aBotOnTelegram(answer === undefined ? {} : { answer });
  close = opened.close;
  await opened.telegram.start();
  return opened;
}

const fromBot = (opened: Awaited<ReturnType<typeof aBot>>, chat: number) =>
  opened.fake.people.messages(chat).filter(({ from }) => from === bot.id);

test('what is pressed and said in General comes from topic 1, which a route may name', async () => {
  const { fake, telegram, pressed } = await aBot();
  await telegram.post(aSpot({ address: String(chats.harbour), thread: '1' }), aCardPost());

  fake.people.press({ user: mara, chat: chats.harbour, on: 'Merge it' });
  fake.people.command({ user: mara, chat: chats.harbour, text: '/gates' });
  fake.people.command({ user: mara, chat: chats.harbour, text: '/gates', topic: topics.gates });
  fake.people.command({ user: mara, chat: chats.fixes, text: '/gates' });
  await vi.waitFor(() => expect(pressed).toHaveLength(4));

  expect(pressed.map(({ from }) => from?.thread)).toEqual(['1', '1', String(topics.gates), null]);
});

test('a card from General that is shown alone counts in General', async () => {
  const copy: Private = {
    lines: ['It changed.'],
    card: { card: aCard(), buttons: { ...noButtons, options: [aToken('o'), aToken('o', 1)] } },
    form: null,
  };
  const { fake, pressed } = await aBot((press) => (press.said.kind === 'line' ? copy : null));

  fake.people.command({ user: mara, chat: chats.harbour, text: '/g3' });
  await vi.waitFor(() => expect(fake.people.alone(mara)).toHaveLength(1));
  fake.people.press({ user: mara, chat: mara, on: 'Merge it' });
  await vi.waitFor(() => expect(pressed).toHaveLength(2));

  expect(pressed[1]?.from).toEqual({ addresses: [String(chats.harbour)], thread: '1' });
});

test('a text cannot be asked for in a channel, where nobody can reply: its presser is told how to say it', async () => {
  const form = { token: aToken('f'), code: 'g3', question: 'What shall it be called?', max: 100 };
  const opened = await aBot(() => ({ lines: ['Fill in.'], card: null, form }));
  const { fake, telegram, prompts } = opened;
  const card = aCard({ expects: { kind: 'text', max: 100 } });
  await telegram.post(aSpot({ address: String(chats.news) }), aCardPost({ card, buttons: { options: [], form: aToken('f'), undo: null } }));

  fake.people.press({ user: mara, chat: chats.news, on: 'Answer…' });
  await vi.waitFor(() => expect(prompts).toEqual([null]));

  expect(fake.people.messages(chats.news)).toHaveLength(1);
  expect(fake.people.alone(mara)).toMatchObject([{ from: 'alert', shown: expect.stringContaining('/answer g3 your text') }]);
});

test('who is shown a card alone and never started the bot learns how to see it', async () => {
  const copy: Private = { lines: ['The question of g3 changed. Look again:'], card: { card: aCard(), buttons: noButtons }, form: null };
  const opened = await aBot(() => copy);
  await opened.telegram.post(aSpot(), aCardPost());

  opened.fake.people.press({ user: stray, chat: chats.fixes, on: 'Merge it' });
  await vi.waitFor(() => expect(fromBot(opened, chats.fixes)).toHaveLength(2));

  expect(fromBot(opened, chats.fixes)[1]?.shown).toContain('press Start');
  expect(opened.fake.people.alone(stray)).toMatchObject([{ from: 'alert' }]);
});

test.each([
  ['markup', "Bad Request: can't parse entities: byte offset 3"],
  ['a button', 'Bad Request: BUTTON_DATA_INVALID'],
])('whoever is told something alone is told it in plain words when %s in it is refused', async (_name, error) => {
  const copy: Private = {
    lines: ['g3 as it stands now:'],
    card: { card: aCard(), buttons: { ...noButtons, options: [aToken('o'), aToken('o', 1)] } },
    form: null,
  };
  const { fake, reported } = await aBot(() => copy);
  fake.faults.strike({ method: 'sendMessage', fault: { kind: 'error', error } });

  fake.people.command({ user: mara, chat: chats.fixes, text: '/g3' });
  await vi.waitFor(() => expect(fake.people.alone(mara)).toHaveLength(1));

  expect(fake.people.alone(mara)).toMatchObject([{ shown: expect.stringContaining('Which fix goes in?'), buttons: [] }]);
  expect(reported.map(String)).toEqual([expect.stringContaining('told in plain text')]);
});

test('a place where the bot may write again is told at once; being put out is no such news', async () => {
  const { fake, pressed, mended } = await aBot(() => alone('Hello.'));
  fake.people.closeTopic(chats.harbour, topics.gates);
  fake.people.kickBot(chats.fixes);
  fake.people.block(users.ines);
  fake.people.command({ user: mara, chat: chats.inner, text: '/help' });
  await vi.waitFor(() => expect(pressed).toHaveLength(1));
  const before = mended();

  fake.people.reopenTopic(chats.harbour, topics.gates);
  fake.people.invite(chats.fixes);
  fake.people.unblock(users.ines);
  fake.people.start(stray);
  await vi.waitFor(() => expect(pressed).toHaveLength(2));

  expect(before).toBe(0);
  expect(mended()).toBe(4);
});
