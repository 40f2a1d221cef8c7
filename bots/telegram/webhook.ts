import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Trouble } from '../port.ts';
import { plainLine } from '../text.ts';
import { allowedUpdates, telegramTimes } from './limits.ts';
import type { ReceivingOptions } from './receiving.ts';
import { untilItWorks } from './receiving.ts';
import { redacted } from './redact.ts';

export type WebhookOptions = ReceivingOptions & {
  readonly url: string;
  readonly secret: string;
  /** Since when nobody received. */
  readonly awaySinceMs: number;
};

/** Has Telegram post to the service, and looks every minute whether it still does and whether it arrives. */
export async function keepWebhook(options: WebhookOptions): Promise<void> {
  const { signal, attempted, awaySinceMs } = options;
  await untilItWorks(options, () => setWebhook(options));
  let lastMs = await tellHowItWorks(options, null, awaySinceMs);
  attempted();
  while (!signal.aborted) {
    await wait(telegramTimes.webhookCheckMs, undefined, { signal, ref: false });
    lastMs = await tellHowItWorks(options, await untilItWorks(options, () => checkWebhook(options)), lastMs);
  }
}

/** Gives when presses last arrived, as far as is known. What was pressed before that and is too old by now is lost. */
export async function tellHowItWorks({ inbox, status, nowMs }: WebhookOptions, trouble: Trouble | null, lastMs: number): Promise<number> {
  status.receiving(trouble);
  if (trouble !== null) return lastMs;
  const now = nowMs();
  if (now - lastMs > telegramTimes.pressKeptMs) await inbox.away(lastMs, now);
  return now;
}

async function setWebhook({ client, url, secret }: WebhookOptions): Promise<void> {
  await client.setWebhook(url, { secret_token: secret, allowed_updates: [...allowedUpdates], drop_pending_updates: false });
}

const info = z.object({
  url: z.string(),
  pending_update_count: z.int().default(0),
  last_error_date: z.int().optional(),
  last_error_message: z.string().optional(),
});

/** What keeps deliveries from arriving, or null. Where somebody else set another address, ours is set again. */
export async function checkWebhook(options: WebhookOptions): Promise<Trouble | null> {
  const found = info.safeParse(await options.client.getWebhookInfo());
  if (!found.success) throw new Error('Telegram was asked for the webhook and said something else');
  const { url, pending_update_count: waiting, last_error_date: failedAtS, last_error_message: said } = found.data;
  if (url !== options.url) {
    await setWebhook(options);
    return null;
  }
  const isFresh = failedAtS !== undefined && options.nowMs() - failedAtS * 1_000 < 2 * telegramTimes.webhookCheckMs;
  if (!isFresh || waiting === 0) return null;
  return {
    reason: `Telegram cannot deliver what people do: ${redacted(plainLine(said ?? 'it does not say why', 200))}`,
    fix: 'Check that the public address of the service is reachable from outside over HTTPS, and leads to it.',
  };
}
