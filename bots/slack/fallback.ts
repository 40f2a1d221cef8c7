import { cardText, repeatMark } from '../card-text.ts';
import type { Writing } from '../card-text.ts';
import { digestText } from '../digest-text.ts';
import type { Outgoing, Private } from '../port.ts';
import { fittingLines, plainLine } from '../text.ts';
import { escaped, fitted, mrkdwn } from './encoder.ts';
import { commandPrefix, slackLimits } from './limits.ts';

const nameMax = 80;

const writing: Writing = { encode: escaped, date: dateToken, charsMax: slackLimits.textMax, fitted, commandPrefix };

/**
 * The whole message as one mrkdwn text: what notifications show and screen readers read beside the blocks, and all there is
 * when blocks are refused.
 */
export function fallbackText(outgoing: Outgoing): string {
  if (outgoing.kind === 'notice')
    return fitted(`${mrkdwn(outgoing.text, slackLimits.sectionTextMax)}${repeatMark(outgoing.repeat)}`, slackLimits.textMax);
  if (outgoing.kind === 'digest') return digestText(outgoing.digest, outgoing.repeat, writing);
  return cardText(outgoing.card, outgoing.repeat, writing);
}

export function privateText(told: Private): string {
  const lines = told.lines.map((line) => escaped(plainLine(line, slackLimits.outputCharsMax)));
  const card = told.card === null ? [] : [cardText(told.card.card, false, writing)];
  return fitted([fittingLines(lines, slackLimits.textMax), ...card].join('\n'), slackLimits.textMax);
}

/** A moment in the zone of each reader; where that is not rendered, as it was written with its zone. */
export function dateToken(at: string, written: string): string {
  return `<!date^${secondsOf(at)}^{date_short_pretty} at {time}|${escaped(plainLine(written, nameMax)).replaceAll('|', '/')}>`;
}

export function secondsOf(at: string): number {
  return Math.floor(Date.parse(at) / 1000);
}
