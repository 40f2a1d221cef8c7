import type { types } from '@slack/bolt';
import type { CardOption, GateCard } from '../card.ts';
import { repeatMark } from '../card-text.ts';
import { stateSentence } from '../card.ts';
import type { Buttons, Outgoing, Private } from '../port.ts';
import { fittingLines, plainLine } from '../text.ts';
import { digestBlocks } from './digest-blocks.ts';
import { secondsOf } from './fallback.ts';
import { slackLimits } from './limits.ts';
import type { Piece } from './pieces.ts';
import { bold, newline, paragraph, section, text } from './pieces.ts';
import { pressable } from './pressable.ts';

type Block = types.KnownBlock;

const listMax = 10;
const nameMax = 80;
const linesMax = slackLimits.blocksTextMax / 2;

/**
 * A message in blocks. Whatever came from somebody stands in a leaf that Slack does not parse, so there is nothing to escape.
 * `version` is new at each put: under the same block ids Slack keeps what was chosen before, and choosing it again does nothing.
 */
export function messageBlocks(outgoing: Outgoing, version: string): readonly Block[] {
  if (outgoing.kind === 'notice') {
    return named([paragraph([text(outgoing.text, slackLimits.sectionTextMax), ...mark(outgoing.repeat)])], version);
  }
  if (outgoing.kind === 'digest') return named(digestBlocks(outgoing.digest, outgoing.repeat), version);
  return named(cardBlocks(outgoing.card, outgoing.buttons, outgoing.repeat), version);
}

/** What the presser alone sees: lines, and under them the card. */
export function privateBlocks(told: Private, version: string): readonly Block[] {
  const lines = told.lines.map((line) => plainLine(line, slackLimits.outputCharsMax)).filter((line) => line !== '');
  const above = lines.length === 0 ? [] : [paragraph([text(fittingLines(lines, linesMax), linesMax)])];
  return named([...above, ...(told.card === null ? [] : cardBlocks(told.card.card, told.card.buttons, false))], version);
}

function cardBlocks(card: GateCard, buttons: Buttons, repeat: boolean): readonly Block[] {
  return [
    paragraph([text(`${card.code} in ${card.goal}, revision ${card.revision}`, 2 * nameMax), ...mark(repeat)]),
    paragraph([bold(card.question, 600)]),
    ...(card.context === null ? [] : [paragraph([text(card.context, slackLimits.sectionTextMax)])]),
    ...optionBlocks(card),
    factsBlock(card),
    paragraph([bold(stateSentence(card.state), 900), ...(card.hint === null ? [] : [newline, text(card.hint, 900)])]),
    ...pressable(card, buttons),
  ];
}

function optionBlocks(card: GateCard): readonly Block[] {
  if (card.expects.kind === 'text') return [paragraph([text(`Takes a text of at most ${card.expects.max} characters.`, nameMax)])];
  return [
    { type: 'rich_text', elements: [{ type: 'rich_text_list', style: 'ordered', elements: card.expects.options.map(optionSection) }] },
  ];
}

function optionSection(option: CardOption): types.RichTextSection {
  const lets = option.lets === 'go' ? 'lets it go' : 'stops it';
  const key = `${plainLine(option.key, nameMax)}${option.recommended ? ', recommended' : ''}`;
  return section([bold(option.label, nameMax), text(` (${key}): ${option.effect} [${lets}]`, 300)]);
}

function factsBlock(card: GateCard): Block {
  const facts: readonly (readonly Piece[])[] = [
    [text(`Blocks: ${listed(card.blocks)}.`, 1_500)],
    [text(`Risk: ${card.risk}. Evidence: ${card.evidence.length === 0 ? 'none.' : ''}`, nameMax)],
    ...card.evidence
      .slice(0, listMax)
      .map((proof) => [text(`• ${plainLine(proof.text, 140)} (${proof.strength}, `, 220), date(proof.at, proof.atText), text(')', 1)]),
    ...(card.evidence.length > listMax ? [[text(`• and ${card.evidence.length - listMax} more`, nameMax)]] : []),
    ...(card.deadline === null ? [] : [[text('Deadline: ', nameMax), date(card.deadline.at, card.deadline.text), text('.', 1)]]),
    [text(`Asked by ${card.askedBy}. May answer: `, 2 * nameMax), ...answerers(card), text('.', 1)],
  ];
  return paragraph(facts.flatMap((pieces, index) => (index === 0 ? pieces : [newline, ...pieces])));
}

function answerers(card: GateCard): readonly Piece[] {
  if (card.answerers.length === 0) return [text('nobody', nameMax)];
  return card.answerers.slice(0, listMax + 1).flatMap(({ name, account }, index) => {
    const user = account === null ? undefined : /^[^:]+:([UW][A-Z0-9]+)$/.exec(account)?.[1];
    const piece: Piece = user === undefined ? text(plainLine(name, nameMax), nameMax) : { type: 'user', user_id: user };
    return index === 0 ? [piece] : [text(', ', 2), piece];
  });
}

function date(at: string, fallback: string): types.RichTextDate {
  return { type: 'date', timestamp: secondsOf(at), format: '{date_short_pretty} at {time}', fallback: plainLine(fallback, nameMax) || '-' };
}

function mark(repeat: boolean): readonly Piece[] {
  return repeat ? [{ type: 'text', text: repeatMark(repeat), style: { italic: true } }] : [];
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  const shown = names.slice(0, listMax).map((name) => plainLine(name, 140));
  return [...shown, ...(names.length > listMax ? [`${names.length - listMax} more`] : [])].join(', ');
}

function named(blocks: readonly Block[], version: string): readonly Block[] {
  return blocks.map((block, index) => ({ ...block, block_id: `${version}:${index}` }));
}
