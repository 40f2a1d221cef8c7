import type { Difference } from './difference.ts';
import type { Block, Line } from './digest.ts';
import { numberLine } from './lines.ts';
import { sumReported } from './numbers.ts';

const fields = ['minutes', 'tokens', 'usd'] as const;
const units = { minutes: 'minutes of work', tokens: 'tokens', usd: 'US dollars' } as const;

/** What turns said that they spent. What was not reported is not known, so the turns are counted beside it. */
export function spend(difference: Difference): readonly Block[] {
  const turns = difference.entries.flatMap(({ event }) => (event.type === 'turn-committed' ? [event] : []));
  if (turns.length === 0) return [];
  const lines: Line[] = [
    numberLine(difference, turns.length, turns.length === 1 ? 'turn in all' : 'turns in all', { query: 'turns-landed' }),
  ];
  for (const field of fields) {
    const reported = turns.flatMap((turn) => turn.spend?.[field] ?? []);
    if (reported.length === 0) continue;
    lines.push(numberLine(difference, sumReported(reported), `${units[field]}, as reported`, { query: 'spend-reported', field }));
  }
  return [{ kind: 'spend', heading: 'Spend', lane: null, lines }];
}
