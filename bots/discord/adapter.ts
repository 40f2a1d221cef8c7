import type { Platform } from '../port.ts';
import type { ConnectingOptions } from './connecting.ts';
import { keepConnected } from './connecting.ts';
import { createDirects } from './direct.ts';
import { commandPrefix, discordLimits } from './limits.ts';
import type { Listening } from './listening.ts';
import { listen } from './listening.ts';
import type { Posting } from './posts.ts';
import { editMessage, postMessage } from './posts.ts';
import { harmless } from './redact.ts';
import { createRests } from './rest.ts';

export type DiscordOptions = {
  readonly token: string;
  /** The one server that counts, where commands appear at once; null: every server that the bot is in. */
  readonly guildId: string | null;
  /** Where the API is, ending in /api. */
  readonly apiUrl: string;
  readonly nowMs: () => number;
  /** Takes failures that nobody else is told of. No token is in them. */
  readonly report: (failure: unknown) => void;
};

const traits: Platform['traits'] = {
  platform: 'discord',
  commandPrefix,
  limits: { inputCharsMax: discordLimits.inputCharsMax, outputCharsMax: discordLimits.outputCharsMax },
  abilities: { editsInPlace: true, buttons: true, readsBack: true },
};

/** Discord behind the port, with discord.js. The order of each press: kept, acknowledged, heard. */
export function createDiscord(options: DiscordOptions): Platform {
  const { token, apiUrl, nowMs } = options;
  const report = (failure: unknown) => options.report(harmless(failure));
  const rests = createRests({ token, apiUrl, nowMs });
  const direct = createDirects(rests.posts);
  const stopping = new AbortController();
  let listening: Listening | undefined;
  let connecting: Promise<void> = Promise.resolve();

  function port(): Listening {
    if (listening === undefined) throw new Error('Discord was started before anybody listened');
    return listening;
  }

  function connect(attempted: () => void): ConnectingOptions {
    const { inbox, hearing, status, dispatched } = port();
    const { signal } = stopping;
    return { token, apiUrl, rest: rests.quick, inbox, hearAgain: hearing.hearAgain, status, dispatched, nowMs, report, signal, attempted };
  }

  const posting: Posting = { rest: rests.posts, direct, noted: (failure) => listening?.status.called(failure), nowMs, report };
  return {
    traits,
    listen(inbox) {
      listening = listen({ guildId: options.guildId, inbox, rests, direct, nowMs, report, signal: stopping.signal });
    },
    async start() {
      await new Promise<void>((attempted) => {
        connecting = keepConnected(connect(attempted))
          .catch((failure: unknown) => {
            if (!stopping.signal.aborted) report(failure);
          })
          .finally(attempted);
      });
    },
    async stop() {
      stopping.abort();
      await connecting;
      await listening?.idle();
    },
    post: (place, outgoing) => postMessage(posting, place, outgoing),
    edit: (_place, message, outgoing) => editMessage(posting, message, outgoing),
    acknowledge: (press) => port().hearing.acknowledge(press),
    tellPrivately: (press, told) => port().hearing.tellPrivately(press, told),
  };
}
