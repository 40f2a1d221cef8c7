import type { Route } from '../src/post/route.ts';
import type { GateCard } from './card.ts';

/** Where on a platform: the address (and thread) of a route. */
export type Place = Pick<Route, 'id' | 'address' | 'thread'>;

/** What is put on a platform. `repeat`: it may stand there already, because an earlier attempt was lost sight of; the message says so. */
export type Outgoing =
  | { readonly kind: 'card'; readonly card: GateCard; readonly repeat: boolean }
  | { readonly kind: 'notice'; readonly text: string; readonly repeat: boolean };

/**
 * What became of a post or an edit. Never thrown. `message` is the platform's own name of what stands there now.
 * `unknown`: it may have arrived. `failed`: it did not: `retry-later` (after `retryInMs` when the platform named a time),
 * `broken-channel` (nothing can be put there until somebody mends it), `gone` (the message to edit was deleted),
 * `rejected` (the platform will never take this message).
 */
export type Put =
  | { readonly result: 'sent'; readonly message: string }
  | { readonly result: 'unknown'; readonly reason: string }
  | { readonly result: 'failed'; readonly reason: string; readonly as: 'retry-later'; readonly retryInMs?: number }
  | { readonly result: 'failed'; readonly reason: string; readonly as: 'broken-channel' | 'gone' | 'rejected' };

/** What came from a person, before it is understood. `account` is the platform's immutable id of who sent it. */
export type Press = {
  readonly account: string;
  readonly said: { readonly kind: 'line'; readonly text: string } | { readonly kind: 'unreadable'; readonly why: string };
};

/** What the presser alone is told: each of `lines` stays one line, whatever stands in it. `card` is shown under them. */
export type Private = { readonly lines: readonly string[]; readonly card: GateCard | null };

export type Traits = {
  readonly platform: Route['platform'];
  readonly limits: {
    /** Longest line that is taken from a person, in UTF-16 units. */
    readonly inputCharsMax: number;
    /** Longest line that is put, in code points. */
    readonly outputCharsMax: number;
  };
  readonly abilities: {
    /** An edit changes the message where it stands; otherwise it is one more line. */
    readonly editsInPlace: boolean;
  };
};

/**
 * One chat platform. The whole of what Gatebell needs of it: an adapter decides nothing, keeps nothing that must last,
 * and encodes every text that it is given, because each may come from a stranger.
 */
export type Platform = {
  readonly traits: Traits;
  /** Names the one listener. Called once, before `start`. */
  listen(onPress: (press: Press) => Promise<void>): void;
  /** Begins to receive. Presses of one account reach the listener one after the other. */
  start(): Promise<void>;
  /** Receives no more; what is being heard ends first. A second call does nothing. */
  stop(): Promise<void>;
  /** Puts a new message. Never repeated by the adapter itself. */
  post(place: Place, outgoing: Outgoing): Promise<Put>;
  /** Makes a message, by the name that its last `sent` gave, show this and nothing else. The same edit twice is harmless. */
  edit(place: Place, message: string, outgoing: Outgoing): Promise<Put>;
  /** Tells the platform that the press came. Best effort: never rejects. */
  acknowledge(press: Press): Promise<void>;
  /** Tells the presser alone what came of it, or why it was refused. Best effort: never rejects. */
  tellPrivately(press: Press, told: Private): Promise<void>;
};
