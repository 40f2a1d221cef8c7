import type { Inbox } from '../port.ts';
import type { Dispatched } from './arrival.ts';
import type { Hearing } from './hearing.ts';
import { readArrival } from './presses.ts';
import { withoutTokens } from './redact.ts';
import { written } from '../written.ts';

export type IntakeOptions = {
  readonly inbox: Pick<Inbox, 'keep'>;
  readonly hearing: Pick<Hearing, 'hear' | 'refuse'>;
  readonly report: (failure: unknown) => void;
};

const notKept = 'Gatebell could not keep that, so nothing was done. Press again in a moment.';

export type Intake = {
  /** Keeps what came before anything is told of it, then has it heard. Never rejects. */
  take(came: Dispatched): Promise<void>;
  /** Ends when everything that was taken is heard. */
  idle(): Promise<void>;
};

export function createIntake({ inbox, hearing, report }: IntakeOptions): Intake {
  const underWay = new Set<Promise<void>>();

  async function takeOne(came: Dispatched): Promise<void> {
    try {
      const arrival = readArrival(came);
      const raw = arrival === null ? null : written(() => withoutTokens(came));
      if (arrival === null || raw === null) return;
      const kept = await inbox.keep(arrival.id, raw).catch((failure: unknown) => {
        report(failure);
        return 'not-kept' as const;
      });
      if (kept === 'new') await hearing.hear(arrival);
      // A message stays in its channel and is read back later; a press is gone unless it is made again.
      if (kept === 'not-kept' && arrival.ticket !== null) await hearing.refuse(arrival, notKept);
    } catch (failure) {
      report(failure);
    }
  }

  return {
    take(came) {
      const taken = takeOne(came).finally(() => underWay.delete(taken));
      underWay.add(taken);
      return taken;
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
