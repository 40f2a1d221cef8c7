import { aChat, bot, users } from '../support/platforms/telegram/cast.ts';
import type { FakeTelegram } from '../support/platforms/telegram/fake-telegram.ts';
import { openFakeTelegram } from '../support/platforms/telegram/fake-telegram.ts';
import { anyFaults, outOfReach } from './any-faults.ts';
import type { Quarter } from './quarter.ts';
import { createStanding } from './standing.ts';

export type TelegramQuarter = Quarter & { readonly fake: FakeTelegram };

export async function telegramQuarter(goals: number): Promise<TelegramQuarter> {
  const fake = await openFakeTelegram();
  const { state, people } = fake;
  const chats = Array.from({ length: goals }, (_, nth) => -1_001_000_001_000 - nth);
  for (const [nth, id] of chats.entries()) {
    const members = [users.mara, users.ines, bot.id].map((user) => [user, { status: 'member' }] as const);
    state.chats.set(id, aChat(id, 'supergroup', `goal-${nth}`, members));
  }
  const { standing, newest } = createStanding(
    chats,
    (chat, code) => people.messages(chat).filter(({ from, shown }) => from === bot.id && shown.includes(`${code} in `)),
    'Telegram',
  );
  return {
    name: 'telegram',
    fake,
    environment: fake.environment('polling'),
    accounts: { mara: String(users.mara), ines: String(users.ines) },
    channels: chats.map(String),
    cards: (code) => standing(code).map(({ message: { id, shown, buttons, dangers } }) => ({ id: String(id), shown, buttons, dangers })),
    async press(who, code, label) {
      const { channel: chat, message } = newest(code);
      people.press({ user: users[who], chat, on: label, message: message.id, stale: true });
      return 'acknowledged'; // Telegram keeps it until the bot fetches it
    },
    reply(who, code, text) {
      const { channel: chat, message } = newest(code);
      people.reply({ user: users[who], chat, text, to: message.id });
    },
    said: () => chats.flatMap((chat) => people.messages(chat)).map(({ shown }) => shown),
    alone: (who) => people.alone(users[who]).map(({ shown }) => shown),
    fail: (share, random) => (share === 0 ? fake.faults.clear() : fake.faults.sometimes(share, anyFaults, ['*'], random)),
    cut: () => fake.polls.cut(),
    onCall: (looker) =>
      fake.onCall(
        looker === null ? null : (call, moment) => (call.method.toLowerCase() === 'getupdates' ? Promise.resolve('go on') : looker(moment)),
      ),
    down(isDown) {
      if (isDown) fake.faults.sometimes(1, outOfReach, ['*'], () => 0);
      else fake.faults.clear();
      if (isDown) fake.polls.cut();
    },
    expel(goal, isOut) {
      const chat = chats[goal] ?? 0;
      if (isOut) people.kickBot(chat);
      else people.invite(chat);
    },
    revoke(revoked) {
      if (revoked) people.revokeToken();
      else people.restoreToken();
    },
    secrets: [bot.token, bot.webhookSecret],
    malformed: () =>
      state.calls
        .filter(({ outcome }) => /can't parse|BUTTON_DATA_INVALID|too long/.test(outcome))
        .map(({ method, outcome }) => `${method}: ${outcome}`),
    close: fake.close,
  };
}
