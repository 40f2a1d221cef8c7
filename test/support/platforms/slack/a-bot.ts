import { setTimeout as wait } from 'node:timers/promises';
import { App, LogLevel, SocketModeReceiver, webApi } from '@slack/bolt';
import type { FakeSlack } from './fake-slack.ts';

/** Slack's own client, which repeats nothing and waits no longer than ten seconds. */
export function aClient(slack: FakeSlack, token = slack.state.app.botToken): webApi.WebClient {
  return new webApi.WebClient(token, {
    slackApiUrl: `${slack.url}/api/`,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: 10_000,
    logLevel: LogLevel.ERROR,
    logger: silent,
  });
}

/** The error text of a call that Slack refuses. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'nothing was refused',
    (failure: unknown) => (failure as { data?: { error?: string } }).data?.error ?? String(failure),
  );
}

export type Bot = { readonly app: App; readonly stop: () => Promise<void> };

/** A bot on the real Bolt, connected to the fake; `listen` registers what it does. */
export async function aBot(slack: FakeSlack, mode: 'socket' | 'http', listen: (app: App) => void): Promise<Bot> {
  const { botToken, appToken, signingSecret } = slack.state.app;
  const clientOptions = { slackApiUrl: `${slack.url}/api/`, retryConfig: { retries: 0 }, timeout: 2_000 };
  const fixed = { token: botToken, clientOptions, deferInitialization: true, convoStore: false, logger: silent } as const;
  const sockets = { appToken, clientPingTimeout: 300, installerOptions: { clientOptions }, logger: silent };
  const app = mode === 'socket' ? new App({ ...fixed, receiver: new SocketModeReceiver(sockets) }) : new App({ ...fixed, signingSecret });
  await app.init();
  listen(app);
  const server: unknown = mode === 'socket' ? await app.start() : await app.start(0);
  if (mode === 'http') slack.deliverTo(`http://127.0.0.1:${portOf(server)}/slack/events`);
  return {
    app,
    async stop() {
      await app.stop();
      await wait(mode === 'socket' ? 300 : 0); // Bolt ends its socket's handshake after stop
    },
  };
}

const silent = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => LogLevel.ERROR,
  setName() {},
};

function portOf(server: unknown): number {
  return (server as { address: () => { port: number } }).address().port; // what Bolt's HTTP receiver gives
}
