import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../server/http/app.ts';
import { streamLimits } from '../../server/http/event-stream.ts';
import type { HttpParts } from '../../server/http/parts.ts';
import { openTail } from '../../server/http/tail.ts';
import { listen } from '../../server/listener.ts';
import { systemTimers } from '../../server/timers.ts';
import { anEntry, ledgerInMemory } from './entry-row.ts';
import { aQuestion, openHttpWorld } from './http-world.ts';
import type { HttpWorld } from './http-world.ts';

const graceMs = 5_000;

async function onPort(http: HttpWorld, parts: Partial<HttpParts> = {}) {
  const listener = await listen(buildApp({ ...http.parts, ...parts }), { host: '127.0.0.1', port: 0 }, systemTimers);
  onTestFinished(async () => {
    http.stopping.abort();
    await listener.close(0);
  });
  return listener;
}

test('a reader that takes nothing costs a bounded part of the backlog, and its connection is cut', async () => {
  const http = await openHttpWorld();
  const ledger = ledgerInMemory();
  const data = { text: 'x'.repeat(streamLimits.chunkCharsMax) };
  ledger.commit(...Array.from({ length: 1_000 }, (_, at) => anEntry({ position: at + 1, data })));
  const tail = await openTail(ledger.kernel);
  const { address } = await onPort(http, { tail });

  const reader = rawRequest(
    address,
    `GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${http.operator.token}\r\nLast-Event-ID: 0\r\n\r\n`,
  );
  reader.pause();
  await vi.waitFor(() => expect(http.timers.waiting()).toBe(1));
  await stillness(() => ledger.asked.pages);
  const chunks = ledger.asked.pages;
  http.timers.pass(streamLimits.stallMs);
  reader.resume();

  await new Promise((resolve) => reader.once('close', resolve));
  expect(chunks).toBeLessThan(300);
  expect(http.parts.metrics.eventReaders.count).toBe(0);
});

test('streams that wait behind another on one connection are let go when it closes', async () => {
  const http = await openHttpWorld();
  const { address } = await onPort(http);
  const ask = `GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${http.operator.token}\r\n\r\n`;
  const readers = http.parts.metrics.eventReaders;

  const reader = rawRequest(address, ask.repeat(20));
  await vi.waitFor(() => expect(readers.count).toBe(20));
  reader.destroy();

  await vi.waitFor(() => expect(readers.count).toBe(0));
});

test('a stop ends streams and waits, answers what is under way, and takes no more', async () => {
  const http = await openHttpWorld();
  await http.agent.send('POST', '/v1/gates', aQuestion());
  const listener = await onPort(http);
  const ask = (path: string, token: string) => fetch(`${listener.address}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const stream = await ask('/v1/events', http.operator.token);
  const waiting = ask('/v1/gates/g1?wait=60', http.agent.token);
  await vi.waitFor(() => expect(http.timers.waiting()).toBe(2));

  http.stopping.abort();
  const closed = listener.close(graceMs);

  expect(await stream.text()).toBe(': entries follow\n\n');
  expect(await (await waiting).json()).toMatchObject({ state: 'open' });
  await closed;
  await expect(ask('/healthz', '')).rejects.toThrow('fetch failed');
});

test('a connection that never ends is cut when the grace is over', async () => {
  const http = await openHttpWorld();
  const listener = await onPort(http);
  const slow = rawRequest(
    listener.address,
    `POST /v1/goals HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${http.operator.token}\r\nContent-Length: 5\r\n\r\n{`,
  );
  const cut = new Promise((resolve) => slow.once('close', resolve));
  await new Promise((resolve) => slow.once('connect', resolve));

  await listener.close(50);

  await cut;
  expect(http.faults).toEqual([]);
});

test('over a port, a length past the limit is refused before the body is sent', async () => {
  const http = await openHttpWorld();
  const { address } = await onPort(http);

  const socket = rawRequest(
    address,
    `POST /v1/goals HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${http.operator.token}\r\nContent-Length: 99999999\r\n\r\n`,
  );
  const head = await firstText(socket);

  expect(head).toContain('HTTP/1.1 413');
  expect(head).toContain('"code":"body-too-large"');
});

test('over a port, a chunked body is refused', async () => {
  const http = await openHttpWorld();
  const { address } = await onPort(http);
  const body = new Blob(['{}']).stream();

  const refused = await fetch(`${address}/v1/goals`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { authorization: `Bearer ${http.operator.token}`, 'content-type': 'application/json' },
  } as RequestInit);

  expect(refused.status).toBe(411);
});

test('over a port, a call without a body and without a length is taken', async () => {
  const http = await openHttpWorld();
  const { address } = await onPort(http);

  const socket = rawRequest(
    address,
    `POST /v1/people/mara/login-codes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${http.operator.token}\r\n\r\n`,
  );

  expect(await firstText(socket)).toContain('HTTP/1.1 201');
});

function rawRequest(address: string, text: string): Socket {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname, () => socket.write(text));
  socket.on('error', () => undefined);
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

function firstText(socket: Socket): Promise<string> {
  return new Promise((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
}

/** Resolves when a count has not moved for a while: nothing more is being taken. */
async function stillness(count: () => number): Promise<void> {
  let last = -1;
  await vi.waitFor(
    () => {
      const now = count();
      const moved = now !== last;
      last = now;
      expect(moved).toBe(false);
    },
    { interval: 150, timeout: 10_000 },
  );
}
