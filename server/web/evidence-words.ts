import type { Evidence, Proof } from '../../src/evidence/evidence.ts';
import type { Strength } from '../../src/evidence/strength.ts';
import { staleBecause, strengthOf } from '../../src/evidence/strength.ts';
import type { Todo } from '../../src/todo/todo.ts';
import type { Instant } from '../../src/time.ts';
import { plural } from './words.ts';

export type Verdict = 'bad' | 'good' | 'neutral';

/** What a proof says in a few words, which way it speaks, what it is worth, and whether it still holds: four things, never merged. */
export type Judged = {
  readonly of: Evidence;
  readonly glance: string;
  readonly verdict: Verdict;
  readonly strength: Strength;
  readonly staleBecause: string | null;
};

/** Worst first; what proves nothing any more last. */
export function judged({ evidence, todos, gate, now }: Shown): readonly Judged[] {
  const order = { bad: 0, neutral: 1, good: 2 } as const;
  const place = (one: Judged) => (one.staleBecause === null ? order[one.verdict] : 3);
  return evidence
    .map((of) => ({
      of,
      glance: glance(of.proof),
      verdict: verdict(of.proof),
      strength: strengthOf(of, gate.asked_by),
      staleBecause: staleBecause(of, todos.get(of.proof.subject ?? ''), now),
    }))
    .sort((a, b) => place(a) - place(b));
}

type Shown = {
  readonly evidence: readonly Evidence[];
  /** The todos that the gate names, by id. */
  readonly todos: ReadonlyMap<string, Todo>;
  readonly gate: { readonly asked_by: string };
  readonly now: Instant;
};

function glance(proof: Proof): string {
  switch (proof.kind) {
    case 'command':
      return `exit ${proof.exit_code}${proof.duration_ms === undefined ? '' : `, ${(proof.duration_ms / 1_000).toFixed(1)} s`}`;
    case 'tests': {
      const all = proof.passed + proof.failed;
      return proof.failed > 0 ? `${proof.failed} of ${all} tests failed` : `${plural(all, 'test')} passed`;
    }
    case 'change':
      return `${proof.files === undefined ? 'a change' : plural(proof.files, 'file')}${changed('+', proof.added)}${changed('−', proof.removed)}`;
    case 'artifact':
      return proof.name;
    case 'metric':
      return `${proof.value} ${proof.unit}${proof.baseline === undefined ? '' : `, was ${proof.baseline} ${proof.unit}`}`;
    case 'observation':
      return 'an observation';
    case 'statement':
      return 'a statement, not proof';
  }
}

function changed(sign: string, count: number | undefined): string {
  return count === undefined ? '' : ` ${sign}${count}`;
}

function verdict(proof: Proof): Verdict {
  switch (proof.kind) {
    case 'command':
      return proof.exit_code === 0 ? 'good' : 'bad';
    case 'tests':
      return proof.failed > 0 ? 'bad' : proof.passed > 0 ? 'good' : 'neutral';
    case 'metric':
      if (proof.baseline === undefined || proof.value === proof.baseline) return 'neutral';
      return proof.value > proof.baseline === (proof.better === 'higher') ? 'good' : 'bad';
    case 'change':
    case 'artifact':
    case 'observation':
    case 'statement':
      return 'neutral';
  }
}
