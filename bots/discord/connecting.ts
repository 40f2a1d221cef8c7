import { setTimeout as wait } from 'node:timers/promises';
import { Routes } from 'discord.js';
import { z } from 'zod';
import { hearLeft } from '../hear-left.ts';
import type { Inbox, Kept } from '../port.ts';
import type { ConnectionStatus } from './connection-status.ts';
import type { Failure } from './errors.ts';
import { classOf } from './errors.ts';
import type { Gateway, GatewayOptions } from './gateway.ts';
import { openGateway } from './gateway.ts';
import type { Identifying } from './identifying.ts';
import { createIdentifying } from './identifying.ts';
import { discordTimes } from './limits.ts';
import type { Rest } from './rest.ts';

export type ConnectingOptions = Pick<GatewayOptions, 'token' | 'apiUrl' | 'dispatched' | 'report'> & {
  readonly rest: Rest;
  readonly inbox: Pick<Inbox, 'unfinished'>;
  readonly hearAgain: (kept: Kept) => Promise<void>;
  readonly status: ConnectionStatus;
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  /** The first attempt ended, whether it worked or not. */
  readonly attempted: () => void;
};

/**
 * Keeps one link open until it is stopped. The library resumes it while that is possible; when it ended for good, or none can be
 * opened, another is tried, each time after a longer wait. What was kept and not done is heard before anything new.
 */
export async function keepConnected(options: ConnectingOptions): Promise<void> {
  const { report, signal, status, nowMs } = options;
  const identifying = createIdentifying(nowMs);
  const stopped = new Promise<Failure>((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'retry-later', reason: 'it is stopped' }), { once: true });
  });
  let waitMs: number = discordTimes.retryFirstMs;
  let isLeftHeard = false;

  while (!signal.aborted) {
    let failure = await askGateway(options.rest, identifying);
    if (failure === null) {
      if (!isLeftHeard) await hearLeft({ inbox: options.inbox, hearAgain: options.hearAgain, report, signal });
      isLeftHeard = true;
      if (signal.aborted) break;
      failure = await keepOpen(options, identifying, stopped, () => {
        waitMs = discordTimes.retryFirstMs;
      });
    }
    if (signal.aborted) break;
    status.unreachable(failure);
    options.attempted();
    const namedMs = failure.kind === 'retry-later' ? (failure.retryInMs ?? 0) : 0;
    await wait(Math.max(waitMs, namedMs), undefined, { signal });
    waitMs = Math.min(waitMs * 2, discordTimes.retryMaxMs);
  }
}

const noAnswer: Failure = { kind: 'retry-later', reason: 'Discord does not open a link, and does not say why' };

/** Ends with the link. */
async function keepOpen(
  options: ConnectingOptions,
  identifying: Identifying,
  stopped: Promise<Failure>,
  opened: () => void,
): Promise<Failure> {
  const { token, apiUrl, dispatched, report, status } = options;
  // The library waits long for a Discord that says nothing, and so would whoever waits for the start.
  const slow = setTimeout(() => {
    status.unreachable(noAnswer);
    options.attempted();
  }, discordTimes.openMs);
  const gateway: Gateway = openGateway({
    token,
    apiUrl,
    identifying,
    dispatched,
    report,
    connected() {
      clearTimeout(slow);
      opened();
      status.connected();
      options.attempted();
    },
    disconnected: status.disconnected,
  });
  const failure = await Promise.race([gateway.ended, stopped]);
  clearTimeout(slow);
  await gateway.close();
  return failure;
}

const gatewayBot = z.object({ session_start_limit: z.object({ remaining: z.number(), reset_after: z.number() }) });

/** Whether Discord is there, takes the token and has sessions left. */
async function askGateway(rest: Rest, identifying: Identifying): Promise<Failure | null> {
  try {
    const { session_start_limit: limit } = gatewayBot.parse(await rest({ method: 'get', route: Routes.gatewayBot() }));
    identifying.left(limit.remaining, limit.reset_after);
    if (limit.remaining > 0) return null;
    return { kind: 'retry-later', reason: 'Discord starts no more sessions today', retryInMs: limit.reset_after };
  } catch (failure) {
    return classOf(failure);
  }
}
