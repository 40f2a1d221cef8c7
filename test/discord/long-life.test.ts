import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { createDiscord } from '../../bots/discord/adapter.ts';
import { keepConnected } from '../../bots/discord/connecting.ts';
import { createConnectionStatus } from '../../bots/discord/connection-status.ts';
import { discordTimes } from '../../bots/discord/limits.ts';
import { createRests } from '../../bots/discord/rest.ts';
import { realClock } from '../support/platforms/clock.ts';
import { cast } from '../support/platforms/discord/cast.ts';
import { openFakeDiscord } from '../support/platforms/discord/fake-discord.ts';
import { aCardPost, anInbox } from '../slack/builders.ts';
import { aBot, aPlace, alone } from './a-bot.ts';

const within = { timeout: 15_000, interval: 20 };

afterEach(() => void vi.useRealTimers());

test('a token that is taken away and given back is no trouble any more once there is a link again', async () => {
  const bot = await aBot();
  await bot.discord.start();
  bot.fake.people.revokeToken();
  const put = await bot.discord.post(aPlace(), aCardPost());
  await vi.waitFor(() => expect(bot.statuses.at(-1)).toMatchObject({ sockets: 0, trouble: { fix: /DISCORD_TOKEN/ } }), within);

  bot.fake.people.restoreToken();
  bot.pass(discordTimes.refusedMs);

  await vi.waitFor(() => expect(bot.statuses.at(-1)).toEqual({ sockets: 1, trouble: null }), within);
  expect(put).toMatchObject({ result: 'failed', as: 'broken-channel' });
  expect(await bot.discord.post(aPlace(), aCardPost())).toMatchObject({ result: 'sent' });
}, 20_000);

test('a link on which nobody answers any more is opened anew', async () => {
  const fake = await openFakeDiscord({ clock: realClock, heartbeatMs: 200 });
  const bot = await aBot(() => alone('Counted for g3.'), { fake });
  await bot.discord.start();
  await bot.discord.post(aPlace(), aCardPost());

  fake.gateway.ignoreHeartbeats(true);
  await vi.waitFor(() => expect(bot.statuses.at(-1)).toMatchObject({ sockets: 0 }), within);
  fake.gateway.ignoreHeartbeats(false);

  expect(await fake.people.press({ user: cast.mara, channel: cast.fixes, on: 'Merge it' })).toMatchObject({ result: 'answered' });
  expect(bot.statuses.at(-1)).toEqual({ sockets: 1, trouble: null });
  await bot.discord.stop();
  await fake.close();
});

test('links come and go for as long as the service runs, and nothing of them is left', async () => {
  const fake = await openFakeDiscord();
  const stopping = new AbortController();
  const { signal } = stopping;
  const { inbox, statuses } = anInbox();
  let daysMs = 0;
  const given = { token: fake.state.app.token, apiUrl: `${fake.url}/api`, nowMs: () => Date.now() + daysMs };
  const status = createConnectionStatus(inbox.status);
  const nothing = { hearAgain: async () => {}, dispatched: () => {}, report: () => {}, attempted: () => {} };
  const listening: number[] = [];

  const kept = keepConnected({ ...given, ...nothing, rest: createRests(given).quick, inbox, status, signal });
  for (const links of [1, 2, 3]) {
    await vi.waitFor(() => expect(statuses.filter(({ sockets }) => sockets === 1)).toHaveLength(links), within);
    listening.push(getEventListeners(signal, 'abort').length);
    daysMs += discordTimes.identifyMaxMs;
    fake.gateway.sendRaw('READY', null as never); // the library breaks on it, and the link is opened anew
  }

  stopping.abort();
  await kept.catch(() => {}); // a wait that was given up
  await fake.close();
  expect(listening).toEqual([1, 1, 1]);
});

test('a Discord that takes the connection and says nothing holds up the start of nobody', async () => {
  const silent = await openSilentDiscord();
  const { inbox, statuses } = anInbox();
  const discord = createDiscord({ token: 'any', guildId: null, apiUrl: silent.apiUrl, nowMs: Date.now, report: () => {} });
  discord.listen(inbox);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const started = discord.start();
  await silent.connected;
  vi.advanceTimersByTime(discordTimes.openMs);
  await started;

  expect(statuses).toMatchObject([{ sockets: 0, trouble: { reason: /does not open a link/ } }]);
  vi.useRealTimers();
  await discord.stop();
  silent.close();
});

/** Answers where the gateway is, and says nothing there. */
async function openSilentDiscord() {
  const limit = { total: 1_000, remaining: 1_000, reset_after: 0, max_concurrency: 1 };
  const server = createServer((_, response) => {
    const { port } = server.address() as AddressInfo; // it listens on a port
    const body = JSON.stringify({ url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit: limit });
    response.setHeader('content-type', 'application/json').end(body);
  });
  const sockets = new WebSocketServer({ server });
  const connected = new Promise<void>((resolve) => void sockets.on('connection', () => resolve()));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    apiUrl: `http://127.0.0.1:${port}/api`,
    connected,
    close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}
