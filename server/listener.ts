import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Timers } from './timers.ts';

/** The open port. `close` takes no more, lets what is under way end, and cuts what is left after `graceMs`. */
export type Listener = { readonly address: string; readonly close: (graceMs: number) => Promise<void> };

const headersWithinMs = 20_000;
const requestWithinMs = 120_000;
const sweepEveryMs = 50;

export async function listen(
  app: Hono,
  { host, port }: { readonly host: string; readonly port: number },
  timers: Timers,
): Promise<Listener> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    createServer,
    serverOptions: { headersTimeout: headersWithinMs, requestTimeout: requestWithinMs, keepAliveTimeout: 65_000 },
  }) as Server; // made by the createServer given above
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { address: addressOf(server, host), close: (graceMs) => close(server, graceMs, timers) };
}

/** Connections that fall idle while others are still served would be kept alive, so they are swept until none is left. */
function close(server: Server, graceMs: number, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    let cancelSweep = () => {};
    const sweep = () => {
      server.closeIdleConnections();
      cancelSweep = timers.after(sweepEveryMs, sweep);
    };
    const cancelCut = timers.after(graceMs, () => server.closeAllConnections());
    server.close(() => {
      cancelCut();
      cancelSweep();
      resolve();
    });
    sweep();
  });
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
