import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { freePort } from '../support/service.ts';
import type { Card, Workspace } from '../contract/slack-scenarios.ts';
import { isJson, listOf, textOf } from '../support/platforms/json.ts';
import type { Json } from '../support/platforms/json.ts';
import { elementsOf } from '../support/platforms/slack/lengths.ts';
import { read } from '../support/platforms/slack/what-people-see.ts';

export const binary = fileURLToPath(new URL('node_modules/local-slack-linux-x64/bin/local-slack', import.meta.url));

const [mara, stray, bot, channel] = ['U01MARA', 'U02STRAY', 'U0BOT', 'C01GEN'];
const tokens = { SLACK_BOT_TOKEN: 'xoxb-local-token' };
const signingSecret = 'local-signing-secret';

/** local-slack by parvalabs as a workspace of the scenarios: a Slack that nobody here wrote. */
export async function openLocalSlack(mode: 'socket' | 'http'): Promise<Workspace> {
  const relay = await openRelay();
  const port = await freePort();
  const slack = launch(port, mode, relay.url);
  const control = async (path: string, body?: Json) => {
    const request =
      body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return (await (await fetch(`http://localhost:${port}/_control/${path}`, request)).json()) as Json; // JSON by its documentation
  };
  const messages = async () => listOf((await control(`messages/${channel}`)).messages);
  await reachable(`http://localhost:${port}/_control/state`);

  return {
    environment: {
      ...tokens,
      SLACK_API_URL: `http://localhost:${port}/api/`,
      ...(mode === 'socket' ? { SLACK_APP_TOKEN: 'xapp-local-token' } : { SLACK_SIGNING_SECRET: signingSecret }),
    },
    channel,
    mara: { user: mara, account: `T01TEST:${mara}` },
    stray: { user: stray },
    serviceAt: relay.forwardTo,
    async press(user, card, label) {
      const message = (await messages()).find(({ ts }) => ts === card.id) ?? {};
      await control('interact', { channel, messageTs: card.id, user, action: buttonOf(message, label) });
    },
    reply: async (user, card, text) => void (await control('message', { channel, user, text, thread_ts: card.id })),
    command: async (user, text) => void (await control('command', { channel, user, command: '/gatebell', text, appId: 'A01APP' })),
    submit: async (user, text) => submitForm(port, user, text, inputOf(await newestView(control))),
    messages: async () => (await messages()).filter((message) => message.subtype !== 'ephemeral').map(cardOf),
    alone: async (user) => (await messages()).filter(({ ephemeral_to: to }) => to === user).map((message) => cardOf(message).shown),
    async close() {
      slack.kill('SIGKILL');
      await relay.close();
    },
  };
}

function launch(port: number, mode: 'socket' | 'http', requestUrl: string) {
  const app = {
    appId: 'A01APP',
    botUserId: bot,
    botName: 'gatebell',
    botToken: tokens.SLACK_BOT_TOKEN,
    appToken: 'xapp-local-token',
    signingSecret,
    ...(mode === 'socket' ? { mode: 'socket' } : { mode: 'events', requestUrl }),
  };
  const config = {
    workspace: { name: 'Harbour', domain: 'harbour', teamId: 'T01TEST' },
    apps: [app],
    users: [
      { id: mara, name: 'mara', real_name: 'Mara Voss', email: 'mara@example.com' },
      { id: stray, name: 'stray', real_name: 'Not Linked', email: 'stray@example.com' },
    ],
    channels: [{ id: channel, name: 'general', members: [mara, stray, bot] }],
  };
  const file = join(mkdtempSync(join(tmpdir(), 'local-slack-')), 'config.yaml');
  writeFileSync(file, JSON.stringify(config)); // YAML takes JSON
  return spawn(binary, ['--config', file, '--port', String(port)], { stdio: 'ignore' });
}

/** Its request URL is fixed before the service has an address: what comes here is passed on as it is. */
async function openRelay() {
  let address = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.entries(request.headers).flatMap(([key, value]) => {
        return typeof value === 'string' && !['host', 'connection', 'content-length'].includes(key) ? [[key, value] as const] : [];
      });
      fetch(`${address}${request.url ?? ''}`, { method: 'POST', headers: Object.fromEntries(headers), body: Buffer.concat(chunks) }).then(
        async (reply) => {
          const body = await reply.text();
          response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'text/plain' }).end(body);
        },
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`, // it listens on a port
    forwardTo(to: string) {
      address = to;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function cardOf(message: Json): Card {
  const { shown, buttons } = read({ text: textOf(message.text), blocks: listOf(message.blocks) }, false);
  return { id: textOf(message.ts), shown, buttons };
}

function buttonOf(message: Json, label: string): Json {
  for (const block of listOf(message.blocks)) {
    for (const element of elementsOf(block)) {
      const stands = isJson(element.text) ? element.text.text : undefined;
      if (stands === label) return { type: 'button', action_id: element.action_id, block_id: block.block_id, value: element.value };
    }
  }
  throw new Error(`there is no button "${label}" on ${textOf(message.ts)}`);
}

async function newestView(control: (path: string) => Promise<Json>): Promise<Json> {
  const calls = listOf((await control('log')).log).filter(({ summary }) => summary === 'views.open' || summary === 'views.update');
  const detail = calls.at(-1)?.detail;
  const view = isJson(detail) ? detail.view : undefined;
  return isJson(view) ? view : (JSON.parse(textOf(view) || '{}') as Json); // a view as it was sent
}

function inputOf(view: Json): { readonly block: string; readonly action: string } {
  const input = listOf(view.blocks).find((block) => block.type === 'input');
  if (input === undefined || !isJson(input.element)) throw new Error('no form that asks stands open');
  return { block: textOf(input.block_id), action: textOf(input.element.action_id) };
}

/** Forms are submitted over the socket of its web page only. */
function submitForm(port: number, user: string, text: string, { block, action }: ReturnType<typeof inputOf>): Promise<void> {
  return new Promise((resolve, reject) => {
    const page = new WebSocket(`ws://localhost:${port}/ui`);
    page.once('error', reject);
    page.once('open', () => {
      const values = { [block]: { [action]: { type: 'plain_text_input', value: text } } };
      page.send(JSON.stringify({ t: 'view_submit', user, values }), () => {
        page.close();
        resolve();
      });
    });
  });
}

async function reachable(url: string): Promise<void> {
  for (const endMs = Date.now() + 10_000; Date.now() < endMs; ) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`local-slack did not answer at ${url}`);
}
