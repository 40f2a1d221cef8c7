import { z } from 'zod';

const proof = z.looseObject({ text: z.string(), strength: z.string(), made_at: z.string(), stale_because: z.string().nullable() });

const number = z.looseObject({ value: z.number(), query: z.string(), with: z.looseObject({}) });

const line = z.looseObject({
  text: z.string(),
  number: number.nullable(),
  receipt: z.looseObject({ id: z.string(), seq: z.number() }).nullable(),
  evidence: z.array(proof),
  since: z.string().nullable(),
  on: z.array(z.string()),
});

/** A digest as the service shows it. */
export const digestShape = z.looseObject({
  id: z.string(),
  goal_slug: z.string(),
  at: z.string(),
  from_seq: z.number(),
  to_seq: z.number(),
  hash: z.string(),
  blocks: z.array(z.looseObject({ heading: z.string(), lines: z.array(line) })),
});

export type DigestShape = z.infer<typeof digestShape>;

/** A digest as lines for a person. */
export function digestLines({ id, goal_slug, at, from_seq, to_seq, hash, blocks }: DigestShape): readonly string[] {
  return [
    `Digest ${id} of ${goal_slug}, ${at}`,
    ...blocks.flatMap(({ heading, lines }) => [heading, ...lines.flatMap(linesOf)]),
    `Checked at seq ${to_seq}; tells what came after seq ${from_seq}. SHA-256 ${hash}`,
  ];
}

function linesOf({ number: counted, text, receipt, since, on, evidence }: z.infer<typeof line>): readonly string[] {
  const waits = [...(since === null ? [] : [`since ${since}`]), ...(on.length === 0 ? [] : [`on ${on.join(', ')}`])];
  const said = [`${counted === null ? '' : `${counted.value} `}${text}`, ...waits].join(', ');
  return [
    `  ${said}${receipt === null ? '' : ` (seq ${receipt.seq}, ${receipt.id})`}`,
    ...evidence.map(
      (one) => `    ${one.strength}, ${one.made_at}${one.stale_because === null ? '' : `, stale: ${one.stale_because}`}: ${one.text}`,
    ),
  ];
}
