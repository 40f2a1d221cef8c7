import { z } from 'zod';
import type { Said, Standing } from '../port.ts';
import { discordLimits } from './limits.ts';

/** An id of Discord. */
export const snowflake = z.string().regex(/^\d{1,20}$/);

/** A dispatch of the gateway as it is kept, with what it means only together with: who the bot is, and which channel a thread is in. */
export const dispatched = z.object({
  t: z.string(),
  d: z.unknown().optional(),
  self: z.string().nullable(),
  parent: snowflake.nullable(),
});

export type Dispatched = z.infer<typeof dispatched>;

/** By what an interaction is answered: within 3 s first, and within 15 minutes after that. */
export type Ticket = {
  readonly id: string;
  readonly token: string;
  readonly application: string;
  /** How its first response is put off: nothing is seen of an `update`, a `reply` shows that something comes. */
  readonly defer: 'update' | 'reply';
};

/** What came from Discord and concerns Gatebell, as far as it is understood before anybody is asked. */
export type Arrival = {
  /** The id under which it is kept: the same when it comes again, live, replayed or read back. */
  readonly id: string;
  readonly user: string;
  readonly guild: string | null;
  readonly channel: string;
  readonly addresses: readonly string[];
  readonly thread: string | null;
  readonly said: Said;
  /** When it was said, as Discord says it or as it was kept; null: just now. */
  readonly saidAtMs: number | null;
  /** Null for messages. */
  readonly ticket: Ticket | null;
  /** What the payload itself says of its sender; null where it says nothing and Discord has to be asked. */
  readonly standing: Standing | null;
};

/** A typed line, as it was typed. */
export function lineSaid(text: string): Said {
  const line = text.trim();
  return line.length > discordLimits.inputCharsMax ? tooLong() : { kind: 'line', text: line };
}

export function tooLong(): Said {
  return { kind: 'unreadable', why: `That is longer than ${discordLimits.inputCharsMax} characters, so nothing was done. Say it shorter.` };
}

/** Every address by which a route may name the place, and its thread: `parent` is its channel, and a route may name it by itself. */
export function placeOf(where: {
  readonly channel: string;
  readonly parent: string | null;
  readonly guild: string | null;
  readonly user: string;
}): Pick<Arrival, 'addresses' | 'thread'> {
  if (where.guild === null) return { addresses: [where.channel, `user:${where.user}`], thread: null };
  if (where.parent !== null) return { addresses: [where.parent, where.channel], thread: where.channel };
  return { addresses: [where.channel], thread: null };
}
