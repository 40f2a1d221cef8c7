import { setTimeout as wait } from 'node:timers/promises';
import { registerCommands } from './commands.ts';
import type { ConnectionStatus } from './connection-status.ts';
import { classOf } from './errors.ts';
import { noCommands, notInGuild } from './installation.ts';
import { discordTimes } from './limits.ts';
import type { Rest } from './rest.ts';

export type SettingUpOptions = {
  readonly rest: Rest;
  readonly guildId: string | null;
  readonly guilds: () => ReadonlySet<string> | null;
  readonly status: Pick<ConnectionStatus, 'lacks'>;
  readonly signal: AbortSignal;
  readonly report: (failure: unknown) => void;
};

/** Sees to it that the bot is where it should be and that its commands are there, and tells the operator what is missing. */
export type SettingUp = {
  /** A session began, of this application. */
  begun(application: string): void;
  /** The bot was let into a server or taken out of one. */
  serversChanged(): void;
};

export function createSettingUp({ rest, guildId, guilds, status, signal, report }: SettingUpOptions): SettingUp {
  let application: string | null = null;
  let isRegistering = false;

  function look(app: string): void {
    const joined = guilds() ?? new Set<string>();
    const isThere = guildId === null ? joined.size > 0 : joined.has(guildId);
    status.lacks('guild', isThere ? null : notInGuild(app, guildId));
    if (!isThere || isRegistering) return;
    isRegistering = true;
    register(app)
      .catch((failure: unknown) => {
        if (!signal.aborted) report(failure);
      })
      .finally(() => {
        isRegistering = false;
      });
  }

  async function register(app: string): Promise<void> {
    for (let waitMs: number = discordTimes.retryFirstMs; !signal.aborted; waitMs = Math.min(waitMs * 2, discordTimes.identifyMaxMs)) {
      try {
        await registerCommands(rest, app, guildId);
        return status.lacks('commands', null);
      } catch (failure) {
        const failed = classOf(failure);
        // Whoever lets the commands in later tells nobody: it is tried again until it works.
        if (failed.kind === 'broken-channel') status.lacks('commands', noCommands(app, guildId, failed.reason));
        else if (failed.kind !== 'retry-later' && failed.kind !== 'unknown') throw failure;
        const namedMs = failed.kind === 'retry-later' ? (failed.retryInMs ?? 0) : 0;
        await wait(Math.max(waitMs, namedMs), undefined, { signal });
      }
    }
  }

  return {
    begun(app) {
      application = app;
      look(app);
    },
    serversChanged() {
      if (application !== null) look(application);
    },
  };
}
