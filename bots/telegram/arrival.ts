import type { Said } from '../port.ts';
import type { Spot } from './callback-data.ts';
import { telegramLimits } from './limits.ts';

/** Who the bot is. */
export type Self = { readonly id: number; readonly username: string };

/** What came from Telegram and concerns Gatebell, as far as it is understood before anybody is asked. */
export type Arrival = {
  /** The id under which it is kept: the same when it comes again. */
  readonly id: string;
  /** Who it came from, and how Telegram shows them. */
  readonly account: number;
  readonly name: string;
  /** The message that was pressed on or written; null when Telegram does not say. */
  readonly at: (Spot & { readonly message: number; readonly isPrivate: boolean }) | null;
  /** Where it counts: the same place, unless a copy in a private chat was pressed. */
  readonly place: Spot | null;
  readonly said: Said;
  /** When it was written; null: just now. */
  readonly saidAtMs: number | null;
  /** The press, to be answered once. */
  readonly callback: string | null;
  /** No person: Telegram itself says so. */
  readonly isBot: boolean;
  /** What it is told holds nothing that others may not read, and it cannot be reached alone. */
  readonly isToldHere: boolean;
};

export function tooLong(): Said {
  return {
    kind: 'unreadable',
    why: `That is longer than ${telegramLimits.inputCharsMax} characters, so nothing was done. Say it shorter.`,
  };
}
