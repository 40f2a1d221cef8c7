import type { Logger } from '@slack/bolt';
import { SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import { clientOptions } from './client.ts';
import type { Delivery } from './delivery.ts';
import { NotTaken } from './delivery.ts';
import { slackTimes } from './limits.ts';

export type LinkOptions = {
  readonly appToken: string;
  readonly apiUrl: string;
  /** How long Slack may take to say hello. */
  readonly openMs: number;
  readonly logger: Logger;
  readonly deliver: (delivery: Delivery) => Promise<void>;
  readonly report: (failure: unknown) => void;
};

export type LinkEvents = {
  readonly opened: () => void;
  /** Slack asks for another link in place of this one. It still delivers here until it closes. */
  readonly renewalAsked: () => void;
  readonly ended: () => void;
};

/** One connection of Socket Mode from its opening to its end; it is never opened again. */
export type Link = {
  /** Rejects with nothing when it ended before it was open, and with a reason when Slack takes it and never says hello. */
  open(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The library's own reconnecting is off: it closes a link as soon as Slack asks to renew it, which drops what is still on its
 * way, then waits for five seconds, and a failure in that is a rejection that nobody can hear.
 */
export function createLink(options: LinkOptions, events: LinkEvents): Link {
  // Its receiver is made only for the client in it, and is given to no app.
  const { client } = new SocketModeReceiver({
    appToken: options.appToken,
    logger: options.logger,
    autoReconnectEnabled: false,
    clientPingTimeout: slackTimes.socketPingMs,
    installerOptions: { clientOptions: clientOptions({ ...options, timeoutMs: slackTimes.callTimeoutMs }) },
  });
  const libraryHears = client.listeners('ws_message');
  client.removeAllListeners('ws_message');
  client.on('ws_message', (message: unknown, isBinary: unknown) => {
    if (isRenewal(message)) events.renewalAsked();
    else if (isFrame(message)) for (const hears of libraryHears) Promise.resolve(hears(message, isBinary)).catch(options.report);
  });
  client.on('slack_event', ({ body, ack }: Delivery) => {
    // What is not acknowledged comes again, or tells the presser that it failed.
    options.deliver({ body, ack }).catch((failure: unknown) => {
      if (!(failure instanceof NotTaken)) options.report(failure);
    });
  });

  let isOpen = false;
  client.on('connected', () => {
    isOpen = true;
    events.opened();
  });
  client.on('disconnected', () => {
    if (isOpen) events.ended();
    isOpen = false;
  });

  async function end(): Promise<void> {
    // The second call ends a link whose other side does not take part in closing it.
    const ended = await Promise.race([client.disconnect().then(() => true), wait(slackTimes.socketCloseMs)]);
    if (ended !== true) await Promise.race([client.disconnect(), wait(slackTimes.socketCloseMs)]);
  }

  return {
    async open() {
      const opening = client.start();
      const waited = wait(options.openMs).then(() => 'silent' as const);
      if ((await Promise.race([opening, waited])) !== 'silent') return;
      opening.catch(() => {});
      await end();
      throw new Error('Slack took a connection and said nothing');
    },
    close: end,
  };
}

function isRenewal(message: unknown): boolean {
  return (
    typeof message === 'string' &&
    message.includes('"disconnect"') &&
    z.object({ type: z.literal('disconnect') }).safeParse(parsed(message)).success
  );
}

/** The client tells of events under their own names, so one must not go by a name of the client's own. */
const eventName = z
  .string()
  .regex(/^[a-z][a-z0-9_.]{0,80}$/)
  .refine((name) => !ownNames.has(name));
const ownNames: ReadonlySet<string> = new Set([
  'connecting',
  'authenticated',
  'connected',
  'reconnecting',
  'disconnecting',
  'disconnected',
  'error',
  'close',
  'ws_message',
  'slack_event',
  'outgoing_message',
  'unable_to_socket_mode_start',
]);
const frame = z.union([
  z.object({ type: z.literal('hello') }),
  z.object({ type: z.literal('events_api'), payload: z.object({ event: z.object({ type: eventName }) }) }),
  z.object({ type: z.enum(['interactive', 'slash_commands']), payload: z.record(z.string(), z.unknown()) }),
]);

/** Of a form that the library can read; it is not asked of anything else. */
function isFrame(message: unknown): boolean {
  return typeof message === 'string' && frame.safeParse(parsed(message)).success;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
