import { STATUS_CODES } from 'node:http';
import type { Json } from '../json.ts';
import { limits } from './limits.ts';
import type { State } from './state.ts';
import type { Updates, Waiting } from './updates.ts';

export type WebhookSetting = { readonly url: string; readonly secret: string; readonly connections: number };

/** One delivery and how it ended: the status that came back, or why none did. */
export type Delivered = { readonly updateId: number; readonly outcome: number | string };

export type Webhook = {
  readonly url: () => string;
  readonly set: (setting: WebhookSetting) => void;
  readonly info: () => Json;
  /** Posts that were not answered. */
  readonly underWay: () => number;
  /** The service is gone: the posts that it did not answer have failed. */
  readonly cut: () => void;
  readonly close: () => void;
};

export type WebhookContext = {
  readonly state: State;
  readonly updates: Updates;
  /** Where posts go instead of to the URL that was set; null: to that. */
  readonly instead: () => string | null;
  readonly log: Delivered[];
};

/** Posts each update that waits, several at once, and again with growing pauses until it is taken or too old. */
export function createWebhook({ state, updates, instead, log }: WebhookContext): Webhook {
  const { clock } = state;
  let setting: WebhookSetting = { url: '', secret: '', connections: limits.connectionsDefault };
  let closing = new AbortController();
  let connection = new AbortController();
  let lastError: { readonly atMs: number; readonly message: string } | null = null;
  const posting = new Set<Waiting>();
  const pausing = new Map<Waiting, { readonly stop: () => void; readonly attempts: number; resting: boolean }>();

  function deliver(): void {
    if (setting.url === '') return;
    const due = updates.waiting().filter((waiting) => !posting.has(waiting) && pausing.get(waiting)?.resting !== true);
    for (const waiting of due.slice(0, Math.max(setting.connections - posting.size, 0))) void send(waiting, closing.signal);
  }

  async function send(waiting: Waiting, closed: AbortSignal): Promise<void> {
    posting.add(waiting);
    const { outcome, retryAfterS } = await post(waiting, closed);
    if (closed.aborted) return;
    posting.delete(waiting);
    log.push({ updateId: waiting.id, outcome });
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) {
      updates.remove(waiting);
      pausing.delete(waiting);
    } else {
      const message = typeof outcome === 'number' ? `Wrong response from the webhook: ${outcome} ${STATUS_CODES[outcome] ?? ''}` : outcome;
      lastError = { atMs: clock.nowMs(), message };
      rest(waiting, retryAfterS);
    }
    deliver();
  }

  async function post(
    { update }: Waiting,
    closed: AbortSignal,
  ): Promise<{ readonly outcome: number | string; readonly retryAfterS: number }> {
    const late = new AbortController();
    const { signal: lost } = connection;
    const stopClock = clock.after(limits.webhookAnswerMs, () => late.abort());
    const { url, secret } = setting;
    try {
      const response = await fetch(instead() ?? url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(secret === '' ? {} : { 'x-telegram-bot-api-secret-token': secret }) },
        body: JSON.stringify(update),
        signal: AbortSignal.any([late.signal, lost, closed]),
      });
      const said = await response.text();
      if (said.includes('"method"')) state.warnings.push('webhook: a call in the answer, of which nobody learns the outcome');
      return { outcome: response.status, retryAfterS: Number(response.headers.get('retry-after') ?? 0) || 0 };
    } catch {
      return {
        outcome: late.signal.aborted ? 'Read timeout expired' : lost.aborted ? 'Connection reset by peer' : 'Connection refused',
        retryAfterS: 0,
      };
    } finally {
      stopClock();
    }
  }

  function rest(waiting: Waiting, retryAfterS: number): void {
    const attempts = (pausing.get(waiting)?.attempts ?? 0) + 1;
    const backOffMs = Math.min(limits.webhookBackOffMs * 2 ** (attempts - 1), limits.webhookBackOffMaxMs);
    const pause = {
      attempts,
      resting: true,
      stop: clock.after(Math.max(backOffMs, Math.min(retryAfterS, limits.webhookRetryAfterS) * 1_000), wake),
    };
    pausing.set(waiting, pause);
    function wake(): void {
      pause.resting = false;
      deliver();
    }
  }

  function stop(): void {
    closing.abort();
    closing = new AbortController();
    for (const { stop: stopPause } of pausing.values()) stopPause();
    pausing.clear();
    posting.clear();
  }

  updates.onNew(deliver);

  return {
    url: () => setting.url,
    set(next) {
      if (next.url !== setting.url || next.secret !== setting.secret) stop();
      setting = next;
      if (next.url === '') lastError = null;
      deliver();
    },
    info: () => ({
      url: setting.url,
      has_custom_certificate: false,
      pending_update_count: updates.waiting().length,
      ...(setting.url === '' ? {} : { max_connections: setting.connections, ip_address: '127.0.0.1' }),
      ...(lastError === null ? {} : { last_error_date: Math.floor(lastError.atMs / 1_000), last_error_message: lastError.message }),
      ...(updates.allowed() === null ? {} : { allowed_updates: updates.allowed() }),
    }),
    underWay: () => posting.size,
    cut() {
      connection.abort();
      connection = new AbortController();
    },
    close: stop,
  };
}
