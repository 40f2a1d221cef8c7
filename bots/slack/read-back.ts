import type { webApi } from '@slack/bolt';
import { z } from 'zod';
import type { Place } from '../port.ts';
import { secondsOf } from './fallback.ts';
import { readBackPageSize, readBackPagesMax, slackTimes } from './limits.ts';
import { messageName } from './message-name.ts';

/** The type of the metadata by which a post is found again; its payload holds the key of the post. */
export const postEvent = 'gatebell_post';

/** The messages that carry the key of a post, newest first, and whether all that may hold one was read. */
export type ReadBack = { readonly found: readonly string[]; readonly complete: boolean };

const posted = z.object({
  ts: z.string(),
  metadata: z.object({ event_type: z.literal(postEvent), event_payload: z.object({ key: z.string() }).loose() }),
});

/**
 * Looks for the post with this key in all that stands at a place since a moment. Rejects as the calls of Slack do. Other apps
 * can write the same metadata, so what is found is ours only once it can be edited.
 */
export async function readBack(client: webApi.WebClient, place: Place, key: string, since: string): Promise<ReadBack> {
  const channel = await realChannel(client, place.address);
  const oldest = String(secondsOf(since) - slackTimes.readBackMarginSeconds);
  const names: string[] = [];
  let cursor = '';
  for (let page = 0; page < readBackPagesMax; page += 1) {
    const window = {
      channel,
      oldest,
      inclusive: true,
      include_all_metadata: true,
      limit: readBackPageSize,
      ...(cursor === '' ? {} : { cursor }),
    };
    const read =
      place.thread === null
        ? await client.conversations.history(window)
        : await client.conversations.replies({ ...window, ts: place.thread });
    for (const message of read.messages ?? []) {
      const found = posted.safeParse(message);
      if (found.success && found.data.metadata.event_payload.key === key) names.push(messageName(channel, found.data.ts));
    }
    cursor = read.response_metadata?.next_cursor ?? '';
    if (cursor === '') return { found: names, complete: read.has_more !== true };
  }
  return { found: names, complete: false };
}

/** A person is written to in a channel of its own, and only that one can be read. */
async function realChannel(client: webApi.WebClient, address: string): Promise<string> {
  if (!/^[UW]/.test(address)) return address;
  const { channel } = await client.conversations.open({ users: address });
  if (channel?.id === undefined) throw new Error('Slack opened a conversation and did not name it');
  return channel.id;
}
