import type { Reads } from '../ports.ts';
import type { Instant } from '../time.ts';
import type { Gate } from './gate.ts';

const pageMax = 500;

/** All gates in question of the installation, oldest first: a part of them would hide those of somebody's goal. */
export async function allInQuestion(reads: Pick<Reads, 'gatesInQuestion'>, now: Instant): Promise<readonly Gate[]> {
  const gates: Gate[] = [];
  for (;;) {
    const page = await reads.gatesInQuestion(now, pageMax, gates.at(-1)?.number ?? 0);
    gates.push(...page);
    if (page.length < pageMax) return gates;
  }
}
