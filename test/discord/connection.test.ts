import { afterEach, expect, test, vi } from 'vitest';
import { realClock } from '../support/platforms/clock.ts';
import { cast } from '../support/platforms/discord/cast.ts';
import { openFakeDiscord } from '../support/platforms/discord/fake-discord.ts';
import { aCardPost } from '../slack/builders.ts';
import { aBot, aPlace, alone } from './a-bot.ts';

const unhandled: unknown[] = [];
const note = (failure: unknown) => void unhandled.push(failure);
process.on('unhandledRejection', note);
afterEach(() => expect(unhandled).toEqual([]));

type Bot = Awaited<ReturnType<typeof aBot>>;

const within = { timeout: 15_000, interval: 20 };

async function press({ fake }: Bot) {
  return fake.people.press({ user: cast.mara, channel: cast.fixes, on: 'Merge it' });
}

function last({ statuses }: Bot) {
  return statuses.at(-1);
}

test('a link that was cut is resumed, and what was pressed meanwhile counts', async () => {
  const bot = await aBot(() => alone('Counted for g3.'));
  await bot.discord.start();
  await bot.discord.post(aPlace(), aCardPost());
  bot.fake.gateway.cut();
  await vi.waitFor(() => expect(last(bot)).toMatchObject({ sockets: 0 }), within);

  const pressed = press(bot);

  await vi.waitFor(() => expect(bot.pressed).toHaveLength(1), within);
  expect(await pressed).toMatchObject({ result: 'answered' });
  expect(last(bot)).toEqual({ sockets: 1, trouble: null });
  expect(bot.fake.gateway.count()).toBe(1);
});

test.each([
  ['asked to connect again', (bot: Bot) => bot.fake.gateway.reconnect()],
  ['told that its session goes on', (bot: Bot) => bot.fake.gateway.invalidate(true)],
  ['closed with an unknown error', (bot: Bot) => bot.fake.gateway.hangUp(4000)],
])('a link that is %s goes on', async (_, happen) => {
  const bot = await aBot();
  await bot.discord.start();
  await bot.discord.post(aPlace(), aCardPost());

  happen(bot);

  await hearsPresses(bot);
});

// A new session may be asked for once in five seconds: these wait for it together.
test('a link that ended for good, with trouble or without, is opened anew without a restart', async () => {
  const ends: readonly (readonly [end: (bot: Bot) => void, told: string])[] = [
    ...(
      [
        [4004, 'DISCORD_TOKEN'],
        [4011, 'too many servers'],
        [4013, 'newest'],
        [4014, 'Intents'],
      ] as const
    ).map(([code, told]) => [(bot: Bot) => closeWith(bot, code), told] as const),
    [(bot) => bot.fake.gateway.invalidate(false), '"sockets":0'],
    // What the library takes apart without looking: it would end the process.
    [(bot) => bot.fake.gateway.sendRaw('READY', null as never), 'the link to Discord broke'],
    [(bot) => bot.fake.gateway.invalidate(undefined as never), 'the link to Discord broke'],
  ];

  await Promise.all(
    ends.map(async ([end, told]) => {
      const bot = await aBot();
      await bot.discord.start();
      await bot.discord.post(aPlace(), aCardPost());

      end(bot);
      await vi.waitFor(() => expect(JSON.stringify(bot.statuses)).toContain(told), within);
      bot.fake.gateway.refuse(null);

      await vi.waitFor(() => expect(last(bot)).toEqual({ sockets: 1, trouble: null }), within);
      await hearsPresses(bot);
    }),
  );
}, 30_000);

function closeWith({ fake }: Bot, code: number): void {
  fake.gateway.refuse(code);
  fake.gateway.hangUp(code);
}

async function hearsPresses(bot: Bot): Promise<void> {
  await vi.waitFor(async () => {
    await press(bot);
    expect(bot.pressed.length).toBeGreaterThan(0);
  }, within);
  expect(last(bot)).toEqual({ sockets: 1, trouble: null });
}

test('a Discord that is down at the start is tried again until it is there', async () => {
  const fake = await openFakeDiscord({ clock: realClock });
  fake.faults.strike({ method: 'get_bot_gateway', times: 2, fault: { kind: 'status', status: 503 } });
  const bot = await aBot(undefined, { fake });

  await bot.discord.start();
  const atFirst = last(bot);

  await vi.waitFor(() => expect(last(bot)).toEqual({ sockets: 1, trouble: null }), within);
  expect(atFirst).toEqual({
    sockets: 0,
    trouble: { reason: 'Discord answered with status 503', fix: 'Gatebell tries again by itself; check discordstatus.com.' },
  });
  await bot.discord.stop();
  await fake.close();
});

test('without sessions left none is begun: another one would have Discord reset the token', async () => {
  const fake = await openFakeDiscord({ clock: realClock });
  fake.state.sessionStarts = 0;
  const bot = await aBot(undefined, { fake });

  await bot.discord.start();

  expect(last(bot)).toMatchObject({ sockets: 0, trouble: { reason: 'Discord starts no more sessions today' } });
  expect([fake.state.token, fake.gateway.count()]).toEqual(['valid', 0]);
  await bot.discord.stop();
  await fake.close();
});

test('a bot that is not in its server says so with the link that lets it in, until it is in', async () => {
  const bot = await aBot();
  await bot.discord.start();
  bot.fake.people.kickBot();
  await vi.waitFor(() => expect(last(bot)?.trouble?.reason).toBe(`The bot is not in the server ${cast.guild}`), within);
  const fix = last(bot)?.trouble?.fix ?? '';

  bot.fake.people.inviteBot();

  await vi.waitFor(() => expect(last(bot)).toEqual({ sockets: 1, trouble: null }), within);
  expect(fix).toContain(`client_id=${cast.bot}&scope=bot+applications.commands&permissions=274877991936&guild_id=${cast.guild}`);
});

test('an app without the scope for commands says so, until it has it', async () => {
  const fake = await openFakeDiscord({ clock: realClock });
  fake.people.allowCommands(false);
  const bot = await aBot(undefined, { fake });
  await bot.discord.start();
  await vi.waitFor(() => expect(last(bot)?.trouble?.reason).toContain('applications.commands'), within);

  fake.people.allowCommands(true);

  await vi.waitFor(() => expect(last(bot)).toEqual({ sockets: 1, trouble: null }), within);
  expect(fake.state.commands.get(cast.guild)).toHaveLength(2);
  await bot.discord.stop();
  await fake.close();
});

test('a permission that is given back is told at once, so that nobody waits for what was broken', async () => {
  const bot = await aBot();
  const mended = vi.fn();
  Object.assign(bot.inbox, { mended });
  await bot.discord.start();
  bot.fake.people.deny(cast.fixes, 'SEND_MESSAGES');
  await vi.waitFor(() => expect(mended).toHaveBeenCalled(), within);
  const before = mended.mock.calls.length;

  bot.fake.people.allow(cast.fixes);
  await vi.waitFor(() => expect(mended.mock.calls.length).toBeGreaterThan(before), within);
  const allowed = mended.mock.calls.length;
  bot.fake.gateway.sendRaw('GUILD_MEMBER_UPDATE', { guild_id: cast.guild, user: { id: cast.bot }, roles: [] });

  await vi.waitFor(() => expect(mended.mock.calls.length).toBeGreaterThan(allowed), within);
});

const broken = [null, {}, [], 'x', 7, { id: 1 }, { guild_id: [], data: null, member: 3 }, { threads: 'x' }, { user: null, guilds: 1 }];
const events = ['INTERACTION_CREATE', 'MESSAGE_CREATE', 'MESSAGE_UPDATE', 'GUILD_CREATE', 'GUILD_DELETE', 'THREAD_CREATE', 'RESUMED'];

test('dispatches of any shape end neither the process nor the link, and decide nothing', async () => {
  const bot = await aBot(() => alone('heard'));
  await bot.discord.start();
  await bot.discord.post(aPlace(), aCardPost());

  for (const event of [...events, 'THREAD_LIST_SYNC', 'MESSAGE_DELETE', 'NO_SUCH_EVENT', '']) {
    for (const d of broken) bot.fake.gateway.sendRaw(event, d as never); // what Discord would never send
  }
  await press(bot);

  await vi.waitFor(() => expect(bot.pressed).toHaveLength(1), within);
  expect(bot.reported).toEqual([]);
  expect(bot.statuses).toEqual([{ sockets: 1, trouble: null }]);
});

test('no token is in what is reported or kept', async () => {
  const bot = await aBot(() => alone('Counted.'));
  await bot.discord.start();
  await bot.discord.post(aPlace(), aCardPost());
  bot.fake.faults.strike({ method: 'create_interaction_response', fault: { kind: 'reset' } });
  bot.fake.faults.strike({ method: 'execute_webhook', fault: { kind: 'html' } });
  bot.fake.gateway.sendRaw('READY', null as never); // makes the library fail

  void press(bot);
  bot.fake.people.say({ user: cast.mara, channel: bot.fake.people.directChannel(cast.mara), text: `gates ${bot.fake.state.app.token}` });

  await vi.waitFor(() => expect([...bot.kept.values()].join()).toContain('[token]'), within);
  const said = [...bot.kept.values(), ...bot.reported.map((failure) => `${String(failure)} ${JSON.stringify(failure)}`)].join('\n');
  expect(said).not.toContain(bot.fake.state.app.token);
});
