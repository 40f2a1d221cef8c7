import type { webApi } from '@slack/bolt';
import type { Inbox, Kept, Press, Private, Standing } from '../port.ts';
import { claimedKind } from '../token.ts';
import { createTurns } from '../turns.ts';
import type { Ack } from './app.ts';
import { skeletonView } from './modal.ts';
import type { Arrival, Self } from './arrival.ts';
import { readArrival } from './presses.ts';
import { tellPresser } from './private.ts';

export type HearingOptions = {
  readonly client: webApi.WebClient;
  readonly inbox: Inbox;
  readonly standing: (user: string, team: string) => Promise<Standing>;
  readonly self: () => Self;
  readonly report: (failure: unknown) => void;
};

/** Presses from the moment that they are kept until their presser is told. */
export type Hearing = {
  /** Acknowledges at once, then hears it after what the same account did before. Ends when it is heard. */
  hear(arrival: Arrival, ack: Ack | null): Promise<void>;
  /** Hears again what was kept and not done. */
  hearAgain(kept: Kept): Promise<void>;
  acknowledge(press: Press): Promise<void>;
  tellPrivately(press: Press, told: Private): Promise<null>;
  /** Ends when everything that came is heard. */
  idle(): Promise<void>;
};

/** A press that is being heard. Nothing of it has to last: what does is in the journal. */
type UnderWay = { readonly arrival: Arrival; readonly ack: Ack | null; acknowledged: Promise<void> | null; view: Promise<string | null> };

const none = Promise.resolve(null);

export function createHearing(options: HearingOptions): Hearing {
  const { client, inbox, report } = options;
  const underWay = new Map<string, UnderWay>();
  const turns = createTurns(report);

  function acknowledgeOnce(one: UnderWay): Promise<void> {
    if (one.acknowledged === null) {
      one.view = opensForm(one.arrival) ? openSkeleton(client, one.arrival) : none;
      // Too late, or the socket is gone: the press is kept and counts all the same.
      one.acknowledged = one.ack === null ? Promise.resolve() : one.ack().catch(() => {});
    }
    return one.acknowledged;
  }

  async function hear(arrival: Arrival, ack: Ack | null): Promise<void> {
    const one: UnderWay = { arrival, ack, acknowledged: null, view: none };
    underWay.set(arrival.id, one);
    await acknowledgeOnce(one);
    await turns.take(arrival.account, () => inbox.hear(pressOf(arrival, options.standing)));
    underWay.delete(arrival.id);
  }

  return {
    hear,
    async hearAgain({ id, raw, keptAtMs }) {
      const arrival = readArrival(JSON.parse(raw), options.self());
      if (arrival === null) await inbox.done(id);
      else await hear({ ...arrival, id, saidAtMs: arrival.saidAtMs ?? keptAtMs, trigger: null }, null);
    },
    async acknowledge(press) {
      const one = press.id === null ? undefined : underWay.get(press.id);
      if (one !== undefined) await acknowledgeOnce(one);
    },
    async tellPrivately(press, told) {
      const one = press.id === null ? undefined : underWay.get(press.id);
      if (one !== undefined) await tellPresser(client, one, told, report);
      return null;
    },
    idle: turns.idle,
  };
}

function pressOf(arrival: Arrival, standing: HearingOptions['standing']): Press {
  const { id, account, user, team, channel, thread, said, saidAtMs, outside, trigger } = arrival;
  return {
    id,
    account,
    standing: async () => outside ?? standing(user, team),
    from: channel === null ? null : { addresses: channel.startsWith('D') ? [channel, user] : [channel], thread },
    said,
    ...(saidAtMs === null ? {} : { saidAtMs }),
    ...(trigger === null ? {} : { trigger }),
  };
}

/** Opened before it is known who presses: nothing is in it, and a trigger lives for three seconds only. */
function opensForm({ said, trigger }: Arrival): boolean {
  return trigger !== null && said.kind === 'token' && claimedKind(said.token) === 'form';
}

async function openSkeleton(client: webApi.WebClient, { trigger }: Arrival): Promise<string | null> {
  try {
    const { view } = await client.views.open({ trigger_id: trigger ?? '', view: skeletonView() });
    return view?.id ?? null;
  } catch {
    return null;
  }
}
