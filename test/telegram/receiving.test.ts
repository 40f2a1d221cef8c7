import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTelegram } from '../../bots/telegram/adapter.ts';
import { createClient } from '../../bots/telegram/client.ts';
import { menu } from '../../bots/telegram/installation.ts';
import { checkWebhook } from '../../bots/telegram/webhook.ts';
import { epochMs } from '../../src/time.ts';
import { aCardPost, anInbox, aToken, noon } from '../slack/builders.ts';
import { aClient } from '../support/platforms/telegram/a-bot.ts';
import { bot, chats, users } from '../support/platforms/telegram/cast.ts';
import { openFakeTelegram } from '../support/platforms/telegram/fake-telegram.ts';
import type { Setting } from './a-bot-on-telegram.ts';
import { aBotOnTelegram, alone, aSpot } from './a-bot-on-telegram.ts';

const { mara } = users;
const patient = { timeout: 10_000 };
const closing: (() => Promise<unknown>)[] = [];

async function aBot(setting: Setting = {}) {
  const opened = await aBotOnTelegram(setting);
  closing.push(opened.close);
  return opened;
}

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const well = { sockets: null, trouble: null };
const troubled = (reason: RegExp) => ({
  sockets: null,
  trouble: { reason: expect.stringMatching(reason), fix: expect.stringMatching(/\w{3}/) },
});

describe('polling', () => {
  test('names what it wants each time, takes a webhook away and drops nothing that waits', async () => {
    const { fake, telegram, pressed, calls, statuses } = await aBot();
    await aClient(fake).setWebhook('http://127.0.0.1:9/nobody');
    fake.people.say({ user: mara, chat: mara, text: 'gates' });

    await telegram.start();
    await vi.waitFor(() => expect(pressed).toHaveLength(1));
    fake.people.say({ user: mara, chat: mara, text: 'status' });
    await vi.waitFor(() => expect(pressed).toHaveLength(2));

    expect((await aClient(fake).getWebhookInfo()).url).toBe('');
    expect(calls('deleteWebhook').map(({ args }) => args.drop_pending_updates)).toEqual([false]);
    for (const { args } of calls('getUpdates')) expect(args.allowed_updates).toEqual(['message', 'callback_query', 'my_chat_member']);
    expect(statuses).toEqual([well]);
  });

  test('confirms an update only when it is kept: killed before that, it comes again', async () => {
    const { fake, telegram, inbox } = await aBot();
    let asked = 0;
    telegram.listen({
      ...inbox,
      keep: async () => {
        asked += 1;
        return new Promise<never>(() => {});
      },
    });
    await telegram.start();
    fake.people.say({ user: mara, chat: mara, text: 'gates' });
    await vi.waitFor(() => expect(asked).toBe(1));

    fake.polls.cut();

    expect(fake.updates.waiting()).toHaveLength(1);
    closing.pop();
    await fake.close();
  });

  test('tells of a second poller while there is one, and heals when it is gone', async () => {
    const { fake, telegram, statuses, pressed } = await aBot();
    await telegram.start();
    await vi.waitFor(() => expect(fake.polls.isOpen()).toBe(true));

    await aClient(fake).getUpdates({ timeout: 0 });
    await vi.waitFor(() => expect(statuses.at(-1)).toEqual(troubled(/terminated by other getUpdates request/)));
    await vi.waitFor(() => expect(fake.polls.isOpen()).toBe(true), patient);
    fake.people.say({ user: mara, chat: mara, text: 'gates' });
    await vi.waitFor(() => expect(statuses.at(-1)).toEqual(well), patient);

    expect(statuses.find(({ trouble }) => trouble !== null)?.trouble?.fix).toContain('Stop the other service');
    expect(pressed).toHaveLength(1);
  });

  test('takes away a webhook that another service sets meanwhile', async () => {
    const { fake, telegram, statuses, pressed } = await aBot();
    await telegram.start();
    await vi.waitFor(() => expect(fake.polls.isOpen()).toBe(true));

    await aClient(fake).setWebhook('http://127.0.0.1:9/nobody');
    await vi.waitFor(() => expect(statuses.at(-1)).toEqual(troubled(/webhook/i)), patient);
    await vi.waitFor(() => expect(fake.polls.isOpen()).toBe(true), patient);
    fake.people.say({ user: mara, chat: mara, text: 'gates' });

    await vi.waitFor(() => expect(pressed).toHaveLength(1), patient);
    expect(statuses.at(-1)).toEqual(well);
  });

  test('tells of a dead token, and heals without a restart', async () => {
    const { fake, telegram, statuses } = await aBot();
    await telegram.start();
    fake.people.revokeToken();
    fake.polls.cut();
    await vi.waitFor(() => expect(statuses.at(-1)).toEqual(troubled(/Unauthorized/)), patient);

    fake.people.restoreToken();

    await vi.waitFor(() => expect(statuses.at(-1)).toEqual(well), patient);
  });

  test('that cannot begin ends the start, says what is wrong, and goes on when Telegram is there', async () => {
    const fake = await openFakeTelegram();
    const { port } = new URL(fake.url);
    await fake.close();
    const { telegram, statuses, inbox, pressed } = await aBot({ apiUrl: `http://127.0.0.1:${port}` });
    telegram.listen(inbox);

    await telegram.start();
    const down = statuses.at(-1);
    const back = await openFakeTelegram({ port: Number(port) });
    closing.unshift(back.close);
    await vi.waitFor(() => expect(statuses.at(-1)).toEqual(well), patient);
    back.people.say({ user: mara, chat: mara, text: 'gates' });
    await vi.waitFor(() => expect(pressed).toHaveLength(1));

    expect(down).toEqual(troubled(/cannot be reached \(ECONNREFUSED\)/));
  });

  test('stops at once, also when it is told so twice', async () => {
    const { fake, telegram } = await aBot();
    await telegram.start();
    await vi.waitFor(() => expect(fake.polls.isOpen()).toBe(true));

    await telegram.stop();
    await telegram.stop();

    await vi.waitFor(() => expect(fake.polls.isOpen()).toBe(false));
  });

  test('gets past updates that have no number, and is not led astray by answers of another form', async () => {
    const pressed = {
      id: '7',
      from: { id: 5, first_name: 'Mara' },
      message: { message_id: 3, chat: { id: -5, type: 'group' } },
      data: aToken('o'),
    };
    const script: unknown[] = [
      [{ update_id: 'x' }, null, [], 7],
      { nothing: true },
      [null, { update_id: 41 }, { message: {} }, { update_id: 42, callback_query: pressed }],
    ];
    const offsets: unknown[] = [];
    const server = await aServer((method, args) => {
      if (method === 'getMe') return { id: 7, is_bot: true, first_name: 'G', username: 'g_bot' };
      if (method !== 'getUpdates') return true;
      offsets.push(args.offset ?? null);
      return script.shift();
    });
    const heard = anInbox();
    const { inbox, statuses } = heard;
    const telegram = createTelegram({
      token: '7:x',
      apiUrl: server,
      receive: { kind: 'polling' },
      nowMs: Date.now,
      awayMs: 0,
      report: () => {},
    });
    telegram.listen(inbox);
    closing.push(telegram.stop);

    await telegram.start();
    await vi.waitFor(() => expect(heard.pressed).toHaveLength(1), patient);
    await vi.waitFor(() => expect(offsets).toHaveLength(4));

    expect(offsets).toEqual([null, null, null, 43]);
    expect([...heard.kept.keys()]).toEqual(['update:42']);
    expect(statuses.at(-1)).toEqual(well);
  });
});

describe('presses that Telegram dropped', () => {
  test('while nobody could ask for them are told of once, when it works again', async () => {
    const { fake, telegram, away, passMs, statuses } = await aBot();
    await telegram.start();
    await vi.waitFor(() => expect(fake.polls.isOpen()).toBe(true));
    const since = Date.now();
    fake.faults.strike({ method: 'getUpdates', times: 3, fault: { kind: 'status', status: 502 } });
    fake.polls.cut();
    await vi.waitFor(() => expect(statuses.at(-1)?.trouble).not.toBeNull());

    passMs(200_000);
    await vi.waitFor(() => expect(away).toHaveLength(1), patient);
    await vi.waitFor(() => expect(fake.polls.isOpen()).toBe(true), patient);

    const [[from, until] = [0, 0]] = away;
    expect(Math.abs(from - since)).toBeLessThan(5_000);
    expect(until - from).toBeGreaterThanOrEqual(200_000);
    expect(away).toHaveLength(1);
  });

  test.each([
    ['polling', 150_001, 1],
    ['polling', 100_000, 0],
    ['webhook', 150_001, 1],
    ['webhook', 100_000, 0],
  ] as const)('over %s, of a service that was away for %i ms are told of %i times', async (mode, awayMs, times) => {
    const { telegram, away, calls } = await aBot({ mode, awayMs });

    await telegram.start();
    await vi.waitFor(() => expect(calls(mode === 'polling' ? 'getUpdates' : 'setWebhook')).not.toEqual([]));
    await vi.waitFor(() => expect(away).toHaveLength(times));
  });
});

describe('a webhook', () => {
  test('is set with its secret and what is wanted, and nothing that waits is dropped', async () => {
    const { fake, telegram, pressed, calls, statuses } = await aBot({ mode: 'webhook' });
    fake.people.say({ user: mara, chat: mara, text: 'gates' });

    await telegram.start();
    await vi.waitFor(() => expect(pressed).toHaveLength(1));

    expect(calls('setWebhook').map(({ args }) => args)).toEqual([
      {
        url: expect.stringMatching(/\/telegram\/webhook$/),
        secret_token: bot.webhookSecret,
        allowed_updates: ['message', 'callback_query', 'my_chat_member'],
        drop_pending_updates: false,
      },
    ]);
    expect(calls('getUpdates')).toEqual([]);
    expect(statuses).toEqual([well]);
  });

  test('is not taken from somebody else', async () => {
    const { fake, telegram, pressed, calls } = await aBot({ mode: 'webhook' });
    await telegram.start();
    const { url } = calls('setWebhook')[0]?.args ?? {};

    const forged = await fetch(String(url), { method: 'POST', body: JSON.stringify({ update_id: 1, message: {} }) });

    expect(forged.status).toBe(401);
    expect(pressed).toEqual([]);
    expect(fake.delivered).toEqual([]);
  });

  test('that somebody else set is set again, and one that does not arrive is trouble', async () => {
    const fake = await openFakeTelegram();
    closing.push(fake.close);
    const nobody = 'http://127.0.0.1:9/telegram/webhook';
    const options = { client: createClient(bot.token, fake.url, 5_000), url: nobody, secret: 'hush', nowMs: Date.now } as Parameters<
      typeof checkWebhook
    >[0]; // what it looks at
    await aClient(fake).setWebhook('http://127.0.0.1:9/other');

    const again = await checkWebhook(options);
    fake.people.say({ user: mara, chat: mara, text: 'gates' });
    await vi.waitFor(async () => expect((await aClient(fake).getWebhookInfo()).last_error_message).toBeDefined());
    const failing = await checkWebhook(options);

    expect(again).toBeNull();
    expect((await aClient(fake).getWebhookInfo()).url).toBe(nobody);
    expect(failing).toMatchObject({
      reason: expect.stringContaining('Telegram cannot deliver'),
      fix: expect.stringContaining('public address'),
    });
  });
});

test('commands are told once, and again only when others stand there', async () => {
  const { fake, telegram, calls } = await aBot();
  await telegram.start();
  const second = createTelegram({
    token: bot.token,
    apiUrl: fake.url,
    receive: { kind: 'webhook', secret: 's', url: 'http://127.0.0.1:9/' },
    nowMs: Date.now,
    awayMs: 0,
    report: () => {},
  });
  second.listen(anInbox().inbox);
  await telegram.stop();
  await second.start();
  await second.stop();

  expect(calls('setMyCommands').map(({ args }) => args.commands)).toEqual([menu]);
  expect(menu.map(({ command }) => command)).toContain('gates');
  for (const { command, description } of menu) {
    expect(command).toMatch(/^[a-z0-9_]{1,32}$/);
    expect(description.length).toBeLessThanOrEqual(256);
  }
});

test('what was left unfinished is heard again before anything new, by the time when it was said', async () => {
  const { fake, telegram, pressed, done, leaveUnfinished } = await aBot();
  const keptAtMs = epochMs(noon);
  const message = {
    message_id: 5,
    date: keptAtMs / 1_000 - 60,
    chat: { id: mara, type: 'private' },
    from: { id: mara, first_name: 'Mara' },
  };
  const press = {
    id: '1',
    from: { id: mara, first_name: 'Mara' },
    message: { message_id: 3, chat: { id: chats.fixes, type: 'supergroup' } },
  };
  leaveUnfinished([
    { id: 'update:1', raw: JSON.stringify({ update_id: 1, message: { ...message, text: 'g3 yes' } }), keptAtMs },
    { id: 'update:2', raw: '{"update_id":2}', keptAtMs },
    { id: 'update:3', raw: 'no JSON', keptAtMs },
    { id: 'update:4', raw: JSON.stringify({ update_id: 4, callback_query: { ...press, data: aToken('o') } }), keptAtMs },
  ]);
  fake.people.say({ user: mara, chat: mara, text: 'gates' });

  await telegram.start();
  await vi.waitFor(() => expect(pressed).toHaveLength(3));

  expect(pressed.map(({ id, saidAtMs }) => [id, saidAtMs]).slice(0, 2)).toEqual([
    ['update:1', keptAtMs - 60_000],
    ['update:4', keptAtMs],
  ]);
  expect(done).toEqual(['update:2']);
});

test('a group that becomes a supergroup is told of as soon as Telegram says it', async () => {
  const { fake, telegram, moved } = await aBot();
  await telegram.start();

  const after = fake.people.migrate(chats.inner);

  await vi.waitFor(() => expect(moved).toEqual([[String(chats.inner), String(after)]]));
});

test('no token stands in what is kept, reported or told as trouble', async () => {
  const { fake, telegram, kept, reported, statuses } = await aBot({ answer: () => alone('Counted.') });
  await telegram.start();
  await telegram.post(aSpot(), aCardPost());
  for (const kind of ['reset', 'html'] as const) fake.faults.strike({ method: '*', times: 2, fault: { kind } });
  fake.polls.cut();

  fake.people.press({ user: mara, chat: chats.fixes, on: 'Merge it' });
  const puts = [await telegram.post(aSpot(), aCardPost()), await telegram.post(aSpot(), aCardPost())];
  fake.people.say({ user: mara, chat: mara, text: 'gates' });
  await vi.waitFor(() => expect(kept.size).toBe(2), patient);
  await vi.waitFor(() => expect(statuses.at(-1)).toEqual(well), patient);

  const errors = reported.map((failure) => (failure instanceof Error ? `${failure.stack} ${JSON.stringify(failure)}` : String(failure)));
  expect([...kept.values(), ...errors, JSON.stringify([puts, statuses])].join('\n')).not.toMatch(/AAfake|webhook-secret|\d{6,}:[\w-]{20}/);
});

/** A server that answers each method with what `result` gives, or with silence. */
async function aServer(result: (method: string, args: Readonly<Record<string, unknown>>) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const answer = result(request.url?.split('/').at(-1) ?? '', text === '' ? {} : JSON.parse(text));
      if (answer !== undefined) response.writeHead(200).end(JSON.stringify({ ok: true, result: answer }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
}
