import { Routes } from 'discord.js';
import { z } from 'zod';
import { snowflake } from './arrival.ts';
import type { Rest } from './rest.ts';

const opened = z.object({ id: snowflake });
const channelsKept = 1_000;

/** The channel of direct messages with somebody. Opened once: Discord takes few openings in a row. */
export function createDirects(rest: Rest): (user: string) => Promise<string> {
  const channels = new Map<string, string>();

  return async (user) => {
    const known = channels.get(user);
    if (known !== undefined) return known;
    const { id } = opened.parse(await rest({ method: 'post', route: Routes.userChannels(), body: { recipient_id: user } }));
    for (const [oldest] of channels) {
      if (channels.size < channelsKept) break;
      channels.delete(oldest);
    }
    channels.set(user, id);
    return id;
  };
}
