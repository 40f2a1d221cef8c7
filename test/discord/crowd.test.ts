import { expect, test, vi } from 'vitest';
import { cast } from '../support/platforms/discord/cast.ts';
import { aCardPost, aToken } from '../slack/builders.ts';
import { aBot, aPlace, alone } from './a-bot.ts';

const within = { timeout: 15_000, interval: 20 };
const mara = { user: cast.mara, channel: cast.fixes };

/** A bot that is connected and has a card in the channel. */
async function aBotWithACard() {
  const bot = await aBot(() => alone('Counted for g3.'));
  await bot.discord.start();
  await bot.discord.post(aPlace(), aCardPost());
  return bot;
}

test('however many press at once, each is acknowledged and told: answers are not counted in what a bot may send', async () => {
  const bot = await aBotWithACard();
  const users = [cast.mara, cast.ines, cast.stray];

  const outcomes = await Promise.all(
    users.flatMap((user) => Array.from({ length: 40 }, () => bot.fake.people.press({ ...mara, user, on: 'Merge it' }))),
  );

  await vi.waitFor(() => expect(users.map((user) => bot.fake.people.alone(user).length)).toEqual([40, 40, 40]), within);
  expect(outcomes.filter(({ result }) => result !== 'answered')).toEqual([]);
});

test('what somebody did first is heard first, also when Discord takes long to hear its acknowledgement', async () => {
  const bot = await aBotWithACard();
  let letFirstThrough = () => {};
  const first = new Promise<void>((resolve) => {
    letFirstThrough = resolve;
  });
  let acknowledged = 0;
  bot.fake.onCall(async ({ method }, moment) => {
    if (method !== 'create_interaction_response' || moment === 'after') return 'go on';
    acknowledged += 1;
    if (acknowledged === 1) await first;
    return 'go on';
  });

  const merged = bot.fake.people.press({ ...mara, on: 'Merge it' });
  await vi.waitFor(() => expect(acknowledged).toBe(1), within);
  await bot.fake.people.press({ ...mara, on: 'Leave it' });
  letFirstThrough();
  await merged;

  await vi.waitFor(() => expect(bot.pressed).toHaveLength(2), within);
  expect(bot.pressed.map(({ said }) => said)).toEqual([
    { kind: 'token', token: aToken('o', 1) },
    { kind: 'token', token: aToken('o', 2) },
  ]);
});

test('a bot that stops hears what it is just keeping, and ends then', async () => {
  const bot = await aBotWithACard();
  const held = bot.holdNext();
  const pressed = bot.fake.people.press({ ...mara, on: 'Merge it' });
  await vi.waitFor(() => expect(held.reached()).toBe(true), within);
  let heardAtTheEnd = -1;

  const stopped = bot.discord.stop().then(() => {
    heardAtTheEnd = bot.pressed.length;
  });
  await vi.waitFor(() => expect(bot.statuses.at(-1)).toMatchObject({ sockets: 0 }), within);
  held.now();
  await stopped;

  expect(heardAtTheEnd).toBe(1);
  expect(await pressed).toEqual({ result: 'answered', with: 6 });
});
