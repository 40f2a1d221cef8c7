import type { Logger } from '@slack/bolt';
import { SocketModeReceiver } from '@slack/bolt';
import { clientOptions } from './client.ts';
import type { Delivery } from './delivery.ts';
import { NotTaken } from './delivery.ts';
import { classOf } from './errors.ts';
import type { Failure } from './errors.ts';
import { slackTimes } from './limits.ts';

export type SocketOptions = {
  readonly appToken: string;
  readonly apiUrl: string;
  readonly logger: Logger;
  readonly deliver: (delivery: Delivery) => Promise<void>;
  readonly opened: () => void;
  readonly closed: () => void;
  readonly failed: (failure: Failure) => void;
  readonly report: (failure: unknown) => void;
};

export type Socket = {
  /** Ends with the first attempt, whether it opened or not; the socket is kept open from then on. */
  open(): Promise<void>;
  close(): Promise<void>;
};

/**
 * One socket of Socket Mode that is opened again whenever it ends. The library's own reconnecting is off: it waits for five
 * seconds each time, and a failure in it is a rejection that nobody can hear. Its receiver is used only for the client in it.
 */
export function createSocket(options: SocketOptions): Socket {
  const { client } = new SocketModeReceiver({
    appToken: options.appToken,
    logger: options.logger,
    autoReconnectEnabled: false,
    clientPingTimeout: slackTimes.socketPingMs,
    installerOptions: { clientOptions: clientOptions({ ...options, timeoutMs: slackTimes.callTimeoutMs }) },
  });
  let closing = false;
  let isOpen = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let opening: Promise<void> = Promise.resolve();

  client.on('slack_event', ({ body, ack }: Delivery) => {
    // What is not acknowledged comes again, or tells the presser that it failed.
    options.deliver({ body, ack }).catch((failure: unknown) => {
      if (!(failure instanceof NotTaken)) options.report(failure);
    });
  });
  client.on('connected', () => {
    failures = 0;
    isOpen = true;
    options.opened();
  });
  client.on('disconnected', () => {
    if (isOpen) options.closed();
    isOpen = false;
    again();
  });

  function again(): void {
    if (closing || timer !== undefined) return;
    const waitMs = failures === 0 ? 0 : Math.min(slackTimes.socketRetryFirstMs * 2 ** (failures - 1), slackTimes.socketRetryMaxMs);
    failures += 1;
    timer = setTimeout(() => {
      timer = undefined;
      opening = attempt();
    }, waitMs);
  }

  async function attempt(): Promise<void> {
    if (closing) return;
    try {
      await client.start();
    } catch (failure) {
      // A socket that ended before it was open rejects with nothing and was told as closed already.
      if (failure !== undefined) options.failed(classOf(failure));
      again();
    }
  }

  return {
    open() {
      opening = attempt();
      return opening;
    },
    async close() {
      closing = true;
      clearTimeout(timer);
      // The second call ends a socket whose other side does not take part in closing it.
      await Promise.race([client.disconnect(), wait(slackTimes.socketCloseMs)]);
      await Promise.race([client.disconnect(), wait(slackTimes.socketCloseMs)]);
      await Promise.race([opening, wait(slackTimes.socketCloseMs)]);
    },
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
