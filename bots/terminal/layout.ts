import type { GateCard } from '../card.ts';
import { stateSentence } from '../card.ts';
import type { Private } from '../port.ts';
import { repeatMark } from '../card-text.ts';
import type { DigestPost } from '../digest.ts';
import { fitDigest, leftLine } from '../digest-fit.ts';
import { gateLines, isOpen } from '../digest-text.ts';
import { capLine, encodeLine, wrapLine } from './encoder.ts';
import { terminalLimits } from './limits.ts';

const { columns, columnsMin, outputCharsMax, digestCharsMax, digestItemsMax } = terminalLimits;

/** A gate's card as lines. What agents wrote is indented, so that none of it can pass for a line of Gatebell's own. */
export function cardLines(card: GateCard, repeat: boolean): readonly string[] {
  return [
    own(`--- ${card.code} in ${card.goal}, revision ${card.revision}${repeatMark(repeat)} ---`),
    ...theirs(card.question),
    ...(card.context === null ? [] : theirs(card.context)),
    ...expectedLines(card),
    ...wrapped(`Blocks: ${listed(card.blocks, 'nothing')}.`),
    ...wrapped(`Risk: ${card.risk}. Evidence: ${card.evidence.length === 0 ? 'none.' : ''}`),
    ...card.evidence.flatMap((proof) => theirs(`${proof.text} (${proof.strength}, ${proof.atText})`)),
    ...(card.deadline === null ? [] : [own(`Deadline: ${card.deadline.text}.`)]),
    ...wrapped(`Asked by ${card.askedBy}. May answer: ${listed(names(card), 'nobody')}.`),
    ...wrapped(stateSentence(card.state)),
    ...(card.hint === null ? [] : wrapped(card.hint)),
    ...howLines(card),
  ];
}

/** What became of a gate, as one line. */
export function editLine(card: GateCard, repeat: boolean): string {
  const deadline = card.state.kind === 'open' && card.deadline !== null ? ` Deadline: ${card.deadline.text}.` : '';
  return own(`${card.code}: ${stateSentence(card.state)}${deadline}${repeatMark(repeat)}`);
}

export function noticeLine(text: string, repeat: boolean): string {
  return own(`! ${text}${repeatMark(repeat)}`);
}

/** A digest as lines. What agents wrote is indented here too. */
export function digestLines(digest: DigestPost, repeat: boolean): readonly string[] {
  const linesOf = ({ heading, lines, gate }: DigestPost['blocks'][number]) => [
    ...(heading === '' ? [] : wrapped(`${heading}:`)),
    ...(gate === null ? [] : [...gateLines(gate.card, null), ...howLines(gate.card)].flatMap((line) => theirs(line))),
    ...lines.flatMap((line) => theirs(`- ${line}`, gate === null ? '  ' : '    ')),
  ];
  const sizeOf = (block: DigestPost['blocks'][number]) => ({ chars: linesOf(block).join('\n').length, items: linesOf(block).length });
  const { shown, left } = fitDigest(digest.blocks, { charsMax: digestCharsMax, itemsMax: digestItemsMax }, sizeOf);
  const more = leftLine(left, digest.whole);
  return [
    own(`=== ${digest.title}${repeatMark(repeat)} ===`),
    ...shown.flatMap(linesOf),
    ...(more === null ? [] : wrapped(more)),
    ...wrapped(digest.footer),
  ];
}

/** What became of the gates that a digest asks about, each as one line. */
export function digestEditLines(digest: DigestPost, repeat: boolean): readonly string[] {
  return digest.blocks.flatMap(({ gate }) => (gate === null || isOpen(gate.card) ? [] : [editLine(gate.card, repeat)]));
}

/** What somebody is told who typed. */
export function privateLines(told: Private): readonly string[] {
  return [...told.lines.map(own), ...(told.card === null ? [] : cardLines(told.card.card, false))];
}

/** A line in a terminal of so many columns: what the terminal itself would break goes on indented, so that it begins no line. */
export function fitLine(line: string, columns: number | undefined): readonly string[] {
  if (columns === undefined || columns < columnsMin) return [line];
  const width = wide.test(line) ? Math.floor(columns / 2) : columns;
  if (line.length <= width) return [line];
  const indent = /^ */.exec(line)?.[0] ?? '';
  const further = indent === '' ? '  ' : indent;
  return wrapLine(line.trimStart(), width - further.length).map((part, index) => (index === 0 ? indent : further) + part);
}

/** Characters that may take two columns. */
const wide = /[\u1100-\u115f\u2329\u232a\u2e80-\uffdc\u{10000}-\u{10ffff}]|\p{Emoji_Presentation}/u;

function expectedLines(card: GateCard): readonly string[] {
  if (card.expects.kind === 'text') return [own(`Takes a text of at most ${card.expects.max} characters.`)];
  return card.expects.options.flatMap((option) => [
    ...theirs(`${option.number}. ${option.key}: ${option.label}${option.recommended ? ' (recommended)' : ''}`),
    ...theirs(`${option.effect} [${option.lets === 'go' ? 'lets it go' : 'stops it'}]`, '       '),
  ]);
}

function howLines(card: GateCard): readonly string[] {
  switch (card.state.kind) {
    case 'open':
    case 'overdue':
      return [
        own(card.expects.kind === 'text' ? `Answer with: ${card.code} your text` : `Answer with: ${card.code} and a key, number or label`),
      ];
    case 'held':
      return [own(`Take it back with: undo ${card.code}`)];
    case 'answered':
    case 'delivered':
    case 'used':
    case 'withdrawn':
    case 'superseded':
      return [];
  }
}

/** A line of Gatebell's own that may be long: what does not fit goes on indented, as nothing of its own ever begins. */
function wrapped(text: string): readonly string[] {
  return wrapLine(encodeLine(text), columns).map((line, index) => (index === 0 ? line : `  ${line}`));
}

function names(card: GateCard): readonly string[] {
  return card.answerers.map(({ name }) => name);
}

function listed(names: readonly string[], none: string): string {
  return names.length === 0 ? none : names.join(', ');
}

function own(text: string): string {
  return capLine(encodeLine(text), outputCharsMax);
}

function theirs(text: string, indent = '  '): readonly string[] {
  return wrapLine(encodeLine(text), columns).map((line) => indent + line);
}
