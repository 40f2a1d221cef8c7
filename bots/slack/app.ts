import type { Logger } from '@slack/bolt';
import { App } from '@slack/bolt';
import type { Arrival, Self } from './arrival.ts';

export type Ack = () => Promise<void>;

export type AppOptions = {
  readonly botToken: string;
  readonly apiUrl: string;
  readonly logger: Logger;
  readonly self: () => Self;
  /** Hears what was kept. Events are acknowledged by then and have no `ack`. */
  readonly hear: (arrival: Arrival, ack: Ack | null) => Promise<void>;
  readonly uninstalled: () => void;
  readonly report: (failure: unknown) => void;
};

/** What `processEvent` is given beside the payload; Bolt hands it on in the context of each listener. */
export type Carried = { readonly arrival: Arrival | null };

/**
 * The application of Bolt. It does not receive: deliveries are kept first and then given to `processEvent`, because Bolt
 * acknowledges an event before any listener runs. Each kind of payload has one listener for all of it, so nothing that can be
 * pressed stays without an acknowledgement: what is unknown was understood as outdated already.
 */
export function createApp(options: AppOptions): App {
  const { botToken, apiUrl, logger, self, report } = options;
  const app = new App({
    receiver: { init: () => {}, start: async () => {}, stop: async () => {} },
    authorize: async () => ({ botToken, botUserId: self().user, ...botIdOf(self()) }),
    clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 } },
    tokenVerificationEnabled: false,
    convoStore: false,
    logger,
  });

  const answered = async ({ ack, context }: { ack: Ack; context: object }) => {
    const arrival = carriedIn(context);
    if (arrival === null) await ack().catch(report);
    else await options.hear(arrival, ack);
  };
  app.action(/.*/su, answered);
  app.view(/.*/su, answered);
  app.command(/.*/su, answered);
  app.shortcut(/.*/su, answered);
  app.event('message', async ({ context }) => {
    const arrival = carriedIn(context);
    if (arrival !== null) await options.hear(arrival, null);
  });
  app.event(/^(?:app_uninstalled|tokens_revoked)$/u, async () => options.uninstalled());
  app.error(async (failure: unknown) => report(failure));
  return app;
}

function botIdOf({ bot }: Self): { readonly botId?: string } {
  return bot === null ? {} : { botId: bot };
}

function carriedIn(context: object): Arrival | null {
  return (context as Partial<Carried>).arrival ?? null; // put there by `processEvent`
}
