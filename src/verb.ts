import type { z } from 'zod';
import type { Actor, ActorKind } from './actor.ts';
import { actorName } from './actor.ts';
import type { Event, Place } from './ledger/event.ts';
import type { Receipt } from './ledger/entry.ts';
import type { Id, IdKind, Stream } from './ids.ts';
import type { CronBook, Reads } from './ports.ts';
import type { Instant } from './time.ts';

/**
 * What a verb has while it runs: one write transaction, seen from inside.
 * A verb awaits nothing but `tx.reads`; reads are refused after the first append; `now` is fixed.
 * Replies and refusals leave only after the commit; a Refusal leaves nothing behind.
 */
export type Tx = {
  readonly actor: Actor;
  readonly now: Instant;
  readonly commandId: string;
  readonly reads: Reads;
  /** Appends one entry to a stream and evolves its fact rows. Gives the entry's receipt. */
  append(stream: Stream, event: Event): Receipt;
  newId<Kind extends IdKind>(kind: Kind): Id<Kind>;
  /** A fresh credential with this prefix: the text to show once, and the SHA-256 to keep. */
  newSecret(prefix: string): { readonly text: string; readonly hash: string };
  /** A fresh login code that people can type: 16 letters and digits without look-alikes (80 bits), in groups of four; and its SHA-256. */
  newCode(): { readonly text: string; readonly hash: string };
  /** A secret that both sides must hold: made from one that the installation keeps, the same each time for the same name. */
  derivedSecret(name: string): string;
  /** What a cron expression means. */
  readonly cron: CronBook;
  /** SHA-256, lower-case hex, of UTF-8 text. */
  sha256(text: string): string;
  /** SHA-256, lower-case hex, of the canonical JSON (RFC 8785) of a value. */
  digest(value: unknown): string;
};

export type Verb<Input = unknown, Reply = unknown> = {
  readonly name: string;
  /** One sentence for the docs, the CLI help and the chat help. */
  readonly summary: string;
  readonly callers: readonly ActorKind[];
  /** The reply shows a credential once: it is kept for a replay only sealed. */
  readonly reveals?: boolean;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Reply>;
  readonly run: (tx: Tx, input: Input) => Promise<Reply>;
};

/** What a view has while it runs: reads of committed rows, and the moment they are read at. It writes nothing. */
export type Look = {
  readonly actor: Actor;
  readonly now: Instant;
  readonly reads: Reads;
};

export type View<Input = unknown, Reply = unknown> = {
  readonly name: string;
  readonly summary: string;
  readonly callers: readonly ActorKind[];
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Reply>;
  readonly run: (look: Look, input: Input) => Promise<Reply>;
};

/** Any verb, as a catalog or an engine holds it: what it is given was parsed by its own input schema. */
export type AnyVerb = Omit<Verb, 'input' | 'output' | 'run'> & {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly run: (tx: Tx, input: never) => Promise<unknown>;
};

export type AnyView = Omit<View, 'input' | 'output' | 'run'> & {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly run: (look: Look, input: never) => Promise<unknown>;
};

export function defineVerb<Input, Reply>(verb: Verb<Input, Reply>): Verb<Input, Reply> {
  return verb;
}

export function defineView<Input, Reply>(view: View<Input, Reply>): View<Input, Reply> {
  return view;
}

/** Where an entry stands: to evolve a reply from an event. Before it is appended its seq is not known and reads 0. */
export function placeOf(tx: Tx, receipt?: Receipt): Place {
  return { seq: receipt?.seq ?? 0, at: tx.now, actor: actorName(tx.actor) };
}
