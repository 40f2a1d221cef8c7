import type { Instant } from '../time.ts';
import { plusMs, second } from '../time.ts';
import type { Todo } from '../todo/todo.ts';
import type { Evidence } from './evidence.ts';

export const strengths = ['verified', 'reported', 'stated'] as const;

export type Strength = (typeof strengths)[number];

/**
 * What a proof is worth for what `doer` did (an actor's name, or null when nobody did it): `verified` comes from another than the
 * doer, `reported` is a record of the doer's own, `stated` is words.
 */
export function strengthOf({ proof, by }: Pick<Evidence, 'proof' | 'by'>, doer: string | null): Strength {
  if (proof.kind === 'statement') return 'stated';
  if (doer !== null && by !== doer) return 'verified';
  switch (proof.kind) {
    case 'command':
      return proof.stdout_sha256 === undefined ? 'stated' : 'reported';
    case 'observation':
      return 'stated';
    case 'tests':
    case 'change':
    case 'artifact':
    case 'metric':
      return 'reported';
  }
}

/** Why a proof proves nothing any more, or null. `subject` is the todo that it names, as it stands now. */
export function staleBecause(
  { proof, made_at }: Evidence,
  subject: Pick<Todo, 'id' | 'revision'> | undefined,
  now: Instant,
): string | null {
  const { valid_for_s, subject: named, subject_rev } = proof;
  if (valid_for_s !== undefined && plusMs(made_at, valid_for_s * second) <= now) return 'its time is up';
  const moved = named !== undefined && named === subject?.id && subject_rev !== undefined && subject_rev !== String(subject.revision);
  return moved ? `it is about revision ${subject_rev}, and this is revision ${subject.revision}` : null;
}

/** A proof in a few words. They may come from an agent. */
export function proofWords({ proof }: Pick<Evidence, 'proof'>): string {
  switch (proof.kind) {
    case 'command':
      return `${proof.argv.join(' ')}: exit code ${proof.exit_code}`;
    case 'tests':
      return `${proof.tool}: ${proof.passed} passed, ${proof.failed} failed, ${proof.skipped} skipped`;
    case 'change':
      return `${proof.repo} at ${proof.commit}${proof.url === undefined ? '' : `, ${proof.url}`}`;
    case 'artifact':
      return `${proof.name} (${proof.media_type})`;
    case 'metric':
      return `${proof.name}: ${proof.value} ${proof.unit}, ${proof.better} is better`;
    case 'observation':
      return `${proof.url}: ${proof.text}`;
    case 'statement':
      return proof.text;
  }
}
