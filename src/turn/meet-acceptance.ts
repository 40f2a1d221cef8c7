import type { Proof } from '../evidence/evidence.ts';
import { Refusal } from '../refusal.ts';
import type { Acceptance, Todo } from '../todo/todo.ts';

/** A todo is completed by evidence that meets each item of its acceptance: never by a bare statement, nor by proof that it failed. */
export function refuseUnmet(todo: Todo, proofs: readonly Proof[]): void {
  const shown = proofs.filter((proof) => proof.kind !== 'statement' && !showsFailure(proof));
  if (shown.length === 0) {
    throw new Refusal(
      'acceptance-unmet',
      `"completed" needs evidence for todo ${todo.id}, and ${proofs.length === 0 ? 'none came' : 'only statements or failures came'}.`,
      'Send what shows it (a command with its exit code, tests, a change, an artifact), or commit "progress".',
    );
  }
  const unmet = todo.acceptance.find((item) => !shown.some((proof) => meets(item, proof)));
  if (unmet === undefined) return;
  throw new Refusal(
    'acceptance-unmet',
    `Todo ${todo.id} is accepted by ${JSON.stringify(unmet)}; no evidence of this or an earlier commit shows it.`,
    'Send that evidence with the commit, or commit "progress".',
    { acceptance: unmet },
  );
}

function showsFailure(proof: Proof): boolean {
  return (proof.kind === 'command' && proof.exit_code !== 0) || (proof.kind === 'tests' && proof.failed > 0);
}

function meets(item: Acceptance, proof: Proof): boolean {
  switch (item.kind) {
    case 'command':
      return proof.kind === 'command' && (item.argv === undefined || JSON.stringify(item.argv) === JSON.stringify(proof.argv));
    case 'evidence':
      return item.evidence === 'any' || item.evidence === proof.kind;
  }
}
