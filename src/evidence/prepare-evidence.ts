import type { Goal } from '../goal/goal.ts';
import type { EvidenceId, TodoId, TurnId } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { Tx } from '../verb.ts';
import type { EvidenceEvent, Proof } from './evidence.ts';

type Added = Extract<EvidenceEvent, { type: 'evidence-added' }>;

/** Evidence that an ask or commit brings: ids of kept records, and the entries of new ones. Reads only. */
export type PreparedEvidence = { readonly ids: readonly EvidenceId[]; readonly added: readonly Added[] };

export async function prepareEvidence(
  tx: Tx,
  goal: Goal,
  given: readonly (string | Proof)[],
  from: { readonly turn: TurnId | null; readonly todo: TodoId | null; readonly attached: boolean },
): Promise<PreparedEvidence> {
  const ids: EvidenceId[] = [];
  const added: Added[] = [];
  for (const one of given) {
    if (typeof one === 'string') {
      ids.push(await keptEvidence(tx, goal, one as EvidenceId)); // its form was checked at the edge
      continue;
    }
    await refuseMissingFile(tx, one);
    const id = `ev_${tx.digest(one)}` as EvidenceId;
    if (ids.includes(id)) continue;
    ids.push(id);
    const kept = await tx.reads.evidence(goal.id, id);
    if (kept !== undefined && (kept.attached || !from.attached)) continue;
    added.push({ type: 'evidence-added', evidence: id, goal: goal.id, proof: one, ...from });
  }
  return { ids, added };
}

async function keptEvidence(tx: Tx, goal: Goal, id: EvidenceId): Promise<EvidenceId> {
  const kept = await tx.reads.evidence(goal.id, id);
  if (kept === undefined || !kept.attached) throw notFound('evidence record', id, `in goal ${goal.slug}`);
  return kept.id;
}

async function refuseMissingFile(tx: Tx, proof: Proof): Promise<void> {
  if (proof.kind !== 'artifact' || (await tx.reads.file(proof.sha256)) !== undefined) return;
  throw new Refusal(
    'no-such-file',
    `No file with SHA-256 ${proof.sha256} was put here.`,
    'Put its bytes first: PUT /v1/files, and name the sha256 of the reply.',
  );
}
