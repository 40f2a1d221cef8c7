import { heldUntil } from '../src/gate/gate.ts';
import type { GateId } from '../src/ids.ts';
import type { Reads } from '../src/ports.ts';
import type { Post } from '../src/post/post.ts';
import type { Route } from '../src/post/route.ts';
import type { Instant } from '../src/time.ts';
import { buttonsOf } from './buttons.ts';
import { cardOf } from './card-facts.ts';
import { digestOf } from './digest-facts.ts';
import { noticeText, troubleText } from './notice.ts';
import type { Outgoing } from './port.ts';
import type { TokenCodec } from './token.ts';

/**
 * A post as it should stand now. `revision` is what an answer given to it is bound to (0 for what is no card), `shows` what whoever
 * sees it knows of gates. `ended`: why it is not put any more.
 */
export type Drawn = {
  readonly route: Route;
  readonly outgoing: Outgoing;
  readonly revision: number;
  readonly shows: readonly { readonly gate: GateId; readonly revision: number }[];
  readonly refreshAt: Instant | null;
  readonly ended: string | null;
};

type DrawContext = { readonly reads: Reads; readonly tokens: Pick<TokenCodec, 'write'>; readonly publicUrl?: string | undefined };

const plainly = { revision: 0, shows: [], refreshAt: null };

/** Draws a post from the rows of this moment: no text is ever stored. */
export async function drawPost(
  { reads, tokens, publicUrl }: DrawContext,
  post: Post,
  how: Pick<Outgoing, 'since' | 'repeat' | 'plain'>,
  now: Instant,
): Promise<Drawn> {
  const route = await reads.route(post.route);
  if (route === undefined) throw new Error(`post ${post.id} names route ${post.route}, which is not there`);
  const { subject } = post;
  const zone = await readerZone(reads, route);
  const ended = route.state === 'closed' ? 'the route is closed' : null;
  switch (subject.kind) {
    case 'gate': {
      const gate = await reads.gate(subject.gate);
      if (gate === undefined) throw new Error(`post ${post.id} names gate ${subject.gate}, which is not there`);
      const card = await cardOf(reads, gate, { timeZone: zone, platform: route.platform }, now);
      const buttons = buttonsOf(tokens, gate, route.id, now);
      const outgoing: Outgoing = { kind: 'card', card, buttons, key: post.id, ...how };
      const shows = [{ gate: gate.id, revision: gate.revision }];
      return { route, outgoing, revision: gate.revision, shows, refreshAt: heldUntil(gate, now), ended };
    }
    case 'trouble': {
      const text = await troubleText(reads, subject, zone);
      return { route, outgoing: { kind: 'notice', text, key: post.id, ...how }, ...plainly, ended };
    }
    case 'digest': {
      const digest = await reads.digest(subject.digest);
      if (digest === undefined) throw new Error(`post ${post.id} names digest ${subject.digest}, which is not there`);
      const { post: drawn, shows, refreshAt } = await digestOf({ reads, tokens, publicUrl, timeZone: zone }, digest, route, now);
      // What was never put is told in the next digest, so it is not told here too.
      const told = post.message === null && digest.included_in !== null ? `it is told in ${digest.included_in}` : ended;
      return { route, outgoing: { kind: 'digest', digest: drawn, key: post.id, ...how }, revision: 0, shows, refreshAt, ended: told };
    }
    case 'notice': {
      const [entry] = await reads.entriesByPosition(subject.position - 1, 1);
      if (entry?.position !== subject.position) throw new Error(`post ${post.id} names entry ${subject.position}, which is not there`);
      const text = await noticeText(reads, entry, zone);
      return { route, outgoing: { kind: 'notice', text, key: post.id, ...how }, ...plainly, ended };
    }
  }
}

/** The zone of the one person who reads this route, or null when many do. */
export async function readerZone(reads: Pick<Reads, 'person'>, route: Route): Promise<string | null> {
  return route.person === null ? null : ((await reads.person(route.person))?.time_zone ?? null);
}
