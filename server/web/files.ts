import { notFound } from '../../src/refusal.ts';
import { diffLimits } from './diff.tsx';
import { isDiff, shownInline } from './file-types.ts';
import type { GateFacts } from './gate-facts.ts';
import type { Visit } from './visit.ts';

/** Whatever a file claims to be, it runs nothing, asks for nothing and is never taken for a page of ours. */
const fileHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, max-age=31536000, immutable',
} as const;

/** `GET /files/:sha256`: the bytes of evidence, checked against their digest. */
export async function filePage({ parts, context }: Visit): Promise<Response> {
  const sha256 = context.req.param('sha256') ?? '';
  const known = /^[0-9a-f]{64}$/.test(sha256) ? await parts.kernel.reads.file(sha256) : undefined;
  const whole = known === undefined ? undefined : await parts.files.openWhole(sha256);
  if (known === undefined || whole === undefined) throw notFound('file', sha256.slice(0, 80), 'in this installation');
  const inline = shownInline(known.media_type);
  const headers = {
    ...fileHeaders,
    'content-type': inline ?? 'application/octet-stream',
    'content-length': String(whole.size),
    'content-disposition': inline === undefined ? `attachment; filename="${sha256.slice(0, 16)}"` : 'inline',
  };
  if (context.req.raw.method !== 'HEAD') return new Response(whole.bytes, { status: 200, headers });
  await whole.bytes.cancel();
  return new Response(null, { status: 200, headers });
}

/** The texts of the diffs among the evidence, as far as all together are small enough to be shown; the others are downloaded. */
export async function withDiffs({ parts }: Pick<Visit, 'parts'>, facts: Omit<GateFacts, 'diffs'>): Promise<GateFacts> {
  const diffs = new Map<string, string>();
  let left: number = diffLimits.bytesMax;
  for (const { id, proof } of facts.evidence) {
    if (proof.kind !== 'artifact' || !isDiff(proof)) continue;
    const size = facts.files.get(proof.sha256)?.size ?? Number.POSITIVE_INFINITY;
    const whole = size > left ? undefined : await parts.files.openWhole(proof.sha256);
    if (whole === undefined) continue;
    left -= size;
    diffs.set(id, await new Response(whole.bytes).text());
  }
  return { ...facts, diffs };
}
