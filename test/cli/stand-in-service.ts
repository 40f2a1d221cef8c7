import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Said = { readonly status: number; readonly json: unknown };

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** Something that answers over HTTP as a service would, to see what the command line asks and what it makes of a reply. */
export async function standInService(
  replies: Readonly<Record<string, Said>>,
): Promise<{ readonly url: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      asked.push({ method: request.method ?? '', path, headers: request.headers, body: text === '' ? undefined : JSON.parse(text) });
      const said = replies[`${request.method} ${path}`] ?? { status: 404, json: { code: 'not-found', detail: `nothing at ${path}` } };
      response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.json));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return { url: `http://127.0.0.1:${port}`, asked };
}
