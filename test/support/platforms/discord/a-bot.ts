import { Client, DiscordAPIError, Events, GatewayIntentBits, Options, Partials, REST } from 'discord.js';
import type { FakeDiscord } from './fake-discord.ts';

/** Discord's own client for calls, which repeats nothing and waits no longer than two seconds. */
export function aClient(discord: FakeDiscord, token = discord.state.app.token): REST {
  return new REST({ api: `${discord.url}/api`, version: '10', retries: 0, timeout: 2_000, rejectOnRateLimit: () => true }).setToken(token);
}

export type Refused = { readonly code: number; readonly status: number; readonly raw: unknown };

/** What a call was refused with: code, HTTP status and body; a failure that is no refusal of Discord is thrown on. */
export async function refusalOf(call: Promise<unknown>): Promise<Refused | 'nothing was refused'> {
  try {
    await call;
    return 'nothing was refused';
  } catch (failure) {
    if (failure instanceof DiscordAPIError) return { code: Number(failure.code), status: failure.status, raw: failure.rawError };
    throw failure;
  }
}

export type Bot = { readonly client: Client<true>; readonly errors: readonly Error[]; readonly stop: () => Promise<void> };

/** A bot on the real discord.js, connected to the fake; `listen` registers what it does. */
export async function aBot(discord: FakeDiscord, listen: (client: Client) => void, more: readonly GatewayIntentBits[] = []): Promise<Bot> {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages, ...more],
    partials: [Partials.Channel, Partials.Message],
    makeCache: Options.cacheEverything(),
    allowedMentions: { parse: [] },
    rest: { api: `${discord.url}/api`, retries: 0, timeout: 2_000 },
  });
  const errors: Error[] = [];
  client.on(Events.Error, (failure) => void errors.push(failure));
  listen(client);
  const ready = new Promise<Client<true>>((resolve) => void client.once(Events.ClientReady, resolve));
  await client.login(discord.state.app.token);
  return { client: await ready, errors, stop: () => client.destroy() };
}

/** The codes of a 50035 by their paths. */
export function faultsIn(refused: Refused | 'nothing was refused'): Readonly<Record<string, string>> {
  const walk = (tree: unknown, path: string): readonly (readonly [string, string])[] =>
    Object.entries(tree as Record<string, unknown>).flatMap(([key, below]) => {
      if (key === '_errors') return (below as readonly { code: string }[]).map(({ code }) => [path, code] as const);
      return walk(below, path === '' ? key : `${path}.${key}`);
    });
  return refused === 'nothing was refused' ? {} : Object.fromEntries(walk((refused.raw as { errors?: unknown }).errors ?? {}, ''));
}
