import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArguments, readBody } from './arguments.ts';
import type { FakeClock } from '../clock.ts';
import { realClock } from '../clock.ts';
import { answerControl } from './control.ts';
import type { Delivered } from './deliveries.ts';
import { createDeliver } from './deliveries.ts';
import { createFaults } from '../faults.ts';
import { createPeople } from './people/people.ts';
import { answerResponse } from './response-urls.ts';
import { createSockets } from './sockets.ts';
import { createState, minimalScopes } from './state.ts';
import type { Onlooker } from './web-api.ts';
import { answerCall, sendJson } from './web-api.ts';

export type FakeSlackOptions = {
  readonly port?: number;
  readonly clock?: FakeClock;
  /** What the app was granted; the least that it needs unless told otherwise. */
  readonly scopes?: readonly string[];
  /** Where events, presses and commands are posted; without it they go to the sockets of the app. */
  readonly requestUrl?: string;
};

export type FakeSlack = Awaited<ReturnType<typeof openFakeSlack>>;

/** A Slack of one's own on a free port: as strict as the real one, with people who press and a say in what fails. */
export async function openFakeSlack({ port = 0, clock = realClock, scopes = minimalScopes, requestUrl }: FakeSlackOptions = {}) {
  const state = createState(clock, scopes);
  const faults = createFaults();
  const sockets = createSockets(state);
  const log: Delivered[] = [];
  const hanging = new Set<ServerResponse>();
  let deliverTo = requestUrl ?? null;
  let copies = 1;
  let onlooker: Onlooker | null = null;

  const deliver = createDeliver({ state, sockets, requestUrl: () => deliverTo, copies: () => copies, log });
  const server = createServer((request, response) => {
    answer(request, response).catch((failure: unknown) => sendJson(response, 500, { ok: false, error: String(failure) }, {}));
  });
  server.on('upgrade', sockets.upgrade);
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  const host = `127.0.0.1:${address.port}`;
  const url = `http://${host}`;
  const people = createPeople({ state, deliver, baseUrl: () => url });
  const webApi = {
    state,
    deliver,
    faults,
    onlooker: () => onlooker,
    connectionUrl: () => `ws://${host}/link/?ticket=${sockets.newTicket()}&app_id=${state.app.id}`,
    hang: (response: ServerResponse) => void hanging.add(response),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', url).pathname;
    const body = await readBody(request);
    const [, room = '', ...rest] = path.split('/');
    switch (room) {
      case 'api':
        return answerCall(webApi, rest.join('/'), request, body, response);
      case 'responses': {
        const { status, body: said } = answerResponse(webApi, rest.join('/'), parseArguments('application/json', body));
        return sendJson(response, status, said, {});
      }
      case '_control':
        return answerControl(fake, request.method ?? 'GET', rest, body, response);
      default:
        return sendJson(response, 404, { ok: false, error: 'not_found' }, {});
    }
  }

  const fake = {
    url,
    /** Calls and deliveries that have not come to their end. */
    underWay: () => deliver.underWay() + state.calls.filter(({ outcome }) => outcome === 'under way').length,
    state,
    faults,
    people,
    /** What the bot was sent, and whether it acknowledged. */
    delivered: log as readonly Delivered[],
    sockets: { count: sockets.count, refresh: sockets.refresh, cut: sockets.cut },
    /** From now on to this URL; null: to the sockets. */
    deliverTo(where: string | null) {
      deliverTo = where;
    },
    sendCopies(count: number) {
      copies = count;
    },
    onCall(looker: Onlooker | null) {
      onlooker = looker;
    },
    /** The settings that point a service at this Slack. */
    environment: (mode: 'socket' | 'http'): Readonly<Record<string, string>> => ({
      SLACK_API_URL: `${url}/api/`,
      SLACK_BOT_TOKEN: state.app.botToken,
      ...(mode === 'socket' ? { SLACK_APP_TOKEN: state.app.appToken } : { SLACK_SIGNING_SECRET: state.app.signingSecret }),
    }),
    async close() {
      for (const response of hanging) response.destroy();
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
  return fake;
}
