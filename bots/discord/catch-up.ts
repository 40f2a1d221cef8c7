import { setTimeout as wait } from 'node:timers/promises';
import { Routes } from 'discord.js';
import { z } from 'zod';
import type { Dispatched } from './arrival.ts';
import { snowflake } from './arrival.ts';
import { classOf } from './errors.ts';
import { discordTimes } from './limits.ts';
import { parseMessageName } from './message-name.ts';
import { messagesAfter } from './read-back.ts';
import type { Rest } from './rest.ts';
import { laterOf, snowflakeAt } from './snowflake.ts';

export type CatchUpOptions = {
  readonly rest: Rest;
  readonly self: string;
  readonly nowMs: () => number;
  /** Takes a message as if it came now. What is known already is heard no second time. */
  readonly take: (came: Dispatched) => Promise<void>;
  readonly signal: AbortSignal;
};

/**
 * Reads once what was written where cards wait for an answer, since the oldest of them and as far back as replies may have been
 * missed. Presses that were missed are lost: Discord showed their pressers that. One call after the other: a wait is waited for.
 */
export async function catchUp(options: CatchUpOptions, messages: readonly string[]): Promise<void> {
  const oldest = new Map<string, string>();
  for (const message of messages) {
    const { channel, id } = parseMessageName(message);
    const known = oldest.get(channel);
    oldest.set(channel, known === undefined || laterOf(known, id) === known ? id : known);
  }
  for (const [channel, since] of oldest) {
    for (let tries = 0; tries < 3 && !options.signal.aborted; tries += 1) {
      try {
        await catchUpChannel(options, channel, since);
        break;
      } catch (failure) {
        const failed = classOf(failure);
        if (failed.kind !== 'retry-later') break;
        await wait(failed.retryInMs ?? discordTimes.retryFirstMs, undefined, { signal: options.signal });
      }
    }
  }
}

const described = z.object({ type: z.number(), guild_id: snowflake.nullish(), parent_id: snowflake.nullish() });
const threadTypes: readonly number[] = [10, 11, 12];

/** What is read back does not say which server it is in, nor that its channel is a thread. */
async function catchUpChannel({ rest, self, nowMs, take, signal }: CatchUpOptions, channel: string, since: string): Promise<void> {
  const { type, guild_id, parent_id } = described.parse(await rest({ method: 'get', route: Routes.channel(channel) }));
  const parent = threadTypes.includes(type) ? (parent_id ?? null) : null;
  const { messages } = await messagesAfter(rest, channel, laterOf(since, snowflakeAt(nowMs() - discordTimes.missedMaxMs)));
  for (const message of messages) {
    if (signal.aborted) return;
    const d = { ...message, ...(guild_id === undefined || guild_id === null ? {} : { guild_id }) };
    await take({ t: 'MESSAGE_CREATE', d, self, parent });
  }
}
