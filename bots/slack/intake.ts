import { z } from 'zod';
import type { App, webApi } from '@slack/bolt';
import type { Inbox } from '../port.ts';
import type { Carried } from './app.ts';
import type { Arrival, Self } from './arrival.ts';
import type { Delivery } from './delivery.ts';
import { NotTaken } from './delivery.ts';
import { refusedSubmit } from './modal.ts';
import { readArrival } from './presses.ts';
import { tellPresser } from './private.ts';
import { withoutTokens } from './redact.ts';
import { written } from '../written.ts';

export type IntakeOptions = {
  readonly app: Pick<App, 'processEvent'>;
  readonly client: webApi.WebClient;
  readonly inbox: Pick<Inbox, 'keep'>;
  /** Throws `NotTaken` until it is known. */
  readonly self: () => Self;
  readonly report: (failure: unknown) => void;
};

const ofInstallation = z.object({
  type: z.literal('event_callback'),
  event: z.object({ type: z.enum(['app_uninstalled', 'tokens_revoked']) }),
});

/** The app was taken away, or its tokens were. */
function isOfInstallation(body: unknown): boolean {
  return ofInstallation.safeParse(body).success;
}

const notKept = 'Gatebell could not keep that, so nothing was done. Press again in a moment.';

/** Keeps what came before anything is told of it, then hands it to Bolt. Rejects with `NotTaken` when it could not be kept. */
export function createIntake({ app, client, inbox, self, report }: IntakeOptions): (delivery: Delivery) => Promise<void> {
  return async ({ body, ack }) => {
    const arrival = readArrival(body, self());
    // What is of no concern is acknowledged, so that it does not come again; Bolt would stumble over what is malformed.
    const raw = arrival === null ? null : written(() => withoutTokens(body));
    if (raw === null && !isOfInstallation(body)) return ack().catch(() => {});
    if (arrival !== null && raw !== null) {
      const kept = await inbox.keep(arrival.id, raw).catch((failure: unknown) => {
        report(failure);
        return 'not-kept' as const;
      });
      if (kept === 'known') return ack().catch(() => {});
      if (kept === 'not-kept') return refuse(arrival, ack);
    }
    const carried: Carried = { arrival };
    await app.processEvent({ body: body as Record<string, unknown>, ack, customProperties: carried }); // Bolt looks at what it is
  };

  /** A form stays open with its text. Others see the failure that Slack shows, and are told to press again. */
  async function refuse(arrival: Arrival, ack: Delivery['ack']): Promise<void> {
    if (arrival.said.kind === 'form') return ack(refusedSubmit(notKept)).catch(() => {});
    const comesAgain = arrival.trigger === null;
    if (!comesAgain) {
      const told = { lines: [notKept], card: null, form: null };
      void tellPresser(client, { arrival, view: Promise.resolve(null) }, told, report);
    }
    throw new NotTaken();
  }
}
