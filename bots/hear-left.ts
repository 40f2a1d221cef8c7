import type { Inbox, Kept } from './port.ts';

export type HearLeft = {
  readonly inbox: Pick<Inbox, 'unfinished'>;
  readonly hearAgain: (kept: Kept) => Promise<void>;
  readonly report: (failure: unknown) => void;
  readonly signal: AbortSignal;
};

/** Hears what was kept and not done before the last stop. What cannot be heard again stays for the next start and holds up nobody. */
export async function hearLeft({ inbox, hearAgain, report, signal }: HearLeft): Promise<void> {
  const left = await inbox.unfinished().catch((failure: unknown) => {
    report(failure);
    return [];
  });
  for (const kept of left) if (!signal.aborted) await hearAgain(kept).catch(report);
}
