import type { DigestBlock } from './digest.ts';

/** What a platform takes in one message: characters, and whatever it counts beside them (blocks, components). */
export type DigestBudget = { readonly charsMax: number; readonly itemsMax: number };

export type DigestSize = { readonly chars: number; readonly items: number };

export type FittedDigest = {
  readonly shown: readonly DigestBlock[];
  /** How many blocks there is no room for. */
  readonly left: number;
};

/**
 * The first blocks of a digest, as many as there is room for: a block is shown whole or not at all. Only one that alone is more
 * than a message takes is cut, between its lines. The same for every platform: `sizeOf` is what the adapter makes of a block.
 */
export function fitDigest(blocks: readonly DigestBlock[], budget: DigestBudget, sizeOf: (block: DigestBlock) => DigestSize): FittedDigest {
  const shown: DigestBlock[] = [];
  let used: DigestSize = { chars: 0, items: 0 };
  for (const block of blocks) {
    const fitting = shown.length === 0 ? shortened(block, budget, sizeOf) : block;
    const size = sizeOf(fitting);
    used = { chars: used.chars + size.chars, items: used.items + size.items };
    if (used.chars > budget.charsMax || used.items > budget.itemsMax) break;
    shown.push(fitting);
  }
  return { shown, left: blocks.length - shown.length };
}

/** As many of its lines as fit, and how many more there are. */
function shortened(block: DigestBlock, budget: DigestBudget, sizeOf: (block: DigestBlock) => DigestSize): DigestBlock {
  const fits = (one: DigestBlock) => sizeOf(one).chars <= budget.charsMax && sizeOf(one).items <= budget.itemsMax;
  for (let kept = block.lines.length; kept > 0; kept -= 1) {
    const left = block.lines.length - kept;
    const cut =
      left === 0 ? block : { ...block, lines: [...block.lines.slice(0, kept), `and ${left} more ${left === 1 ? 'line' : 'lines'}`] };
    if (fits(cut)) return cut;
  }
  return { ...block, lines: [`${block.lines.length} lines, each too long to be shown here`] };
}

/** What is said for the blocks that are not shown, or null. */
export function leftLine(left: number, whole: string): string | null {
  return left === 0 ? null : `and ${left} more ${left === 1 ? 'part' : 'parts'}: ${whole}`;
}
