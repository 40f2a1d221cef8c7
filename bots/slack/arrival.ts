import type { Said } from '../port.ts';
import { unescaped } from './encoder.ts';
import { slackLimits } from './limits.ts';

/** Who the app is in its workspace. */
export type Self = { readonly team: string; readonly user: string; readonly bot: string | null };

/** What came from Slack and concerns Gatebell, as far as it is understood before anybody is asked. */
export type Arrival = {
  /** The id under which it is kept: the same when it comes again, live, redelivered or read back. */
  readonly id: string;
  readonly account: string;
  readonly user: string;
  readonly team: string;
  readonly channel: string | null;
  readonly thread: string | null;
  readonly said: Said;
  /** When it was said, as Slack says it or as it was kept; null: just now. */
  readonly saidAtMs: number | null;
  /** Opens a form, within three seconds. */
  readonly trigger: string | null;
  readonly responseUrl: string | null;
  /** Slack itself says that the sender is of another workspace. */
  readonly outside: 'stranger' | null;
};

/** A typed line, as it was typed. */
export function lineSaid(text: string): Said {
  const line = unescaped(text).trim();
  return line.length > slackLimits.inputCharsMax ? tooLong() : { kind: 'line', text: line };
}

export function tooLong(): Said {
  return { kind: 'unreadable', why: `That is longer than ${slackLimits.inputCharsMax} characters, so nothing was done. Say it shorter.` };
}

export type Where = {
  readonly channel: string | null;
  readonly thread?: string | null;
  readonly saidAtMs?: number;
  readonly trigger?: string;
  readonly responseUrl?: string | null;
};

export function arrival(self: Self, who: { readonly id: string; readonly team: string }, id: string, said: Said, where: Where): Arrival {
  return {
    id,
    account: `${who.team}:${who.id}`,
    user: who.id,
    team: who.team,
    channel: where.channel,
    thread: where.thread ?? null,
    said,
    saidAtMs: where.saidAtMs ?? null,
    trigger: where.trigger ?? null,
    responseUrl: where.responseUrl ?? null,
    outside: who.team === self.team ? null : 'stranger',
  };
}
