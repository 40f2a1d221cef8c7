import type { Inbox, Kept, Press, Private, Standing } from '../port.ts';
import { createTurns } from '../turns.ts';
import type { Arrival, Self } from './arrival.ts';
import type { Client } from './client.ts';
import { telegramTimes } from './limits.ts';
import type { Listener, Telling } from './private.ts';
import { answerPress, tellPresser } from './private.ts';
import { readArrival } from './updates.ts';

export type HearingOptions = {
  /** People wait for what goes through this one. */
  readonly client: Client;
  readonly inbox: Inbox;
  readonly standing: (chat: number, user: number) => Promise<Standing>;
  readonly self: () => Self;
  readonly nowMs: () => number;
  readonly report: (failure: unknown) => void;
};

/** Presses from the moment that they are kept until their presser is told. */
export type Hearing = {
  /** Hears it after what the same account did before. Ends when it is heard. */
  hear(arrival: Arrival): Promise<void>;
  /** Hears again what was kept and not done. */
  hearAgain(kept: Kept): Promise<void>;
  tellPrivately(press: Press, told: Private): Promise<string | null>;
  /** Ends when everything that came is heard. */
  idle(): Promise<void>;
};

export function createHearing(options: HearingOptions): Hearing {
  const { client, inbox, self, nowMs, report } = options;
  const underWay = new Map<string, Listener>();
  const turns = createTurns(report);
  const telling: Telling = { client, self, mayHint: createHintLimit(nowMs), report };

  /** A button spins until it is answered: what is decided at once is its answer, and else it is answered without words. */
  async function hear(arrival: Arrival): Promise<void> {
    const listener: Listener = { arrival, answered: false };
    underWay.set(arrival.id, listener);
    const timer = setTimeout(() => void answerPress(telling, listener, ''), telegramTimes.answerMs);
    await turns.take(String(arrival.account), () => inbox.hear(pressOf(arrival, options.standing)));
    clearTimeout(timer);
    underWay.delete(arrival.id);
    await answerPress(telling, listener, '');
  }

  return {
    hear,
    async hearAgain({ id, raw, keptAtMs }) {
      const arrival = readArrival(JSON.parse(raw), self());
      if (arrival === null) await inbox.done(id);
      else await hear({ ...arrival, id, saidAtMs: arrival.saidAtMs ?? keptAtMs });
    },
    async tellPrivately(press, told) {
      const listener = press.id === null ? undefined : underWay.get(press.id);
      return listener === undefined ? null : tellPresser(telling, listener, told);
    },
    idle: turns.idle,
  };
}

function pressOf({ id, account, place, said, saidAtMs, isBot }: Arrival, standing: HearingOptions['standing']): Press {
  return {
    id,
    account: String(account),
    // Whoever pressed outside of any chat is looked for nowhere, and meets no route.
    standing: async () => (isBot ? 'bot' : place === null ? 'member' : standing(place.chat, account)),
    from: place === null ? null : { addresses: [String(place.chat)], thread: place.thread === null ? null : String(place.thread) },
    said,
    ...(saidAtMs === null ? {} : { saidAtMs }),
  };
}

function createHintLimit(nowMs: () => number): Telling['mayHint'] {
  const hinted = new Map<number, number>();
  return (account) => {
    const now = nowMs();
    for (const [known, until] of hinted) if (until <= now) hinted.delete(known);
    if (hinted.has(account)) return false;
    hinted.set(account, now + telegramTimes.hintEveryMs);
    return true;
  };
}
