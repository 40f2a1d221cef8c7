import type { CardOption, GateCard } from './card.ts';
import { stateSentence } from './card.ts';
import { plainLine } from './text.ts';

/** How a platform takes a text. Each piece that may come from a stranger is cut first, then encoded, then counted. */
export type Writing = {
  readonly encode: (text: string) => string;
  /** A moment as it was written with its zone; where a platform shows it in the zone of each reader, in its form. */
  readonly date: (at: string, written: string) => string;
  readonly charsMax: number;
  /** Cuts what is composed already, without leaving half of anything encoded. */
  readonly fitted: (composed: string, charsMax: number) => string;
  readonly commandPrefix: string;
};

const namesMax = 8;
const nameMax = 80;
const questionMax = 600;
const contextMax = 3_000;
const stateMax = 900;

/**
 * A whole card as one text: what notifications show and screen readers read, and all there is where a richer form is refused.
 * It says the question, every option, the deadline and how to answer; the context gives way first, then the effects.
 */
export function cardText(card: GateCard, repeat: boolean, writing: Writing): string {
  const { charsMax, fitted } = writing;
  const line = lineIn(writing);
  const head = `${line(card.code, nameMax)} in ${line(card.goal, nameMax)}${repeatMark(repeat)}: ${line(card.question, questionMax)}`;
  const [full = '', short = ''] = [200, 24].map((effectMax) => belowText(card, effectMax, writing));
  const below = head.length + full.length + 2 <= charsMax ? full : short;
  const spare = charsMax - head.length - below.length - 2;
  const context = card.context === null || spare < 20 ? [] : [fitted(line(card.context, contextMax), spare)];
  return fitted([head, ...context, below].join('\n'), charsMax);
}

/** Says that a message may stand there twice. */
export function repeatMark(repeat: boolean): string {
  return repeat ? ' (may be a repeat)' : '';
}

/** How a card can be answered or taken back with words; nothing once it is settled. */
export function howLine(card: GateCard, commandPrefix: string): string | null {
  switch (card.state.kind) {
    case 'open':
    case 'overdue':
      return card.expects.kind === 'text'
        ? `Answer with the button, or with: ${commandPrefix}answer ${card.code} your text`
        : `Answer with a button, by a reply with a number, key or label, or with: ${commandPrefix}answer ${card.code} 1`;
    case 'held':
      return `Take it back with the button, or with: ${commandPrefix}undo ${card.code}`;
    case 'answered':
    case 'delivered':
    case 'used':
    case 'withdrawn':
    case 'superseded':
      return null;
  }
}

function belowText(card: GateCard, effectMax: number, writing: Writing): string {
  const line = lineIn(writing);
  const how = howLine(card, writing.commandPrefix);
  return [
    ...optionLines(card, effectMax, line),
    `Blocks: ${listed(card.blocks, line)}. Risk: ${card.risk}. Evidence: ${listed(
      card.evidence.map((proof) => `${proof.text} (${proof.strength})`),
      line,
    )}.`,
    ...(card.deadline === null ? [] : [`Deadline: ${writing.date(card.deadline.at, card.deadline.text)}.`]),
    `Asked by ${line(card.askedBy, nameMax)}. May answer: ${listed(
      card.answerers.map(({ name }) => name),
      line,
    )}.`,
    line(stateSentence(card.state), stateMax),
    ...(card.hint === null ? [] : [line(card.hint, stateMax)]),
    ...(how === null ? [] : [line(how, stateMax)]),
  ].join('\n');
}

type Line = (text: string, charsMax: number) => string;

function lineIn({ encode }: Writing): Line {
  return (text, charsMax) => encode(plainLine(text, charsMax));
}

function optionLines({ expects }: GateCard, effectMax: number, line: Line): readonly string[] {
  if (expects.kind === 'text') return [`Takes a text of at most ${expects.max} characters.`];
  return expects.options.map((option) => optionLine(option, effectMax, line));
}

function optionLine(option: CardOption, effectMax: number, line: Line): string {
  const key = `${line(option.key, nameMax)}${option.recommended ? ', recommended' : ''}`;
  const lets = option.lets === 'go' ? 'lets it go' : 'stops it';
  return `${option.number}. ${line(option.label, nameMax)} (${key}): ${line(option.effect, effectMax)} [${lets}]`;
}

function listed(names: readonly string[], line: Line): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, namesMax).map((name) => line(name, nameMax));
  return [...shown, ...(names.length > namesMax ? [`${names.length - namesMax} more`] : [])].join(', ');
}
