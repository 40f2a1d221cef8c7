import { heldUntil } from '../src/gate/gate.ts';
import type { Reads } from '../src/ports.ts';
import type { Post } from '../src/post/post.ts';
import type { Route } from '../src/post/route.ts';
import type { Instant } from '../src/time.ts';
import { cardOf } from './card-facts.ts';
import { noticeText } from './notice.ts';
import type { Outgoing } from './port.ts';

/** A post as it should stand now. `revision` is what an answer given to it is bound to (0 for a notice). */
export type Drawn = {
  readonly route: Route;
  readonly outgoing: Outgoing;
  readonly revision: number;
  readonly refreshAt: Instant | null;
};

/** Draws a post from the rows of this moment: no text is ever stored. */
export async function drawPost(reads: Reads, post: Post, repeat: boolean, now: Instant): Promise<Drawn> {
  const route = await reads.route(post.route);
  if (route === undefined) throw new Error(`post ${post.id} names route ${post.route}, which is not there`);
  const { subject } = post;
  switch (subject.kind) {
    case 'gate': {
      const gate = await reads.gate(subject.gate);
      if (gate === undefined) throw new Error(`post ${post.id} names gate ${subject.gate}, which is not there`);
      const card = await cardOf(reads, gate, await readerZone(reads, route), now);
      return { route, outgoing: { kind: 'card', card, repeat }, revision: gate.revision, refreshAt: heldUntil(gate, now) };
    }
    case 'notice': {
      const [entry] = await reads.entriesByPosition(subject.position - 1, 1);
      if (entry?.position !== subject.position) throw new Error(`post ${post.id} names entry ${subject.position}, which is not there`);
      const text = await noticeText(reads, entry, await readerZone(reads, route));
      return { route, outgoing: { kind: 'notice', text, repeat }, revision: 0, refreshAt: null };
    }
  }
}

/** The zone of the one person who reads this route, or null when many do. */
export async function readerZone(reads: Pick<Reads, 'person'>, route: Route): Promise<string | null> {
  return route.person === null ? null : ((await reads.person(route.person))?.time_zone ?? null);
}
