import { Client, Events, GatewayIntentBits } from 'discord.js';
import { z } from 'zod';
import type { Failure } from './errors.ts';
import { classOf, newToken } from './errors.ts';
import type { Identifying } from './identifying.ts';
import { discordTimes } from './limits.ts';
import { restOptions } from './rest.ts';
import type { Shards } from './shards.ts';
import { createShards } from './shards.ts';

/** What is received: servers and their threads, messages there and direct ones. None of them has to be switched on. */
export const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages];

export type GatewayOptions = {
  readonly token: string;
  readonly apiUrl: string;
  readonly identifying: Identifying;
  /** A dispatch as it came: nothing is known of its shape. */
  readonly dispatched: (t: string, d: unknown) => void;
  /** The link is up: a session began or goes on. */
  readonly connected: () => void;
  readonly disconnected: () => void;
  readonly report: (failure: unknown) => void;
};

/** One link to the gateway, which the library resumes by itself for as long as it can. */
export type Gateway = {
  /** Resolves when it has ended for good, with the reason. */
  readonly ended: Promise<Failure>;
  close(): Promise<void>;
};

const packet = z.object({ t: z.string(), d: z.unknown().optional() });

export function openGateway(options: GatewayOptions): Gateway {
  let shards: Shards | undefined;
  let end: (failure: Failure) => void = () => {};
  const ended = new Promise<Failure>((resolve) => {
    end = resolve;
  });
  const shardEvents = {
    dispatched(came: unknown) {
      const found = packet.safeParse(came);
      if (!found.success) return;
      if (found.data.t === 'READY') options.connected();
      options.dispatched(found.data.t, found.data.d);
    },
    resumed: options.connected,
    closed(code: number) {
      options.disconnected();
      const failure = closedForGood(code);
      if (failure !== null) end(failure);
    },
    // What is wrong with a connection shows in how it closes.
    failed: () => {},
    broke(failure: unknown) {
      options.report(failure);
      end({ kind: 'unknown', reason: 'the link to Discord broke', ownFault: true });
    },
  };
  const client = new Client({
    intents,
    rest: restOptions(options.apiUrl),
    ws: {
      buildStrategy(manager) {
        shards = createShards(manager, shardEvents);
        return shards.strategy;
      },
      buildIdentifyThrottler: () => options.identifying,
    },
  });
  client.on(Events.Error, options.report);
  client.on(Events.ShardError, () => {});
  client.login(options.token).catch((failure: unknown) => end(loginFailure(failure)));

  return {
    ended,
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, discordTimes.closeMs);
      });
      await Promise.race([client.destroy().catch(options.report), late]);
      clearTimeout(timer);
      shards?.end();
      options.disconnected();
    },
  };
}

/** The library says of a token that Discord refuses only that it is invalid. */
function loginFailure(failure: unknown): Failure {
  const code = failure instanceof Error && 'code' in failure ? failure.code : null;
  if (code === 'TokenInvalid') return { kind: 'dead', reason: 'Discord refuses the token', fix: newToken };
  return classOf(failure);
}

const switchOn =
  'In the Developer Portal open the app, Bot, Privileged Gateway Intents, and switch on Message Content Intent. Gatebell asks for Guilds, Guild Messages and Direct Messages.';
const otherVersion = 'This version of Gatebell does not fit Discord any more: install the newest one.';

/** Close codes after which Discord takes no session again until something is mended. */
const fatal: Readonly<Record<number, { readonly reason: string; readonly fix: string }>> = {
  4004: { reason: 'Discord refuses the token (4004)', fix: newToken },
  4010: { reason: 'Discord refuses the shard (4010)', fix: otherVersion },
  4011: { reason: 'The bot is in too many servers for one link (4011)', fix: 'Take the bot out of servers where it has no goal.' },
  4012: { reason: 'Discord refuses the version of its gateway (4012)', fix: otherVersion },
  4013: { reason: 'Discord does not know an intent (4013)', fix: otherVersion },
  4014: { reason: 'Discord allows the app no intent that it asked for (4014)', fix: switchOn },
};

function closedForGood(code: number): Failure | null {
  const known = fatal[code];
  return known === undefined ? null : { kind: 'dead', ...known };
}
