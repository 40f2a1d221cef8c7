import { z } from 'zod';
import type { Inbox } from '../port.ts';
import type { Dispatched } from './arrival.ts';
import { snowflake } from './arrival.ts';
import { catchUp } from './catch-up.ts';
import type { ConnectionStatus } from './connection-status.ts';
import { createConnectionStatus } from './connection-status.ts';
import type { Hearing } from './hearing.ts';
import { createHearing } from './hearing.ts';
import { createIntake } from './intake.ts';
import { createPlaces } from './places.ts';
import type { Rests } from './rest.ts';
import { createSettingUp } from './setting-up.ts';
import { createStandings } from './standing.ts';

export type ListeningOptions = {
  readonly guildId: string | null;
  readonly inbox: Inbox;
  readonly rests: Rests;
  readonly direct: (user: string) => Promise<string>;
  readonly nowMs: () => number;
  readonly report: (failure: unknown) => void;
  readonly signal: AbortSignal;
};

/** What there is from the moment that somebody listens. */
export type Listening = {
  readonly inbox: Inbox;
  readonly hearing: Hearing;
  readonly status: ConnectionStatus;
  /** Takes a dispatch of the gateway as it came. */
  readonly dispatched: (t: string, d: unknown) => void;
  /** Ends when everything that came is heard. */
  readonly idle: () => Promise<void>;
};

const ready = z.object({ user: z.object({ id: snowflake }), application: z.object({ id: snowflake }).nullish() });
/** What moderators change so that the bot may write again where it could not. Of members the bot hears only of itself: its roles. */
const mending: readonly string[] = [
  'GUILD_CREATE',
  'GUILD_ROLE_UPDATE',
  'GUILD_MEMBER_UPDATE',
  'CHANNEL_CREATE',
  'CHANNEL_UPDATE',
  'THREAD_CREATE',
  'THREAD_UPDATE',
];
const located = z.object({ channel_id: snowflake });

export function listen({ guildId, inbox, rests, direct, nowMs, report, signal }: ListeningOptions): Listening {
  const places = createPlaces();
  const status = createConnectionStatus(inbox.status);
  const standing = createStandings({ rest: rests.quick, guildId, guilds: places.guilds, nowMs });
  const hearing = createHearing({ rest: rests.quick, direct, inbox, standing, report });
  const { take, idle } = createIntake({ inbox, hearing, report });
  const settingUp = createSettingUp({ rest: rests.quick, guildId, guilds: places.guilds, status, signal, report });
  let self: string | null = null;

  /** Everything that a session begins with: whatever happened between two sessions is not told by the gateway. */
  function begun(d: unknown): void {
    const found = ready.safeParse(d);
    if (!found.success) return report(new Error('Discord began a session and did not say who the bot is'));
    const { user, application } = found.data;
    self = user.id;
    settingUp.begun(application?.id ?? user.id);
    const missed = async () => catchUp({ rest: rests.posts, self: user.id, nowMs, take, signal }, await inbox.openCards());
    missed().catch((failure: unknown) => {
      if (!signal.aborted) report(failure);
    });
  }

  function dispatched(t: string, d: unknown): void {
    if (signal.aborted) return;
    const serversChanged = places.learn(t, d);
    if (mending.includes(t)) inbox.mended();
    if (t === 'READY') begun(d);
    else if (serversChanged) settingUp.serversChanged();
    else {
      const found = located.safeParse(d);
      const came: Dispatched = { t, d, self, parent: found.success ? places.parentOf(found.data.channel_id) : null };
      void take(came);
    }
  }

  return { inbox, hearing, status, dispatched, idle };
}
