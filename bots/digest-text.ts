import { stateSentence } from './card.ts';
import type { GateCard } from './card.ts';
import type { Writing } from './card-text.ts';
import { howLine, repeatMark } from './card-text.ts';
import type { DigestBlock, DigestPost } from './digest.ts';
import { fitDigest, leftLine } from './digest-fit.ts';
import { plainLine } from './text.ts';

const lineMax = 700;

/** What a platform counts beside characters: how much of it a block needs, and how much a message takes. */
export type Items = { readonly max: number; readonly of: (block: DigestBlock) => number };

const uncounted: Items = { max: Number.POSITIVE_INFINITY, of: () => 0 };

/** A digest as one text: what notifications show, and all there is where a richer form is refused. */
export function digestText(digest: DigestPost, repeat: boolean, writing: Writing): string {
  return writtenDigest(digest, repeat, writing).text;
}

/** The same with the blocks that are in it, for a platform that puts buttons under its text. */
export function writtenDigest(
  digest: DigestPost,
  repeat: boolean,
  writing: Writing,
  items: Items = uncounted,
): { readonly text: string; readonly shown: readonly DigestBlock[] } {
  const { charsMax, fitted } = writing;
  const line = (text: string) => writing.encode(plainLine(text, lineMax));
  const head = `${line(digest.title)}${repeatMark(repeat)}`;
  const foot = line(digest.footer);
  const textOf = (block: DigestBlock) => blockLines(block, writing.commandPrefix).map(line).join('\n');
  const room = charsMax - head.length - foot.length - line(leftLine(digest.blocks.length, digest.whole) ?? '').length - 3;
  const sizeOf = (block: DigestBlock) => ({ chars: textOf(block).length + 1, items: items.of(block) });
  const { shown, left } = fitDigest(digest.blocks, { charsMax: room, itemsMax: items.max }, sizeOf);
  const more = leftLine(left, digest.whole);
  const text = fitted([head, ...shown.map(textOf), ...(more === null ? [] : [line(more)]), foot].join('\n'), charsMax);
  return { text, shown };
}

/** A block as plain lines. */
export function blockLines({ heading, lines, gate }: DigestBlock, commandPrefix: string): readonly string[] {
  return [
    ...(heading === '' ? [] : [`${heading}:`]),
    ...(gate === null ? [] : gateLines(gate.card, howLine(gate.card, commandPrefix))),
    ...lines.map((one) => `- ${one}`),
  ];
}

/** A gate inside a digest: its question, what can be chosen, how it stands, and how it is answered there. */
export function gateLines(card: GateCard, how: string | null): readonly string[] {
  return [
    `${card.code}: ${card.question}`,
    ...(isOpen(card) && card.expects.kind === 'choice'
      ? card.expects.options.map((option) => `${option.number}. ${option.label} (${option.key}): ${option.effect}`)
      : []),
    stateSentence(card.state),
    ...(how === null ? [] : [how]),
  ];
}

/** Its answer is still looked for. */
export function isOpen({ state }: GateCard): boolean {
  return state.kind === 'open' || state.kind === 'overdue';
}
