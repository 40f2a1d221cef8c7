import { stateSentence } from './card.ts';
import type { GateCard } from './card.ts';
import type { Writing } from './card-text.ts';
import { howLine, repeatMark } from './card-text.ts';
import type { DigestBlock, DigestPost } from './digest.ts';
import { fitDigest, leftLine } from './digest-fit.ts';
import { plainLine } from './text.ts';

const lineMax = 700;

/** A digest as one text: what notifications show, and all there is where a richer form is refused. */
export function digestText(digest: DigestPost, repeat: boolean, writing: Writing): string {
  const { charsMax, fitted } = writing;
  const line = (text: string) => writing.encode(plainLine(text, lineMax));
  const head = `${line(digest.title)}${repeatMark(repeat)}`;
  const foot = line(digest.footer);
  const textOf = (block: DigestBlock) => blockLines(block, writing.commandPrefix).map(line).join('\n');
  const room = charsMax - head.length - foot.length - line(leftLine(digest.blocks.length, digest.whole) ?? '').length - 3;
  const sizeOf = (block: DigestBlock) => ({ chars: textOf(block).length + 1, items: 1 });
  const { shown, left } = fitDigest(digest.blocks, { charsMax: room, itemsMax: digest.blocks.length }, sizeOf);
  const more = leftLine(left, digest.whole);
  return fitted([head, ...shown.map(textOf), ...(more === null ? [] : [line(more)]), foot].join('\n'), charsMax);
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
