import { Routes } from 'discord.js';
import { z } from 'zod';
import { snowflake } from './arrival.ts';
import { discordTimes, readBackPageSize, readBackPagesMax } from './limits.ts';
import { markOf } from './mark.ts';
import { messageName } from './message-name.ts';
import type { Rest } from './rest.ts';
import { laterOf, snowflakeAt } from './snowflake.ts';

/** The messages that carry the mark of a post, newest first, and whether all that may hold one was read. */
export type ReadBack = { readonly found: readonly string[]; readonly complete: boolean };

const message = z.object({ id: snowflake, content: z.string().default('') });

/**
 * Looks for the post with this key in all that stands in a channel since a moment. Rejects as the calls of Discord do. Somebody
 * may have copied a text with its mark, so what is found is ours only once it can be edited.
 */
export async function readBack(rest: Rest, channel: string, key: string, since: string): Promise<ReadBack> {
  const mark = markOf(key);
  const { messages, complete } = await messagesAfter(rest, channel, snowflakeAt(Date.parse(since) - discordTimes.readBackMarginMs));
  const found = messages.flatMap((one) => {
    const read = message.safeParse(one);
    const isIt = read.success && read.data.content.split('\n', 1)[0]?.endsWith(mark) === true;
    return isIt ? [messageName(channel, read.data.id)] : [];
  });
  return { found: found.reverse(), complete };
}

const named = z.object({ id: snowflake }).loose();

/** Every message of a channel after an id, oldest first. */
export async function messagesAfter(rest: Rest, channel: string, after: string) {
  const messages: z.infer<typeof named>[] = [];
  let newest = after;
  for (let page = 0; page < readBackPagesMax; page += 1) {
    const query = { after: newest, limit: String(readBackPageSize) };
    const read = z.array(named).parse(await rest({ method: 'get', route: Routes.channelMessages(channel), query }));
    messages.push(...read.toSorted((one, other) => (laterOf(one.id, other.id) === one.id ? 1 : -1)));
    newest = read.reduce((latest, { id }) => laterOf(latest, id), newest);
    if (read.length < readBackPageSize) return { messages, complete: true };
  }
  return { messages, complete: false };
}
