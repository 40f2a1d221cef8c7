import type { Bot } from 'grammy';
import { InlineKeyboard } from 'grammy';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aBot, aClient, refusalOf } from './a-bot.ts';
import { chats, users } from './cast.ts';
import type { HandClock } from '../clock.ts';
import { handClock } from '../clock.ts';
import type { FakeTelegram } from './fake-telegram.ts';
import { openFakeTelegram } from './fake-telegram.ts';

describe('the fake Telegram and a polling bot', () => {
  let telegram: FakeTelegram;
  let bot: Bot;

  beforeEach(async () => {
    telegram = await openFakeTelegram();
  });

  afterEach(async () => {
    await bot.stop();
    await telegram.close();
  });

  test('a press spins until it is answered, the card is edited, and only the presser reads the answer', async () => {
    bot = await aBot(telegram, (started) => {
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
    expect(telegram.people.messages(chats.fixes)[0]?.buttons).toEqual([]);
  });
});
