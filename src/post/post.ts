import { z } from 'zod';
import { idOf } from '../ids.ts';
import { instantText } from '../time.ts';
import type { Instant } from '../time.ts';

/**
 * What a post is about: a gate's card, kept true by edits; a notice of an entry, put once; word that a route is broken, until it is
 * mended; a digest, in which the gates are kept true.
 */
export const postSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('gate'), gate: idOf('gate') }),
  z.object({ kind: z.literal('notice'), position: z.number().int() }),
  z.object({ kind: z.literal('trouble'), route: idOf('route'), since: instantText }),
  z.object({ kind: z.literal('digest'), digest: idOf('digest') }),
]);

export type PostSubject = z.infer<typeof postSubject>;

/**
 * One copy of a card or notice on a route: an operational row. The writer raises `wanted` in the transaction of the event;
 * the reconciler brings `put` up to it. `message` is the platform's own name of what was put and `revision` the revision of the
 * question that it shows (0 for a notice). While a put is not through: `since` is when it was first attempted, `doubts` how many
 * attempts were lost sight of, `faults` how often in a row the platform failed inside in the same way. `refresh_at` is when a card
 * changes by time alone (the end of a hold). `version` guards progress alone: each `mark` raises it by one, and raising
 * `wanted` leaves `version`, `state`, `message` and `reason` as they are (a send may be under way), sets `due_at` to now
 * and `attempts` to 0. A `mark` of `sending` raises `attempts` and keeps `reason`.
 */
export const post = z.object({
  id: z.string(),
  subject: postSubject,
  route: idOf('route'),
  wanted: z.number().int(),
  put: z.number().int(),
  state: z.enum(['wanted', 'sending', 'sent', 'unknown', 'failed']),
  message: z.string().nullable(),
  revision: z.number().int(),
  since: instantText.nullable(),
  doubts: z.number().int(),
  faults: z.number().int(),
  reason: z.string().nullable(),
  attempts: z.number().int(),
  due_at: instantText,
  refresh_at: instantText.nullable(),
  version: z.number().int(),
});

export type Post = z.infer<typeof post>;

/** What the reconciler records of a post: before it calls the platform, and after. */
export type PostProgress =
  | { readonly state: 'sending'; readonly since: Instant }
  | {
      readonly state: 'sent';
      readonly put: number;
      readonly message: string;
      readonly revision: number;
      readonly refresh_at: Instant | null;
    }
  /** `doubts` and `faults` stay as they were when they are not named. */
  | {
      readonly state: 'unknown' | 'failed';
      readonly reason: string;
      readonly due_at: Instant;
      readonly doubts?: number;
      readonly faults?: number;
    };

/** The wanted posts, as the reconciler sees them. */
export type Posts = {
  /** Posts whose platform shows less than is wanted, or whose `refresh_at` passed, and that are due: oldest first, in any state. */
  due(now: Instant, limit: number): Promise<readonly Post[]>;
  /** The earliest moment after `now` at which a post becomes due by time, if any will. */
  nextDueAt(now: Instant): Promise<Instant | undefined>;
  /** Records progress if the row is still at `version`; false when it moved on. */
  mark(post: Pick<Post, 'id' | 'version'>, progress: PostProgress): Promise<boolean>;
};
