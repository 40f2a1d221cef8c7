import type { CardOption, GateCard } from '../card.ts';
import { stateSentence } from '../card.ts';
import type { Outgoing, Private } from '../port.ts';
import { escaped, fitted, fittingLines, mrkdwn, plainLine } from './encoder.ts';
import { slackLimits } from './limits.ts';

const namesMax = 8;
const nameMax = 80;

/**
 * The whole message as one mrkdwn text: what notifications show and screen readers read beside the blocks, and all there is
 * when blocks are refused. It says the question, every option, the deadline and how to answer; the context gives way first,
 * then the effects.
 */
export function fallbackText(outgoing: Outgoing): string {
  if (outgoing.kind === 'notice')
    return fitted(`${mrkdwn(outgoing.text, slackLimits.sectionTextMax)}${markOf(outgoing.repeat)}`, slackLimits.textMax);
  return cardText(outgoing.card, outgoing.repeat);
}

export function privateText(told: Private): string {
  const lines = told.lines.map((line) => escaped(plainLine(line, slackLimits.outputCharsMax)));
  const card = told.card === null ? [] : [cardText(told.card.card, false)];
  return fitted([fittingLines(lines, slackLimits.textMax), ...card].join('\n'), slackLimits.textMax);
}

/** A moment in the zone of each reader; where that is not rendered, as it was written with its zone. */
export function dateToken(at: string, fallback: string): string {
  return `<!date^${secondsOf(at)}^{date_short_pretty} at {time}|${escaped(plainLine(fallback, nameMax)).replaceAll('|', '/')}>`;
}

export function secondsOf(at: string): number {
  return Math.floor(Date.parse(at) / 1000);
}

function cardText(card: GateCard, repeat: boolean): string {
  const head = `${line(card.code, nameMax)} in ${line(card.goal, nameMax)}${markOf(repeat)}: ${line(card.question, 600)}`;
  const [full = '', short = ''] = [200, 24].map((effectMax) => belowText(card, effectMax));
  const below = head.length + full.length + 2 <= slackLimits.textMax ? full : short;
  const spare = slackLimits.textMax - head.length - below.length - 2;
  const context = card.context === null || spare < 20 ? [] : [fitted(line(card.context, slackLimits.sectionTextMax), spare)];
  return fitted([head, ...context, below].join('\n'), slackLimits.textMax);
}

function belowText(card: GateCard, effectMax: number): string {
  return [
    ...optionLines(card, effectMax),
    `Blocks: ${listed(card.blocks)}. Risk: ${card.risk}. Evidence: ${listed(card.evidence.map((proof) => `${proof.text} (${proof.strength})`))}.`,
    ...(card.deadline === null ? [] : [`Deadline: ${dateToken(card.deadline.at, card.deadline.text)}.`]),
    `Asked by ${line(card.askedBy, nameMax)}. May answer: ${listed(card.answerers.map(({ name }) => name))}.`,
    line(stateSentence(card.state), 900),
    ...howLines(card),
  ].join('\n');
}

function optionLines({ expects }: GateCard, effectMax: number): readonly string[] {
  if (expects.kind === 'text') return [`Takes a text of at most ${expects.max} characters.`];
  return expects.options.map((option) => optionLine(option, effectMax));
}

function optionLine(option: CardOption, effectMax: number): string {
  const key = `${line(option.key, nameMax)}${option.recommended ? ', recommended' : ''}`;
  const lets = option.lets === 'go' ? 'lets it go' : 'stops it';
  return `${option.number}. ${line(option.label, nameMax)} (${key}): ${line(option.effect, effectMax)} [${lets}]`;
}

function howLines(card: GateCard): readonly string[] {
  const code = line(card.code, nameMax);
  switch (card.state.kind) {
    case 'open':
    case 'overdue':
      return [
        card.expects.kind === 'text'
          ? `Answer with the button, in the thread, or with: /gatebell answer ${code} your text`
          : `Answer with a button, in the thread with a number, key or label, or with: /gatebell answer ${code} 1`,
      ];
    case 'held':
      return [`Take it back with the button, or with: /gatebell undo ${code}`];
    case 'answered':
    case 'delivered':
    case 'used':
    case 'withdrawn':
    case 'superseded':
      return [];
  }
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, namesMax).map((name) => line(name, nameMax));
  return [...shown, ...(names.length > namesMax ? [`${names.length - namesMax} more`] : [])].join(', ');
}

function line(text: string, charsMax: number): string {
  return escaped(plainLine(text, charsMax));
}

function markOf(repeat: boolean): string {
  return repeat ? ' (may be a repeat)' : '';
}
