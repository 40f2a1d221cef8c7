import { z } from 'zod';
import { snowflake } from './arrival.ts';
import { discordLimits } from './limits.ts';

/** What the gateway says of the servers that the bot is in, and of which channel a thread is in. */
export type Places = {
  /** Takes what concerns it, and says whether the servers changed. Anything else is left alone. */
  learn(t: string, d: unknown): boolean;
  /** The servers of the bot; null until the gateway named them. */
  guilds(): ReadonlySet<string> | null;
  parentOf(channel: string): string | null;
};

const ready = z.object({ guilds: z.array(z.object({ id: snowflake }).loose()) });
const thread = z.object({ id: snowflake, parent_id: snowflake });
const guildCreate = z.object({ id: snowflake, threads: z.array(z.unknown()).nullish() });
const guildDelete = z.object({ id: snowflake, unavailable: z.boolean().nullish() });
const threadSync = z.object({ threads: z.array(z.unknown()) });

export function createPlaces(): Places {
  const guilds = new Set<string>();
  const parents = new Map<string, string>();
  let isNamed = false;

  function learnThreads(threads: readonly unknown[]): void {
    for (const one of threads) {
      const found = thread.safeParse(one);
      if (!found.success) continue;
      parents.delete(found.data.id);
      parents.set(found.data.id, found.data.parent_id);
    }
    for (const [oldest] of parents) {
      if (parents.size <= discordLimits.threadsKept) break;
      parents.delete(oldest);
    }
  }

  return {
    learn(t, d) {
      switch (t) {
        case 'READY': {
          const found = ready.safeParse(d);
          if (!found.success) return false;
          guilds.clear();
          for (const { id } of found.data.guilds) guilds.add(id);
          isNamed = true;
          return true;
        }
        case 'GUILD_CREATE': {
          const found = guildCreate.safeParse(d);
          if (!found.success) return false;
          learnThreads(found.data.threads ?? []);
          const isNew = !guilds.has(found.data.id);
          guilds.add(found.data.id);
          return isNew;
        }
        case 'GUILD_DELETE': {
          // A server that is only out of order for a while is not left.
          const found = guildDelete.safeParse(d);
          return found.success && found.data.unavailable !== true && guilds.delete(found.data.id);
        }
        case 'THREAD_CREATE':
        case 'THREAD_UPDATE':
          learnThreads([d]);
          return false;
        case 'THREAD_LIST_SYNC': {
          const found = threadSync.safeParse(d);
          if (found.success) learnThreads(found.data.threads);
          return false;
        }
        default:
          return false;
      }
    },
    guilds: () => (isNamed ? guilds : null),
    parentOf: (channel) => parents.get(channel) ?? null,
  };
}
