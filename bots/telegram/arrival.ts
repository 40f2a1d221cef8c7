import type { Said } from '../port.ts';
import type { Spot } from './callback-data.ts';
import { general } from './callback-data.ts';
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
  readonly at: (Spot & { readonly message: number; readonly kind: ChatKind }) | null;
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

/** Where one talks alone with the bot; where people talk; where one side posts and nobody can reply. */
type ChatKind = 'private' | 'group' | 'channel';

type InChat = {
  readonly chat: { readonly id: number; readonly type: string; readonly is_forum?: boolean | undefined };
  readonly message_id: number;
  readonly message_thread_id?: number | undefined;
  readonly is_topic_message?: boolean | undefined;
};

/** Where a message stands. Outside of forums the number of a thread is that of a chain of replies, and is no place. */
export function standsAt({ chat, message_id, message_thread_id, is_topic_message }: InChat): NonNullable<Arrival['at']> {
  const topic = is_topic_message === true ? message_thread_id : chat.is_forum === true ? general : undefined;
  const kind = chat.type === 'private' || chat.type === 'channel' ? chat.type : 'group';
  return { chat: chat.id, thread: topic ?? null, message: message_id, kind };
}

export function tooLong(): Said {
  return {
    kind: 'unreadable',
    why: `That is longer than ${telegramLimits.inputCharsMax} characters, so nothing was done. Say it shorter.`,
  };
}
