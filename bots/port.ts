import type { Route } from '../src/post/route.ts';
import type { Instant } from '../src/time.ts';
import type { GateCard } from './card.ts';
import type { DigestPost } from './digest.ts';

/** Where on a platform: the address (and thread) of a route. */
export type Place = Pick<Route, 'id' | 'address' | 'thread'>;

/** The tokens behind what can be pressed on a card. A card with nothing to press has no options, no form and no undo. */
export type Buttons = {
  /** One token for each option of the card, in its order; empty when none may be pressed. */
  readonly options: readonly string[];
  /** Opens the form of a gate that takes a text. */
  readonly form: string | null;
  /** Takes a held answer back. */
  readonly undo: string | null;
};

export const noButtons: Buttons = { options: [], form: null, undo: null };

type Told = {
  /** Names the post, the same at each attempt: what a platform is asked for by read-back. */
  readonly key: string;
  /** When it was first attempted. */
  readonly since: Instant;
  /**
   * It may stand there already, because an earlier attempt was lost sight of. An adapter that can read back looks first, from
   * `since` on, and brings what it finds up to date; only when it read all of that and found nothing does it put it anew, marked.
   */
  readonly repeat: boolean;
  /** The platform failed twice in the same way at the full form: only its plain text is put, without buttons. */
  readonly plain: boolean;
};

/** What is put on a platform. */
export type Outgoing =
  | ({ readonly kind: 'card'; readonly card: GateCard; readonly buttons: Buttons } & Told)
  | ({ readonly kind: 'notice'; readonly text: string } & Told)
  /** One message: an adapter shows as many of its blocks as fit (bots/digest-fit.ts), and where the rest is. */
  | ({ readonly kind: 'digest'; readonly digest: DigestPost } & Told);

/**
 * What became of a post or an edit. Never thrown. `message` is the platform's own name of what stands there now, unique on it.
 * `unknown`: it may have arrived. `failed`: it did not: `retry-later` (after `retryInMs` when the platform named a time;
 * `ownFault` when it failed inside, a 5xx), `broken-channel` (nothing can be put there until somebody does what `fix` says),
 * `gone` (the message to edit was deleted), `rejected` (the platform will never take this message).
 */
export type Put =
  | { readonly result: 'sent'; readonly message: string }
  | { readonly result: 'unknown'; readonly reason: string; readonly ownFault?: boolean }
  | {
      readonly result: 'failed';
      readonly reason: string;
      readonly as: 'retry-later';
      readonly retryInMs?: number;
      readonly ownFault?: boolean;
    }
  | { readonly result: 'failed'; readonly reason: string; readonly as: 'broken-channel'; readonly fix: string }
  | { readonly result: 'failed'; readonly reason: string; readonly as: 'gone' | 'rejected' };

/** What somebody did, before it is understood. Texts are what the person wrote, without the platform's escapes. */
export type Said =
  /** A typed command. */
  | { readonly kind: 'line'; readonly text: string }
  /** A button or a menu. */
  | { readonly kind: 'token'; readonly token: string }
  /** A submitted form; `token` is the one that opened it. */
  | { readonly kind: 'form'; readonly token: string; readonly text: string }
  /**
   * A reply to a message (`direct`), or one in the thread of a message, where it may mean another that stands there. Edited replies
   * and those of bots are never told as one.
   */
  | { readonly kind: 'reply'; readonly message: string; readonly direct: boolean; readonly text: string }
  /** A shortcut that was called on a message. */
  | { readonly kind: 'shortcut'; readonly message: string }
  | { readonly kind: 'unreadable'; readonly why: string };

/** What the platform says of an account at this moment. Only a `member` may decide; `unverified`: it could not be asked. */
export type Standing = 'member' | 'guest' | 'bot' | 'stranger' | 'unverified';

/** What came from a person. `account` is the platform's immutable id of who sent it. */
export type Press = {
  /** The platform's own id of the event under which it was kept, or null when it was not kept. */
  readonly id: string | null;
  readonly account: string;
  /** Asked when it matters, after the acknowledgement. Never rejects. */
  readonly standing: () => Promise<Standing>;
  /** Where it came from: every address by which a route may name that place. Null where there is but one place. */
  readonly from: { readonly addresses: readonly string[]; readonly thread: string | null } | null;
  readonly said: Said;
  /** When it was said (Unix time), where that may be long ago: words are bound to the question as it stood then. Absent: just now. */
  readonly saidAtMs?: number;
  /** What the adapter needs to answer there or to open a form; nobody else reads it. */
  readonly trigger?: string;
};

/** What the presser alone is told: each of `lines` stays one line, whatever stands in it. `card` is shown under them. */
export type Private = {
  readonly lines: readonly string[];
  readonly card: { readonly card: GateCard; readonly buttons: Buttons } | null;
  /** Is to be filled in and submitted: a question, the token to submit it with, and how long the text may be. */
  readonly form: { readonly token: string; readonly code: string; readonly question: string; readonly max: number } | null;
};

/** Something that came and was kept as it came, and when (Unix time). */
export type Kept = { readonly id: string; readonly raw: string; readonly keptAtMs: number };

/** What keeps a whole platform from working, and what the operator should do. */
export type Trouble = { readonly reason: string; readonly fix: string };

/** Where an adapter brings what it receives. */
export type Inbox = {
  /**
   * Journals what came, as it came, under the platform's own id of the event: before the platform is told that it arrived.
   * `known`: it came before and is heard already. Rejects when it is not on disk within 500 ms: then the adapter tells the
   * platform of no success, and the presser to press again.
   */
  keep(id: string, raw: string): Promise<'new' | 'known'>;
  /** Hears a press to its end and marks what was kept under its id as done. Never rejects. */
  hear(press: Press): Promise<void>;
  /** What was kept and not done, oldest first: what an adapter hears again in `start`, before anything new. */
  unfinished(): Promise<readonly Kept[]>;
  /** Marks what was kept and is no press. */
  done(id: string): Promise<void>;
  /** The messages of gates that wait for an answer: what an adapter reads the missed replies of, once, when it is connected. */
  openCards(): Promise<readonly string[]>;
  /**
   * Says that what was pressed in this time (Unix times) is lost, where a platform drops presses that nobody fetches: each card
   * that waits for an answer asks to press again.
   */
  away(sinceMs: number, untilMs: number): Promise<void>;
  /** Says that a channel goes by another address from now on: its routes follow, and what stood there is put anew. */
  moved(from: string, to: string): Promise<void>;
  /** Says that something was changed there that may let the bot write again where it could not: it is tried at once. */
  mended(): void;
  /** Tells how the adapter is connected, whenever that changes. `sockets` is null where there are none. */
  status(status: { readonly sockets: number | null; readonly trouble: Trouble | null }): void;
};

export type Traits = {
  readonly platform: Route['platform'];
  /** What stands before a command that is typed here; empty where a line is a command. */
  readonly commandPrefix: string;
  readonly limits: {
    /** Longest line that is taken from a person, in UTF-16 units. */
    readonly inputCharsMax: number;
    /** Longest line that is put, in code points. */
    readonly outputCharsMax: number;
  };
  readonly abilities: {
    /** An edit changes the message where it stands; otherwise it is one more line. */
    readonly editsInPlace: boolean;
    /** Cards carry buttons, forms open, and replies are bound to their message. Otherwise people type lines. */
    readonly buttons: boolean;
    /** What may stand there already is looked for before it is put again. */
    readonly readsBack: boolean;
  };
};

/**
 * One chat platform. The whole of what Gatebell needs of it: an adapter decides nothing, keeps nothing that must last,
 * and encodes every text that it is given, because each may come from a stranger.
 */
export type Platform = {
  readonly traits: Traits;
  /** Names where presses go. Called once, before `start`. */
  listen(inbox: Inbox): void;
  /** Begins to receive. Presses of one account are heard one after the other. */
  start(): Promise<void>;
  /** Receives no more; what is being heard ends first. A second call does nothing. */
  stop(): Promise<void>;
  /** Puts a new message. Never repeated by the adapter itself. */
  post(place: Place, outgoing: Outgoing): Promise<Put>;
  /** Makes a message, by the name that its last `sent` gave, show this and nothing else. The same edit twice is harmless. */
  edit(place: Place, message: string, outgoing: Outgoing): Promise<Put>;
  /** Tells the presser that the press came; opens an empty form when its token is one of a form. Best effort: never rejects. */
  acknowledge(press: Press): Promise<void>;
  /**
   * Tells the presser alone what came of it, or why it was refused, and fills in the form. Best effort: never rejects.
   * Where a form is a message that is replied to, it gives the name of that message; otherwise null.
   */
  tellPrivately(press: Press, told: Private): Promise<string | null>;
};
