import type { Digest } from '../src/digest/digest.ts';
import { heldUntil } from '../src/gate/gate.ts';
import type { Gate } from '../src/gate/gate.ts';
import type { GateId } from '../src/ids.ts';
import type { Reads } from '../src/ports.ts';
import type { Route } from '../src/post/route.ts';
import { earliest } from '../src/time.ts';
import type { Instant } from '../src/time.ts';
import { buttonsOf } from './buttons.ts';
import { cardOf } from './card-facts.ts';
import type { DigestFacts, DigestPost } from './digest.ts';
import { drawDigest } from './digest.ts';
import type { TokenCodec } from './token.ts';

/** The gates that a digest asks about, as they stand now. */
export async function gatesOf(reads: Pick<Reads, 'gate'>, { blocks }: Pick<Digest, 'blocks'>): Promise<readonly Gate[]> {
  const asking = blocks.filter(({ kind }) => kind === 'needs-you').flatMap(({ lines }) => lines.flatMap(({ shows }) => shows));
  const gates: Gate[] = [];
  for (const { id } of asking) {
    const gate = await reads.gate(id as GateId); // written from one
    if (gate !== undefined) gates.push(gate);
  }
  return gates;
}

type Drawing = {
  readonly reads: Reads;
  readonly tokens: Pick<TokenCodec, 'write'>;
  readonly publicUrl: string | undefined;
  readonly timeZone: string | null;
};

/** Draws a digest for a route: its lines as they were written, its gates as they stand. */
export async function digestOf(drawing: Drawing, digest: Digest, route: Route, now: Instant) {
  const { reads, tokens, publicUrl, timeZone } = drawing;
  const [goal] = await reads.goalsById([digest.goal]);
  if (goal === undefined) throw new Error(`digest ${digest.id} belongs to ${digest.goal}, which is not there`);
  const asked = await gatesOf(reads, digest);
  const gates = new Map<string, NonNullable<DigestPost['blocks'][number]['gate']>>();
  for (const gate of asked) {
    const card = await cardOf(reads, gate, { timeZone, platform: route.platform }, now);
    gates.set(gate.id, { card, buttons: buttonsOf(tokens, gate, route.id, now) });
  }
  const facts: DigestFacts = { goal, timeZone: timeZone ?? goal.time_zone, publicUrl: publicUrl?.replace(/\/+$/, '') ?? null, gates };
  return {
    post: drawDigest(digest, facts),
    shows: asked.map(({ id, revision }) => ({ gate: id, revision })),
    refreshAt: earliest(asked.flatMap((gate) => heldUntil(gate, now) ?? [])) ?? null,
  };
}
