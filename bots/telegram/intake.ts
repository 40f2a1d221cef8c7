import type { Inbox } from '../port.ts';
import type { Self } from './arrival.ts';
import type { Hearing } from './hearing.ts';
import { NotTaken } from './not-taken.ts';
import { written } from '../written.ts';
import { readArrival, readMove, readOpening, readOwnMembership } from './updates.ts';

export type IntakeOptions = {
  readonly inbox: Pick<Inbox, 'keep' | 'moved' | 'mended'>;
  readonly hearing: Pick<Hearing, 'hear'>;
  /** Throws `NotTaken` until it is known. */
  readonly self: () => Self;
  /** It changed what the bot is in this chat. */
  readonly membershipChanged: (chat: number) => void;
  readonly report: (failure: unknown) => void;
};

/**
 * Keeps an update before anybody is told that it arrived, and begins to hear it. Rejects with `NotTaken`, and with nothing else,
 * when it could not be kept: it comes again. What is of no concern, of no known form or breaks us is passed over.
 */
export function createIntake({ inbox, hearing, self, membershipChanged, report }: IntakeOptions): (update: unknown) => Promise<void> {
  async function take(update: unknown): Promise<void> {
    const membership = readOwnMembership(update);
    if (membership !== null) membershipChanged(membership.chat);
    if (membership?.isIn === true || readOpening(update)) inbox.mended();
    const move = readMove(update);
    if (move !== null) await inbox.moved(move.from, move.to);
    const arrival = readArrival(update, self());
    const raw = arrival === null ? null : written(() => JSON.stringify(update));
    if (arrival === null || raw === null) return;
    const kept = await inbox.keep(arrival.id, raw).catch((failure: unknown) => {
      report(failure);
      throw new NotTaken();
    });
    if (kept === 'new') hearing.hear(arrival).catch(report);
  }

  return (update) =>
    take(update).catch((failure: unknown) => {
      if (failure instanceof NotTaken) throw failure;
      report(failure);
    });
}
