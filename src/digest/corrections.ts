import type { Difference, Told } from './difference.ts';
import type { Block, Digest, Line } from './digest.ts';
import { entryLine } from './lines.ts';

/**
 * What earlier digests said to this reader and what does not hold any more: an answer that was taken back, or whose gate was
 * superseded. A todo is never opened again and no evidence refuted by an entry of this version.
 */
export async function corrections(difference: Difference): Promise<readonly Block[]> {
  const lines: Line[] = [];
  for (const told of difference.entries) {
    const line = await correctionOf(difference, told);
    if (line !== undefined) lines.push(line);
  }
  return lines.length === 0 ? [] : [{ kind: 'corrections', heading: 'Corrections', lane: null, lines }];
}

async function correctionOf({ reads, earlier, from }: Difference, { entry, event }: Told): Promise<Line | undefined> {
  if (earlier === null || (event.type !== 'answer-revoked' && event.type !== 'gate-superseded')) return undefined;
  // What was never delivered is part of this difference, and is told there as it stands now.
  const shown = await reads.digestShowing(earlier, { kind: 'answer', id: event.gate }, from);
  const said = shown === undefined ? undefined : lineShowing(shown, event.gate);
  if (shown === undefined || said === undefined) return undefined;
  const what = event.type === 'answer-revoked' ? 'That answer was taken back' : `That gate was superseded by ${event.by_code}`;
  return entryLine(entry, `${what}. It was told as: ${said.text}`, { since: shown.at, corrects: shown.id });
}

function lineShowing({ blocks }: Digest, gate: string): Line | undefined {
  return blocks.flatMap(({ lines }) => lines).find(({ shows }) => shows.some(({ kind, id }) => kind === 'answer' && id === gate));
}
