import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { EvidenceId, GoalId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import { instantText } from '../time.ts';
import { limits } from '../limits.ts';
import { laterField } from '../later.ts';

const sha256Text = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hex digits');
const count = z.number().int().min(0).max(1e9);
const words = (max: number) => z.string().min(1).max(max);

/** Agents write it and people follow it, so it leads to the web and nowhere else. */
const webAddress = z.url({ protocol: /^https?$/ }).max(1_000);

const common = {
  subject: words(300).optional(),
  subject_rev: words(120).optional(),
  valid_for_s: z
    .number()
    .int()
    .min(1)
    .max(366 * 86_400)
    .optional(),
  shows: laterField(),
};

/** A proof record, as it comes in. Addressed by the SHA-256 of its canonical JSON. */
export const proof = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('command'),
    argv: z.array(words(1_000)).min(1).max(limits.argvMax),
    exit_code: z.number().int(),
    duration_ms: count.optional(),
    stdout_sha256: sha256Text.optional(),
    excerpt: z.string().max(limits.excerptMax).optional(),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('tests'),
    tool: words(80),
    passed: count,
    failed: count,
    skipped: count,
    excerpt: z.string().max(limits.excerptMax).optional(),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('change'),
    repo: words(300),
    commit: words(80),
    base: words(80).optional(),
    files: count.optional(),
    added: count.optional(),
    removed: count.optional(),
    url: webAddress.optional(),
    ...common,
  }),
  z.strictObject({ kind: z.literal('artifact'), sha256: sha256Text, media_type: words(120), name: words(200), ...common }),
  z.strictObject({
    kind: z.literal('metric'),
    name: words(120),
    value: z.number(),
    unit: words(40),
    baseline: z.number().optional(),
    better: z.enum(['higher', 'lower']),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('observation'),
    url: webAddress,
    observed_at: z.iso.datetime({ offset: true }),
    text: words(limits.excerptMax),
    ...common,
  }),
  z.strictObject({ kind: z.literal('statement'), text: words(limits.excerptMax), ...common }),
]);

export type Proof = z.infer<typeof proof>;

export const evidenceKinds = ['command', 'tests', 'change', 'artifact', 'metric', 'observation', 'statement'] as const;

/** A kept proof. `attached` is false for what a lapsed turn brought: it is kept, but supports nothing. */
export const evidence = z.object({
  id: idOf('evidence'),
  goal: idOf('goal'),
  kind: z.enum(evidenceKinds),
  proof,
  by: z.string(),
  turn: idOf('turn').nullable(),
  todo: idOf('todo').nullable(),
  attached: z.boolean(),
  made_at: instantText,
  seq: z.number().int(),
});

export type Evidence = z.infer<typeof evidence>;

export type EvidenceEvent =
  | ({ readonly type: 'evidence-added'; readonly evidence: EvidenceId; readonly goal: GoalId } & Pick<
      Evidence,
      'proof' | 'turn' | 'todo' | 'attached'
    >)
  | FileEvent;

/** A file's bytes stand in the files folder under their SHA-256; this is what is known of them. */
export const file = z.object({ sha256: z.string(), size: z.number().int(), media_type: z.string(), at: instantText });

export type File = z.infer<typeof file>;

export type FileEvent = { readonly type: 'file-kept' } & Pick<File, 'sha256' | 'size' | 'media_type'>;

export function evolveEvidence(
  before: Evidence | undefined,
  event: Extract<EvidenceEvent, { type: 'evidence-added' }>,
  place: Place,
): Evidence {
  if (before?.attached) return before;
  const { type: _, evidence: id, ...kept } = event;
  return { id, ...kept, kind: event.proof.kind, by: place.actor, made_at: place.at, seq: place.seq };
}

export function evolveFile(before: File | undefined, event: FileEvent, place: Place): File {
  return before ?? { sha256: event.sha256, size: event.size, media_type: event.media_type, at: place.at };
}
