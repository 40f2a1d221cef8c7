import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WebhookOptions } from '../../bots/telegram/webhook.ts';
import { tellHowItWorks } from '../../bots/telegram/webhook.ts';
import { epochMs } from '../../src/time.ts';
import { noon } from '../slack/builders.ts';
import { chats, users } from '../support/platforms/telegram/cast.ts';
import { aBotOnTelegram } from './a-bot-on-telegram.ts';

const { mara } = users;
let close = async () => {};

afterEach(() => close());

describe('presses that could not be delivered', () => {
  const trouble = { reason: 'Telegram cannot deliver what people do', fix: 'Check the address.' };
  const start = epochMs(noon);

  /** What is told when the webhook is looked at after so many seconds, each with whether it is in trouble. */
  async function awayAfter(...looks: readonly (readonly [number, boolean])[]) {
    let nowMs = start;
    const away: (readonly [number, number])[] = [];
    const statuses: unknown[] = [];
    const options = {
      nowMs: () => nowMs,
      inbox: { away: async (...times: readonly [number, number]) => void away.push(times) },
      status: { receiving: (told: unknown) => void statuses.push(told) },
    } as unknown as WebhookOptions; // what it looks at
    let lastMs = start;
    for (const [afterS, isTroubled] of looks) {
      nowMs = start + afterS * 1_000;
      lastMs = await tellHowItWorks(options, isTroubled ? trouble : null, lastMs);
    }
    return { away, statuses };
  }

  test('for longer than Telegram keeps them are told of once, when it works again', async () => {
    const { away, statuses } = await awayAfter([60, true], [120, true], [180, false], [240, false]);

    expect(away).toEqual([[start, start + 180_000]]);
    expect(statuses).toEqual([trouble, trouble, null, null]);
  });

  test('for a moment came later, and nothing is told; nobody looks while the machine sleeps', async () => {
    expect((await awayAfter([60, true], [120, false], [180, false])).away).toEqual([]);
    expect((await awayAfter([60, false], [7_260, false])).away).toEqual([[start + 60_000, start + 7_260_000]]);
  });
});

test('what a webhook of before brings waits until what was left is heard', async () => {
  const opened = await aBotOnTelegram({ mode: 'webhook' });
  const { fake, telegram, inbox, pressed, leaveUnfinished, calls } = opened;
  close = opened.close;
  await telegram.start();
  await telegram.stop();
  const restarted = opened.again();
  let hearOn = () => {};
  const held = new Promise<void>((resolve) => {
    hearOn = resolve;
  });
  const message = { message_id: 5, date: 1, chat: { id: mara, type: 'private' }, from: { id: mara, first_name: 'Mara' } };
  leaveUnfinished([
    {
      id: 'update:1',
      raw: JSON.stringify({ update_id: 1, message: { ...message, text: 'first' } }),
      keptAtMs: 1,
    },
  ]);
  restarted.listen({
    ...inbox,
    hear: async (press) => {
      await inbox.hear(press);
      if (press.id === 'update:1') await held;
    },
  });

  const starting = restarted.start();
  await vi.waitFor(() => expect(pressed).toHaveLength(1));
  fake.people.say({ user: users.ines, chat: users.ines, text: 'second' });
  await vi.waitFor(() => expect(fake.delivered.at(-1)?.outcome).toBe(503));
  const before = pressed.length;
  hearOn();
  await starting;
  await vi.waitFor(() => expect(pressed).toHaveLength(2), 10_000);

  expect(before).toBe(1);
  expect(pressed.map(({ said }) => said)).toEqual([
    { kind: 'line', text: 'first' },
    { kind: 'line', text: 'second' },
  ]);
  expect(calls('setWebhook')).toHaveLength(2);
});

test('an update that breaks us is reported and passed over, and holds up nothing', async () => {
  const opened = await aBotOnTelegram();
  const { fake, telegram, inbox, pressed, reported } = opened;
  close = opened.close;
  telegram.listen({ ...inbox, moved: () => Promise.reject(new Error('a fault')) });
  await telegram.start();

  fake.people.migrate(chats.inner);
  fake.people.command({ user: mara, chat: chats.fixes, text: '/help' });
  await vi.waitFor(() => expect(pressed).toHaveLength(1));
  await vi.waitFor(() => expect(fake.updates.waiting()).toEqual([]));

  expect(reported.map(String)).toEqual(['Error: a fault']);
});
