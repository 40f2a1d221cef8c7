import type { Inbox, Kept, Press, Private, Standing } from '../port.ts';
import { claimedKind } from '../token.ts';
import { createTurns } from '../turns.ts';
import type { Answer } from './answer.ts';
import { createAnswer } from './answer.ts';
import type { Arrival } from './arrival.ts';
import { dispatched } from './arrival.ts';
import { discordTimes } from './limits.ts';
import { readArrival } from './presses.ts';
import type { Listener, TellOptions } from './private.ts';
import { tellPresser } from './private.ts';

export type HearingOptions = TellOptions & {
  readonly inbox: Inbox;
  readonly standing: (arrival: Arrival) => Promise<Standing>;
};

/** Presses from the moment that they are kept until their presser is told. */
export type Hearing = {
  /** Acknowledges at once, then hears it after what the same account did before. Ends when it is heard. */
  hear(arrival: Arrival): Promise<void>;
  /** Hears again what was kept and not done. */
  hearAgain(kept: Kept): Promise<void>;
  acknowledge(press: Press): Promise<void>;
  tellPrivately(press: Press, told: Private): Promise<null>;
  /** Tells the presser of something that is not heard at all. */
  refuse(arrival: Arrival, why: string): Promise<void>;
};

export function createHearing(options: HearingOptions): Hearing {
  const { rest, inbox, report } = options;
  const underWay = new Map<string, Listener>();
  const turns = createTurns(report);

  function listenerOf(arrival: Arrival, again: boolean): Listener {
    return { arrival, answer: arrival.ticket === null ? null : createAnswer(rest, arrival.ticket, again) };
  }

  async function hearOne(listener: Listener, again: boolean): Promise<void> {
    const { arrival, answer } = listener;
    underWay.set(arrival.id, listener);
    const guard = opensForm(arrival) && !again && answer !== null ? guardForm(answer) : undefined;
    // Not waited for: whatever Discord takes long to hear, what somebody did first is heard first.
    if (guard === undefined) void answer?.defer();
    await turns.take(arrival.user, () => inbox.hear(pressOf(arrival, options.standing)));
    clearTimeout(guard);
    underWay.delete(arrival.id);
  }

  return {
    hear: (arrival) => hearOne(listenerOf(arrival, false), false),
    async hearAgain({ id, raw, keptAtMs }) {
      const came = dispatched.safeParse(JSON.parse(raw));
      const arrival = came.success ? readArrival(came.data) : null;
      if (arrival === null) return inbox.done(id);
      // What the payload said of its sender was true then; now they are asked for anew, unless they never were anybody.
      const standing = arrival.standing === 'member' || arrival.standing === 'guest' ? null : arrival.standing;
      const late = { ...arrival, id, standing, saidAtMs: arrival.saidAtMs ?? keptAtMs };
      await hearOne(listenerOf(late, true), true);
    },
    async acknowledge(press) {
      const one = press.id === null ? undefined : underWay.get(press.id);
      if (one !== undefined && !opensForm(one.arrival)) await one.answer?.defer();
    },
    async tellPrivately(press, told) {
      const one = press.id === null ? undefined : underWay.get(press.id);
      if (one !== undefined) await tellPresser(options, one, told);
      return null;
    },
    async refuse(arrival, why) {
      await tellPresser(options, listenerOf(arrival, false), { lines: [why], card: null, form: null });
    },
  };
}

function pressOf(arrival: Arrival, standing: HearingOptions['standing']): Press {
  const { id, user, addresses, thread, said, saidAtMs } = arrival;
  return {
    id,
    account: user,
    standing: () => standing(arrival),
    from: { addresses, thread },
    said,
    ...(saidAtMs === null ? {} : { saidAtMs }),
  };
}

/** A form must be the very first response, so its button is not put off until it is known that none opens. */
function opensForm({ said, ticket }: Arrival): boolean {
  return ticket !== null && said.kind === 'token' && claimedKind(said.token) === 'form';
}

function guardForm(answer: Answer): NodeJS.Timeout {
  return setTimeout(() => void answer.defer(), discordTimes.formGuardMs).unref();
}
