import type { FakeClock } from '../clock.ts';
import type { Json } from '../json.ts';
import { bot, theChats, theUsers } from './cast.ts';

export type User = {
  readonly id: number;
  readonly isBot: boolean;
  readonly firstName: string;
  readonly lastName: string | null;
  readonly username: string | null;
  /** Only then may the bot write to this person. */
  started: boolean;
  blocked: boolean;
  deactivated: boolean;
};

export type Member =
  | { readonly status: 'creator' | 'member' | 'left' | 'kicked' }
  | { readonly status: 'administrator'; readonly rights: Readonly<Record<string, boolean>> }
  | { readonly status: 'restricted'; readonly maySend: boolean };

export type Topic = { readonly name: string; closed: boolean; deleted: boolean };

export type Chat = {
  readonly id: number;
  readonly kind: 'private' | 'group' | 'supergroup' | 'channel';
  readonly title: string;
  /** A public one can be looked at by anybody. */
  readonly username: string | null;
  readonly members: Map<number, Member>;
  /** Of a forum; null elsewhere. */
  readonly topics: Map<number, Topic> | null;
  /** The supergroup that this group became. */
  movedTo: number | null;
  /** Oldest first. */
  readonly messages: Message[];
  /** Of a supergroup or a channel, which number their messages themselves. */
  lastMessageId: number;
};

/** A text with the entities that stand in it, as Telegram keeps it. */
export type Formatted = { readonly text: string; readonly entities: readonly Json[] };

export type Message = {
  readonly id: number;
  readonly chat: number;
  readonly topic: number | null;
  /** Null in a channel. */
  readonly from: number | null;
  /** The chat in whose name it was sent: a channel post, an anonymous administrator. */
  readonly senderChat: number | null;
  readonly atMs: number;
  /** Sent by the bot of this fake. */
  readonly own: boolean;
  readonly replyTo: number | null;
  readonly silent: boolean;
  /** A photo or a document has a caption instead of a text. */
  readonly media: Json | null;
  /** What a service message says, and what else comes with one that was sent otherwise than by typing. */
  readonly more: Json;
  content: Formatted;
  keyboard: readonly (readonly Json[])[] | null;
  /** Keyboards that stood there before each edit, newest first: somebody may still look at one. */
  earlier: readonly (readonly (readonly Json[])[])[];
  /** Asks its readers for a reply. */
  readonly forceReply: Json | null;
  /** Of the bot. */
  reaction: Json | null;
  previews: boolean;
  editedAtMs: number | null;
  edits: number;
  deleted: boolean;
};

/** A press of a button: its presser sees it spinning until it is answered. */
export type CallbackQuery = {
  readonly id: string;
  readonly user: number;
  readonly chat: number;
  readonly message: number;
  readonly data: string;
  readonly pressedAtMs: number;
  answer: { readonly text: string; readonly alert: boolean } | null;
};

/** One call of the bot: what it asked, and what it was answered (or which fault it met). */
export type Call = { readonly atMs: number; readonly method: string; readonly args: Json; outcome: string; reply: Json | null };

/** Everything that Telegram knows, but the updates that wait. */
export type State = {
  readonly clock: FakeClock;
  readonly bot: typeof bot;
  token: 'valid' | 'revoked';
  readonly users: Map<number, User>;
  readonly chats: Map<number, Chat>;
  readonly queries: Map<string, CallbackQuery>;
  /** What one person alone was shown, in its order. */
  readonly alone: Alone[];
  /** By scope and language. */
  readonly commands: Map<string, readonly Json[]>;
  readonly files: Map<string, Buffer>;
  readonly calls: Call[];
  /** What real Telegram would let pass, but no careful bot sends. */
  readonly warnings: string[];
  /** Whether messages that come too fast are refused. */
  enforcesRates: boolean;
  readonly nextMessageId: (chat: Chat) => number;
  readonly nextId: () => string;
};

export type Alone =
  | { readonly kind: 'answer'; readonly user: number; readonly query: CallbackQuery }
  | { readonly kind: 'message'; readonly user: number; readonly message: Message };

/** A Telegram with people of each kind: see `cast.ts`. */
export function createState(clock: FakeClock): State {
  // Numbers of one opening are not those of another, which a service that outlived it may have kept.
  const opening = Math.floor(clock.nowMs() / 1_000) % 10_000_000;
  let lastMessageId = opening;
  let lastId = BigInt(opening) * 1_000_000_000n;
  return {
    clock,
    bot,
    token: 'valid',
    users: new Map(theUsers().map((user) => [user.id, user])),
    chats: new Map(theChats().map((chat) => [chat.id, chat])),
    queries: new Map(),
    alone: [],
    commands: new Map(),
    files: new Map(),
    calls: [],
    warnings: [],
    enforcesRates: false,
    nextMessageId(chat) {
      if (chat.kind === 'private' || chat.kind === 'group') {
        lastMessageId += 1;
        return lastMessageId;
      }
      chat.lastMessageId = Math.max(chat.lastMessageId, opening) + 1;
      return chat.lastMessageId;
    },
    nextId() {
      lastId += 1n;
      return String(lastId);
    },
  };
}

export function messageIn(chat: Chat, id: number): Message | undefined {
  return chat.messages.find((message) => message.id === id && !message.deleted);
}
