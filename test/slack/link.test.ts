import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createLogger } from '../../bots/slack/client.ts';
import { createLink } from '../../bots/slack/link.ts';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

/** A Slack that takes every connection, answers pings, and says nothing. */
async function aSilentSlack() {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, url: `ws://127.0.0.1:${port}/` }));
  });
  server.on('upgrade', (request, socket, head) => sockets.handleUpgrade(request, socket, head, () => {}));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // of TCP
  closing.push(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  return { apiUrl: `http://127.0.0.1:${port}/api/`, open: () => sockets.clients.size };
}

test('a link on which Slack never says hello is given up, so that another can be opened', async () => {
  const slack = await aSilentSlack();
  const told: string[] = [];
  const link = createLink(
    {
      appToken: 'xapp-of-this-test',
      apiUrl: slack.apiUrl,
      openMs: 200,
      logger: createLogger(() => {}),
      deliver: async () => {},
      report: () => {},
    },
    { opened: () => told.push('opened'), renewalAsked: () => told.push('renewal'), ended: () => told.push('ended') },
  );

  await expect(link.open()).rejects.toThrow('said nothing');

  expect(told).toEqual([]);
  await expect.poll(slack.open).toBe(0);
});
