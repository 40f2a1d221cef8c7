import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhookCallback } from 'grammy';
import { Bot, InlineKeyboard } from 'grammy';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aBot, aCall, aClient, refusalOf } from './a-bot.ts';
import { chats, topics, users } from './cast.ts';
import { handClock } from '../clock.ts';
import type { FakeTelegram } from './fake-telegram.ts';
import { openFakeTelegram } from './fake-telegram.ts';
import { botJson } from './wire.ts';

type Update = { readonly update_id: number; readonly message?: { readonly text?: string } };

let telegram: FakeTelegram;
const fetched = async (args: object = {}) => (await aCall(telegram)('getUpdates', args)) as readonly Update[];
const say = (text: string) => telegram.people.say({ user: users.mara, chat: users.mara, text });
const texts = (updates: readonly Update[]) => updates.map(({ message }) => message?.text);

afterEach(() => telegram.close());

describe('a poller', () => {
  beforeEach(async () => {
    telegram = await openFakeTelegram();
  });

  test('is given what waits until it confirms it, and at once what comes while it waits', async () => {
    say('a');
    say('b');

    const both = await fetched();
    const again = await fetched({ limit: 1 });
    const waiting = fetched({ offset: (both[1]?.update_id ?? 0) + 1, timeout: 30 });
    await expect.poll(() => telegram.polls.isOpen()).toBe(true);
    say('c');

    expect(texts(both)).toEqual(['a', 'b']);
    expect(texts(again)).toEqual(['a']);
    expect(texts(await waiting)).toEqual(['c']);
    expect(telegram.updates.waiting()).toHaveLength(1);
  });

  test('is thrown out by a second one and by a webhook, and let in by none of them', async () => {
    const first = refusalOf(fetched({ timeout: 30 }));
    await expect.poll(() => telegram.polls.isOpen()).toBe(true);
    const second = refusalOf(fetched({ timeout: 30 }));

    expect(await first).toBe('409 Conflict: terminated by other getUpdates request; make sure that only one bot instance is running');
    await expect.poll(() => telegram.polls.isOpen()).toBe(true);
    await aClient(telegram).setWebhook('https://bell.example/telegram');
    expect(await second).toBe('409 Conflict: terminated by setWebhook request');
    expect(await refusalOf(fetched())).toBe(
      "409 Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  });

  test('loses nothing when it goes away, and is still asked for what it wanted before', async () => {
    const leaving = new AbortController();
    const left = refusalOf(aCall(telegram)('getUpdates', { timeout: 30, allowed_updates: ['callback_query', 'message'] }, leaving.signal));
    await expect.poll(() => telegram.polls.isOpen()).toBe(true);
    leaving.abort();
    await left;
    await expect.poll(() => telegram.polls.isOpen()).toBe(false);
    telegram.people.block(users.ines);
    say('a');

    expect(texts(await fetched())).toEqual(['a']);
    await fetched({ allowed_updates: [] });
    telegram.people.unblock(users.ines);
    expect((await fetched({ offset: -1 })).map((update) => Object.keys(update)[1])).toEqual(['my_chat_member']);
  });

  test('gets the last update once more under its number, also when it was confirmed', async () => {
    say('a');
    const [first] = await fetched();
    await fetched({ offset: (first?.update_id ?? 0) + 1 });

    telegram.people.redeliver();

    expect(await fetched({ offset: (first?.update_id ?? 0) + 1 })).toEqual([first]);
    expect(await fetched({ offset: (first?.update_id ?? 0) + 1 })).toEqual([]);
  });

  test('on the real grammY: a press spins until it is answered, the card is edited, and only the presser reads the answer', async () => {
    const bot = await aBot(telegram, (started) => {
      started.callbackQuery('yes', async (context) => {
        await context.answerCallbackQuery({ text: 'Counted', show_alert: true });
        await context.editMessageText('<b>Merged</b> &lt;3', { parse_mode: 'HTML' });
      });
    });
    await bot.api.sendMessage(chats.fixes, 'Merge it?', { reply_markup: new InlineKeyboard().text('Yes', 'yes') });

    telegram.people.press({ user: users.mara, chat: chats.fixes, on: 'Yes' });
    const spinning = telegram.people.spinning(users.mara).length;

    await expect.poll(() => telegram.people.messages(chats.fixes).map(({ shown }) => shown)).toEqual(['Merged <3']);
    expect(spinning).toBe(1);
    expect(telegram.people.spinning(users.mara)).toEqual([]);
    expect(telegram.people.alone(users.mara).map(({ from, shown }) => [from, shown])).toEqual([['alert', 'Counted']]);
    expect(telegram.people.alone(users.ines)).toEqual([]);
    await bot.stop();
    expect(telegram.underWay()).toBe(0);
  });
});

describe('what reaches a bot in a group', () => {
  const { mara, robot } = users;

  beforeEach(async () => {
    telegram = await openFakeTelegram();
  });

  test('is commands, replies to it, mentions and what Telegram itself says', async () => {
    const { people } = telegram;
    const { message_id } = await aClient(telegram).sendMessage(chats.fixes, 'card');

    people.say({ user: mara, chat: chats.fixes, text: 'among us' });
    people.say({ user: mara, chat: chats.fixes, text: 'hey @gatebell_bot' });
    people.reply({ user: mara, chat: chats.fixes, text: 'yes', to: message_id });
    people.command({ user: mara, chat: chats.fixes, text: '/gates' });
    people.say({ user: mara, chat: chats.fixes, text: '/gates@another_bot' });
    people.command({ user: mara, chat: chats.fixes, text: '/g1', bare: true });
    people.say({ user: robot, chat: chats.fixes, text: '/gates@gatebell_bot' });
    people.command({ user: mara, chat: chats.fixes, text: '/g2', bare: true });
    people.closeTopic(chats.harbour, topics.quiet);

    expect(texts(await fetched())).toEqual(['hey @gatebell_bot', 'yes', '/gates@gatebell_bot', '/g1', undefined]);
  });

  test('is all that people say when it runs the group, also in the name of the group or of a channel', async () => {
    const { people } = telegram;
    people.promote(chats.fixes);

    people.say({ user: mara, chat: chats.fixes, text: 'among us' });
    people.sayAsGroup({ chat: chats.fixes, text: 'we' });
    people.postInChannel({ chat: chats.news, text: 'news', linked: chats.fixes });

    expect(await fetched()).toMatchObject([
      { my_chat_member: { old_chat_member: { status: 'member' }, new_chat_member: { status: 'administrator' } } },
      { message: { text: 'among us', from: { id: mara } } },
      { message: { text: 'we', from: { id: 1_087_968_824, is_bot: true }, sender_chat: { id: chats.fixes } } },
      { channel_post: { text: 'news', sender_chat: { id: chats.news } } },
      { message: { text: 'news', is_automatic_forward: true } },
    ]);
  });

  test('carries the topic, the message that it replies to, and its edits', async () => {
    const { people } = telegram;
    const { message_id } = await aClient(telegram).sendMessage(chats.harbour, 'card', { message_thread_id: topics.gates });

    const message = people.reply({ user: mara, chat: chats.harbour, text: 'yes', to: message_id });
    people.editSaid({ chat: chats.harbour, message, text: 'no' });

    const reply = { message_thread_id: topics.gates, is_topic_message: true, reply_to_message: { message_id, text: 'card' } };
    expect(await fetched()).toMatchObject([{ message: { ...reply, text: 'yes' } }, { edited_message: { ...reply, text: 'no' } }]);
  });

  test('is asked for by a prompt, which only those see whom it is for', async () => {
    const { people } = telegram;
    const to = people.command({ user: mara, chat: chats.fixes, text: '/answer' });
    const { message_id } = await aClient(telegram).sendMessage(chats.fixes, 'Your words?', {
      reply_parameters: { message_id: to },
      reply_markup: { force_reply: true, selective: true, input_field_placeholder: 'In a sentence' },
    });

    const asked = people.prompts(mara);
    const others = people.prompts(users.ines);
    people.reply({ user: mara, chat: chats.fixes, text: 'my words', to: message_id });

    expect(asked).toEqual([{ chat: chats.fixes, message: message_id, topic: null, shown: 'Your words?', placeholder: 'In a sentence' }]);
    expect([others, people.prompts(mara)]).toEqual([[], []]);
  });
});

describe('a webhook', () => {
  test('is posted each update with its secret, again with growing pauses until it is taken', async () => {
    const clock = handClock(Date.parse('2026-12-01T09:00:00Z'));
    telegram = await openFakeTelegram({ clock });
    const answers = [500, 503, 200];
    const secrets: unknown[] = [];
    const server = createServer((request, response) => {
      secrets.push(request.headers['x-telegram-bot-api-secret-token']);
      response.writeHead(answers.shift() ?? 200).end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const outcomes = () => telegram.delivered.map(({ outcome }) => outcome);

    await aClient(telegram).setWebhook(`http://127.0.0.1:${port}/`, { secret_token: 's-1' });
    say('a');
    await expect.poll(outcomes).toEqual([500]);
    const troubled = await aClient(telegram).getWebhookInfo();
    clock.advance(1_000);
    await expect.poll(outcomes).toEqual([500, 503]);
    clock.advance(1_999);
    const early = outcomes().length + telegram.underWay();
    clock.advance(1);
    await expect.poll(outcomes).toEqual([500, 503, 200]);
    const { pending_update_count } = await aClient(telegram).getWebhookInfo();

    expect(troubled).toMatchObject({
      pending_update_count: 1,
      last_error_message: 'Wrong response from the webhook: 500 Internal Server Error',
    });
    expect([early, pending_update_count]).toEqual([2, 0]);
    expect(secrets).toEqual(['s-1', 's-1', 's-1']);
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });

  test('that was killed is posted again what it did not answer, and is not disturbed when it is set once more as it is', async () => {
    const clock = handClock(Date.parse('2026-12-01T09:00:00Z'));
    telegram = await openFakeTelegram({ clock });
    let isAlive = false;
    const heard: string[] = [];
    const server = createServer((request, response) => {
      heard.push(request.url ?? '');
      if (isAlive) response.end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

    await aClient(telegram).setWebhook(url);
    say('a');
    await expect.poll(() => heard.length).toBe(1);
    await aClient(telegram).setWebhook(url);
    const disturbed = heard.length + telegram.delivered.length;
    telegram.polls.cut();
    await expect.poll(() => telegram.delivered.map(({ outcome }) => outcome)).toEqual(['Connection reset by peer']);
    isAlive = true;
    clock.advance(1_000);
    await expect.poll(() => telegram.updates.waiting()).toEqual([]);

    expect([disturbed, heard.length, telegram.underWay()]).toEqual([1, 2, 0]);
    server.closeAllConnections();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });

  test('on the real grammY: takes what was deferred to it, and nothing with a wrong secret', async () => {
    telegram = await openFakeTelegram();
    const { token, webhookSecret } = telegram.state.bot;
    const bot = new Bot(token, { client: { apiRoot: telegram.url }, botInfo: botJson() as unknown as Bot['botInfo'] });
    const heard: unknown[] = [];
    bot.on('message:text', (context) => void heard.push(context.message.text));
    const server = createServer(
      webhookCallback(bot, 'http', { secretToken: webhookSecret }) as unknown as Parameters<typeof createServer>[1],
    );
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    telegram.deliverTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

    await bot.api.setWebhook('https://bell.example/telegram', { secret_token: 'wrong' });
    say('a');
    await expect.poll(() => telegram.delivered.map(({ outcome }) => outcome)).toEqual([401]);
    await bot.api.setWebhook('https://bell.example/telegram', { secret_token: webhookSecret });

    await expect.poll(() => heard).toEqual(['a']);
    await bot.api.deleteWebhook();
    expect(await fetched()).toEqual([]);
    server.closeAllConnections();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
});

test('people play it over HTTP, by the names of the cast', async () => {
  telegram = await openFakeTelegram();
  const control = async (path: string, said?: object) => {
    const response = await fetch(
      `${telegram.url}/_control/${path}`,
      said === undefined ? {} : { method: 'POST', body: JSON.stringify(said) },
    );
    return (await response.json()) as object;
  };
  await aClient(telegram).sendMessage(chats.inner, 'Merge?', { reply_markup: new InlineKeyboard().text('Yes', 'yes') });

  const pressed = await control('press', { user: 'ines', chat: 'inner', on: 'Yes' });

  expect(pressed).toMatchObject({ ok: true });
  expect(await control('spinning/ines')).toMatchObject({ ok: true, spinning: [{ data: 'yes', user: users.ines }] });
  expect(await control('messages/inner')).toMatchObject({ messages: [{ shown: 'Merge?', buttons: ['Yes'] }] });
  expect(await control('press', { user: 'nobody', chat: 'inner', on: 'Yes' })).toMatchObject({ ok: false });
});
