import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeClock } from '../clock.ts';
import { realClock } from '../clock.ts';
import type { Strike } from '../faults.ts';
import { createFaults } from '../faults.ts';
import { readBytes } from './body.ts';
import { cast } from './cast.ts';
import { answerControl } from './control.ts';
import { createGateway } from './gateway.ts';
import { createInteractions } from './interactions.ts';
import { limits } from './limits.ts';
import { createPeople } from './people/people.ts';
import type { Permission } from './permissions.ts';
import { minimalPermissions } from './permissions.ts';
import { createRates } from './rates.ts';
import type { Onlooker } from './rest.ts';
import { answerCall, sendJson } from './rest.ts';
import { createRoutes } from './routes/routes.ts';
import type { PrivilegedIntent } from './state.ts';
import { createState } from './state.ts';

export type FakeDiscordOptions = {
  readonly port?: number;
  readonly clock?: FakeClock;
  /** What the role of the bot may do; the least that it needs unless told otherwise. */
  readonly permissions?: readonly Permission[];
  /** Privileged intents that are switched on; none unless told otherwise. */
  readonly intents?: readonly PrivilegedIntent[];
  readonly heartbeatMs?: number;
};

export type FakeDiscord = Awaited<ReturnType<typeof openFakeDiscord>>;

/** A Discord of one's own on a free port: as strict as the real one, with people who press and a say in what fails. */
export async function openFakeDiscord(options: FakeDiscordOptions = {}) {
  const { port = 0, clock = realClock, permissions = minimalPermissions, intents = [], heartbeatMs = limits.gateway.heartbeatMs } = options;
  const state = createState(clock, permissions, intents);
  const gateway = createGateway(state, () => `ws://${host}`, heartbeatMs);
  const interactions = createInteractions(state, gateway);
  const faults = createFaults();
  const rates = createRates(state);
  const routes = createRoutes(() => `ws://${host}`);
  const hanging = new Set<ServerResponse>();
  let onlooker: Onlooker | null = null;

  const server = createServer((request, response) => {
    answer(request, response).catch((failure: unknown) => {
      state.warnings.push(`the fake itself failed: ${String(failure)}`);
      sendJson(response, 500, { message: String(failure), code: 0 }, {});
    });
  });
  server.on('upgrade', gateway.upgrade);
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo; // it listens on a port
  const host = `127.0.0.1:${address.port}`;
  const url = `http://${host}`;
  const discord = { state, gateway, interactions };
  const rest = {
    ...discord,
    faults,
    routes,
    rates,
    onlooker: () => onlooker,
    hang: (response: ServerResponse) => void hanging.add(response),
  };
  const people = createPeople(discord);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const bytes = await readBytes(request);
    const [, api] = /^\/api\/v10(\/.*)$/.exec(path) ?? [];
    if (api !== undefined) return answerCall(rest, api, request, bytes, response);
    if (path.startsWith('/_control/'))
      return answerControl(fake, request.method ?? 'GET', path.split('/').slice(2), bytes.toString('utf8'), response);
    sendJson(response, 404, { message: '404: Not Found', code: 0 }, {});
  }

  const names = [...routes.map(({ name }) => name), '*'];
  const fake = {
    url,
    /** Calls and interactions that have not come to their end. */
    underWay: () => interactions.underWay() + state.calls.filter(({ outcome }) => outcome === 'under way').length,
    state,
    faults: {
      ...faults,
      strike(strike: Strike) {
        if (!names.includes(strike.method)) throw new Error(`there is no call ${strike.method}; there are ${names.join(', ')}`);
        faults.strike(strike);
      },
    },
    people,
    gateway,
    rates: { limit: rates.limit },
    onCall(looker: Onlooker | null) {
      onlooker = looker;
    },
    /** The settings that point a service at this Discord. */
    environment: (): Readonly<Record<string, string>> => ({
      DISCORD_API_URL: `${url}/api`,
      DISCORD_TOKEN: state.app.token,
      DISCORD_GUILD_ID: cast.guild,
    }),
    async close() {
      for (const response of hanging) response.destroy();
      gateway.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
  return fake;
}
