import type { ServerType } from '@hono/node-server';
import { serve } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import type { Place, Press, Private } from '../../bots/port.ts';
import type { Telegram } from '../../bots/telegram/adapter.ts';
import { createTelegram } from '../../bots/telegram/adapter.ts';
import type { RouteId } from '../../src/ids.ts';
import { anInbox } from '../slack/builders.ts';
import { realClock } from '../support/platforms/clock.ts';
import { bot, chats } from '../support/platforms/telegram/cast.ts';
import { openFakeTelegram } from '../support/platforms/telegram/fake-telegram.ts';

export type Setting = {
  /** What each presser is told. */
  readonly answer?: (press: Press) => Private | null | Promise<Private | null>;
  readonly mode?: 'polling' | 'webhook';
  readonly awayMs?: number;
  /** Where nobody is. */
  readonly apiUrl?: string;
};

/** A fake Telegram, the adapter on it (not started), an inbox that remembers, and how all of it is closed. */
export async function aBotOnTelegram({ answer = () => null, mode = 'polling', awayMs = 0, apiUrl }: Setting = {}) {
  let skewMs = 0;
  const nowMs = () => Date.now() + skewMs;
  const fake = await openFakeTelegram({ clock: { ...realClock, nowMs } });
  const closing: (() => Promise<unknown>)[] = [fake.close];
  const reported: unknown[] = [];
  const [away, moved]: [(readonly [number, number])[], (readonly [string, string])[]] = [[], []];
  const prompts: (string | null)[] = [];
  let mended = 0;

  const makeTelegram = (receive: Parameters<typeof createTelegram>[0]['receive']): Telegram =>
    createTelegram({ token: bot.token, apiUrl: apiUrl ?? fake.url, receive, nowMs, awayMs, report: (failure) => reported.push(failure) });
  let receive: Parameters<typeof makeTelegram>[0] = { kind: 'polling' };
  let telegram = makeTelegram(receive);
  if (mode === 'webhook') {
    const server = await new Promise<ServerType>((resolve) => {
      const opened: ServerType = serve({ fetch: (request) => telegram.fetch(request), port: 0, hostname: '127.0.0.1' }, () =>
        resolve(opened),
      );
    });
    closing.push(() => new Promise<void>((resolve) => void server.close(() => resolve())));
    const { port } = server.address() as AddressInfo; // of TCP
    receive = { kind: 'webhook', secret: bot.webhookSecret, url: `http://127.0.0.1:${port}/telegram/webhook` };
    telegram = makeTelegram(receive);
  }
  const heard = anInbox(async (press) => {
    const told = await answer(press);
    if (told !== null) prompts.push(await telegram.tellPrivately(press, told));
  });
  const inbox: typeof heard.inbox = {
    ...heard.inbox,
    away: async (...times) => void away.push(times),
    moved: async (...addresses) => void moved.push(addresses),
    mended: () => {
      mended += 1;
    },
  };
  telegram.listen(inbox);
  closing.push(telegram.stop);
  return {
    fake,
    telegram,
    reported,
    away,
    moved,
    /** The service comes back: its adapter, to which nobody listens yet. */
    again: () => {
      telegram = makeTelegram(receive);
      closing.push(telegram.stop);
      return telegram;
    },
    /** How often something was changed that may let the bot write again. */
    mended: () => mended,
    /** What each telling gave. */
    prompts,
    ...heard,
    inbox,
    passMs: (ms: number) => {
      skewMs += ms;
    },
    calls: (method: string) => fake.state.calls.filter((call) => call.method === method),
    async close() {
      for (const close of closing.splice(0).reverse()) await close();
    },
  };
}

export function aSpot(differences: Partial<Place> = {}): Place {
  return { id: 'route_1' as RouteId, address: String(chats.fixes), thread: null, ...differences };
}

export function alone(...lines: readonly string[]): Private {
  return { lines, card: null, form: null };
}
