import { setTimeout as wait } from 'node:timers/promises';
import type { webApi } from '@slack/bolt';
import { classOf } from './errors.ts';
import { readBackPageSize, readBackPagesMax, slackTimes } from './limits.ts';
import { parseMessageName } from './message-name.ts';

export type CatchUpOptions = {
  readonly client: webApi.WebClient;
  readonly team: string;
  readonly nowMs: () => number;
  /** Takes an event as if Slack delivered it now. What is known already is heard no second time. */
  readonly take: (body: unknown) => Promise<void>;
  readonly signal: AbortSignal;
};

/**
 * Reads the replies under cards once, as far back as they may have been missed. They are taken as the events that Slack would
 * have sent, under the same ids. One call after the other: a request to wait is waited for.
 */
export async function catchUp(options: CatchUpOptions, messages: readonly string[]): Promise<void> {
  for (const message of messages) {
    for (let tries = 0; tries < 3 && !options.signal.aborted; tries += 1) {
      try {
        await catchUpThread(options, message);
        break;
      } catch (failure) {
        const failed = classOf(failure);
        if (failed.kind !== 'retry-later') break;
        await wait(failed.retryInMs ?? slackTimes.socketRetryFirstMs, undefined, { signal: options.signal });
      }
    }
  }
}

async function catchUpThread({ client, team, nowMs, take }: CatchUpOptions, message: string): Promise<void> {
  const { channel, ts } = parseMessageName(message);
  const oldest = String(Math.floor((nowMs() - slackTimes.missedMaxMs) / 1000));
  let cursor = '';
  for (let page = 0; page < readBackPagesMax; page += 1) {
    const read = await client.conversations.replies({ channel, ts, oldest, limit: readBackPageSize, ...(cursor === '' ? {} : { cursor }) });
    for (const reply of read.messages ?? []) {
      if (reply.ts === ts) continue;
      const event = { ...reply, type: 'message', channel, ...(channel.startsWith('D') ? { channel_type: 'im' } : {}) };
      await take({ type: 'event_callback', team_id: team, event });
    }
    cursor = read.response_metadata?.next_cursor ?? '';
    if (cursor === '') return;
  }
}
