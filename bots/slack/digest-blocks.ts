import type { types } from '@slack/bolt';
import type { DigestBlock, DigestPost } from '../digest.ts';
import { fitDigest, leftLine } from '../digest-fit.ts';
import { isOpen } from '../digest-text.ts';
import { repeatMark } from '../card-text.ts';
import type { GateCard } from '../card.ts';
import { stateSentence } from '../card.ts';
import { plainLine } from '../text.ts';
import type { Piece } from './pieces.ts';
import { bold, newline, paragraph, text } from './pieces.ts';
import { pressable } from './pressable.ts';
import { slackLimits } from './limits.ts';

type Block = types.KnownBlock;

const lineMax = 700;
const titleMax = 200;
/** Title, what is left out, and the foot. */
const beside = { blocks: 3, chars: 1_000 };

/** A digest in blocks: the most important first, each whole, as many as a message takes. */
export function digestBlocks(digest: DigestPost, repeat: boolean): readonly Block[] {
  const budget = { charsMax: slackLimits.blocksTextMax - beside.chars, itemsMax: slackLimits.blocksMax - beside.blocks };
  const sizeOf = (block: DigestBlock) => {
    const made = partBlocks(block);
    return { chars: charsOf(made), items: made.length };
  };
  const { shown, left } = fitDigest(digest.blocks, budget, sizeOf);
  const more = leftLine(left, digest.whole);
  return [
    paragraph([bold(digest.title, titleMax), ...(repeat ? [text(repeatMark(repeat), titleMax)] : [])]),
    ...shown.flatMap(partBlocks),
    ...(more === null ? [] : [paragraph([text(more, lineMax)])]),
    paragraph([text(`${digest.footer} `, titleMax), isAddress(digest.whole) ? linkTo(digest.whole) : text(digest.whole, titleMax)]),
  ];
}

function partBlocks({ heading, lines, link, gate }: DigestBlock): readonly Block[] {
  const said: readonly Piece[] = [
    ...(heading === '' ? [] : [bold(heading, titleMax)]),
    ...(gate === null ? [] : [bold(`${gate.card.code}: ${gate.card.question}`, 600), ...gatePieces(gate.card)]),
    ...lines.flatMap((line) => [newline, text(`• ${plainLine(line, lineMax)}`, lineMax + 2)]),
    ...(link === null ? [] : [newline, text(`${link.text}: `, titleMax), linkTo(link.url)]),
  ];
  const [first, ...rest] = said;
  const pieces = first?.type === 'text' && first.text === '\n' ? rest : said;
  return [...(pieces.length === 0 ? [] : [paragraph(pieces)]), ...(gate === null ? [] : pressable(gate.card, gate.buttons))];
}

function gatePieces(card: GateCard): readonly Piece[] {
  const options = isOpen(card) && card.expects.kind === 'choice' ? card.expects.options : [];
  const offered = options.map(
    (option) => `${option.number}. ${plainLine(option.label, 80)} (${plainLine(option.key, 80)}): ${plainLine(option.effect, 140)}`,
  );
  return [...offered.flatMap((line) => [newline, text(line, 400)]), newline, bold(stateSentence(card.state), 900)];
}

/** A link reads as where it leads. */
function linkTo(url: string): Piece {
  return { type: 'link', url };
}

function isAddress(whole: string): boolean {
  return /^https?:/.test(whole);
}

/** Every text in these blocks, which is what Slack counts over a message. */
function charsOf(part: unknown): number {
  if (Array.isArray(part)) return part.reduce((sum: number, one) => sum + charsOf(one), 0);
  if (typeof part !== 'object' || part === null) return 0;
  return Object.entries(part).reduce(
    (sum, [name, value]) => sum + ((name === 'text' || name === 'url') && typeof value === 'string' ? value.length : charsOf(value)),
    0,
  );
}
