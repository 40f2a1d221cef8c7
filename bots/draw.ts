import { heldUntil } from '../src/gate/gate.ts';
import type { Reads } from '../src/ports.ts';
import type { Post } from '../src/post/post.ts';
import type { Route } from '../src/post/route.ts';
import type { Instant } from '../src/time.ts';
import { buttonsOf } from './buttons.ts';
import { cardOf } from './card-facts.ts';
import { noticeText, troubleText } from './notice.ts';
import type { Outgoing } from './port.ts';
import type { TokenCodec } from './token.ts';

/** A post as it should stand now. `revision` is what an answer given to it is bound to (0 for a notice). */
export type Drawn = {
  readonly route: Route;
  readonly outgoing: Outgoing;
  readonly revision: number;
  readonly refreshAt: Instant | null;
};

type DrawContext = { readonly reads: Reads; readonly tokens: Pick<TokenCodec, 'write'> };

/** Draws a post from the rows of this moment: no text is ever stored. */
export async function drawPost(
  { reads, tokens }: DrawContext,
  post: Post,
  how: Pick<Outgoing, 'since' | 'repeat' | 'plain'>,
  now: Instant,
): Promise<Drawn> {
  const route = await reads.route(post.route);
  if (route === undefined) throw new Error(`post ${post.id} names route ${post.route}, which is not there`);
  const { subject } = post;
  const zone = await readerZone(reads, route);
  switch (subject.kind) {
    case 'gate': {
      const gate = await reads.gate(subject.gate);
      if (gate === undefined) throw new Error(`post ${post.id} names gate ${subject.gate}, which is not there`);
      const card = await cardOf(reads, gate, { timeZone: zone, platform: route.platform }, now);
      const buttons = buttonsOf(tokens, gate, route.id, now);
      const outgoing: Outgoing = { kind: 'card', card, buttons, key: post.id, ...how };
      return { route, outgoing, revision: gate.revision, refreshAt: heldUntil(gate, now) };
    }
    case 'trouble': {
      const text = await troubleText(reads, subject, zone);
      return { route, outgoing: { kind: 'notice', text, key: post.id, ...how }, revision: 0, refreshAt: null };
    }
    case 'notice': {
      const [entry] = await reads.entriesByPosition(subject.position - 1, 1);
      if (entry?.position !== subject.position) throw new Error(`post ${post.id} names entry ${subject.position}, which is not there`);
      const text = await noticeText(reads, entry, zone);
      return { route, outgoing: { kind: 'notice', text, key: post.id, ...how }, revision: 0, refreshAt: null };
    }
  }
}

/** The zone of the one person who reads this route, or null when many do. */
export async function readerZone(reads: Pick<Reads, 'person'>, route: Route): Promise<string | null> {
  return route.person === null ? null : ((await reads.person(route.person))?.time_zone ?? null);
}
