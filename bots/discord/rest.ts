import { DiscordAPIError, REST } from 'discord.js';
import { discordTimes } from './limits.ts';

export type Call = {
  readonly method: 'get' | 'post' | 'patch' | 'put';
  readonly route: `/${string}`;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  /** Answers an interaction, whose own token stands in the route. */
  readonly unsigned?: boolean;
};

/** One call, made once: a request to wait, a 5xx and a lost connection are told to the caller. Rejects; `classOf` knows with what. */
export type Rest = (call: Call) => Promise<unknown>;

/** Discord took the token for none of its own a moment ago, so it was not asked again. */
export class TokenRefused extends Error {
  constructor() {
    super('Discord refused the token a moment ago');
  }
}

export type Rests = {
  /** Posts, edits and what is read for them. */
  readonly posts: Rest;
  /** What somebody waits for. */
  readonly quick: Rest;
};

export type RestOptions = { readonly token: string; readonly apiUrl: string; readonly nowMs: () => number };

/** Several clients, so that nobody waits behind the posts. After a 401 nothing that is signed is sent for a while. */
export function createRests({ token, apiUrl, nowMs }: RestOptions): Rests {
  let refusedUntilMs = 0;
  // What answers an interaction is not counted in what a bot may send in a second, however many press at once.
  const answers = new REST({
    ...restOptions(apiUrl),
    timeout: discordTimes.tellTimeoutMs,
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
  });

  function create(timeoutMs: number): Rest {
    const signed = new REST({ ...restOptions(apiUrl), timeout: timeoutMs });
    return async ({ method, route, body, query, unsigned = false }) => {
      const rest = unsigned ? answers : signed;
      if (!unsigned && nowMs() < refusedUntilMs) throw new TokenRefused();
      signed.setToken(token); // a 401 clears it
      try {
        return await rest[method](route, {
          auth: !unsigned,
          ...(body === undefined ? {} : { body }),
          ...(query === undefined ? {} : { query: new URLSearchParams(query) }),
        });
      } catch (failure) {
        if (!unsigned && failure instanceof DiscordAPIError && failure.status === 401) refusedUntilMs = nowMs() + discordTimes.refusedMs;
        throw failure;
      }
    };
  }

  return { posts: create(discordTimes.callTimeoutMs), quick: create(discordTimes.tellTimeoutMs) };
}

/** How every call is made. The library would repeat posts on a 5xx, and wait when it is asked to: here its caller does that. */
export function restOptions(apiUrl: string) {
  return { api: apiUrl, version: '10', retries: 0, rejectOnRateLimit: () => true, timeout: discordTimes.callTimeoutMs };
}
