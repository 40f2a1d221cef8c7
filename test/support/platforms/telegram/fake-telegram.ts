import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody } from './arguments.ts';
import type { Onlooker } from './bot-api.ts';
import { answerCall, sendReply } from './bot-api.ts';
import type { FakeClock } from '../clock.ts';
import { realClock } from '../clock.ts';
import { answerControl } from './control.ts';
import { createFaults } from '../faults.ts';
import { createPeople } from './people/people.ts';
import { createPolling } from './polling.ts';
import { createState } from './state.ts';
import { createUpdates } from './updates.ts';
import type { Delivered } from './webhook.ts';
import { createWebhook } from './webhook.ts';

export type FakeTelegramOptions = { readonly port?: number; readonly clock?: FakeClock };

export type FakeTelegram = Awaited<ReturnType<typeof openFakeTelegram>>;

/** A Telegram of one's own on a free port: as strict as the real one, with people who press and a say in what fails. */
export async function openFakeTelegram({ port = 0, clock = realClock }: FakeTelegramOptions = {}) {
  const state = createState(clock);
  const faults = createFaults();
  const log: Delivered[] = [];
  const hanging = new Set<ServerResponse>();
  let copies = 1;
  let postsTo: string | null = null;
  let onlooker: Onlooker | null = null;

  const updates = createUpdates(state, () => copies);
  const polling = createPolling(state, updates);
  const webhook = createWebhook({ state, updates, instead: () => postsTo, log });
  const people = createPeople({ state, updates });
  const server = createServer((request, response) => {
    answer(request, response).catch((failure: unknown) =>
      sendReply(response, { ok: false, error_code: 500, description: String(failure) }),
    );
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  const botApi = {
    state,
    updates,
    polling,
    webhook,
    faults,
    onlooker: () => onlooker,
    hang: (response: ServerResponse) => void hanging.add(response),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, room = '', ...rest] = new URL(request.url ?? '/', url).pathname.split('/');
    if (room === '_control') return answerControl(fake, request.method ?? 'GET', rest, await readBody(request), response);
    if (room.startsWith('bot') && rest.length === 1) {
      return answerCall(botApi, decodeURIComponent(room.slice('bot'.length)), rest[0] ?? '', request, response);
    }
    const bytes = room === 'file' && rest[0] === `bot${state.bot.token}` ? state.files.get(rest[2] ?? '') : undefined;
    if (bytes !== undefined) return void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
    sendReply(response, { ok: false, error_code: 404, description: 'Not Found' });
  }

  const fake = {
    url,
    /** Calls that are not answered (an open poll is not counted), updates that the bot has and did not confirm, and posts to its webhook. */
    underWay: () =>
      state.calls.filter(({ outcome, method }) => outcome === 'under way' && method.toLowerCase() !== 'getupdates').length +
      updates.waiting().filter(({ handedOut }) => handedOut).length +
      webhook.underWay(),
    state,
    faults,
    people,
    updates,
    /** What was posted to the webhook of the bot, and what came back. */
    delivered: log as readonly Delivered[],
    polls: {
      isOpen: polling.isOpen,
      /** The service is gone, as when its process is killed: what it fetched and did not confirm, and posts that it did not answer, come again. */
      cut() {
        updates.takeBack();
        webhook.cut();
        server.closeAllConnections();
      },
    },
    /** From now on posts go to this URL, whatever the bot sets as its webhook; null: to that. */
    deliverTo(where: string | null) {
      postsTo = where;
    },
    /** Each update comes so often. */
    sendCopies(count: number) {
      copies = count;
    },
    onCall(looker: Onlooker | null) {
      onlooker = looker;
    },
    /** The settings that point a service at this Telegram; for a webhook, `publicUrl` is where the service can be reached. */
    environment: (mode: 'polling' | 'webhook', publicUrl = 'https://bell.example'): Readonly<Record<string, string>> => ({
      TELEGRAM_API_URL: url,
      TELEGRAM_TOKEN: state.bot.token,
      ...(mode === 'polling' ? {} : { TELEGRAM_WEBHOOK_SECRET: state.bot.webhookSecret, GATEBELL_PUBLIC_URL: publicUrl }),
    }),
    async close() {
      for (const response of hanging) response.destroy();
      webhook.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
  return fake;
}
