import type { CardOption, GateCard } from '../card.ts';
import { stateSentence } from '../card.ts';
import { cardText, howLine, repeatMark } from '../card-text.ts';
import type { Outgoing, Private } from '../port.ts';
import { cut, fittingLines } from '../text.ts';
import type { Formatted, Piece } from './encoder.ts';
import { composed, line, lines, unmentioning } from './encoder.ts';
import { commandPrefix, telegramLimits } from './limits.ts';

const { textMax, plainTextMax, questionMax, contextMax } = telegramLimits;
const listMax = 10;
const nameMax = 80;
const stateMax = 900;
const effectMaxs = [300, 40] as const;

/** A message as people see it: plain words, with what is Gatebell's own in bold and what is an agent's own framed. */
export function messageText(outgoing: Outgoing): Formatted {
  if (outgoing.kind === 'notice') return composed([{ text: lines(outgoing.text, contextMax) + repeatMark(outgoing.repeat) }], textMax);
  return composed(cardPieces(outgoing.card, outgoing.repeat, textMax), textMax);
}

/** The whole message without anything special in it, for when that is refused. */
export function plainText(outgoing: Outgoing): string {
  if (outgoing.kind === 'notice') return cut(lines(outgoing.text, plainTextMax) + repeatMark(outgoing.repeat), plainTextMax);
  const date = (_at: string, written: string) => line(written, nameMax);
  return cardText(outgoing.card, outgoing.repeat, { encode: unmentioning, date, charsMax: plainTextMax, fitted: cut, commandPrefix });
}

/** What the presser alone is shown: lines, and under them the card. */
export function privateMessage({ lines: said, card }: Private): Formatted {
  const above = fittingLines(saidLines(said), card === null ? textMax : textMax / 2);
  if (card === null) return composed([{ text: above }], textMax);
  const head: readonly Piece[] = above === '' ? [] : [{ text: `${above}\n\n` }];
  return composed([...head, ...cardPieces(card.card, false, textMax - above.length - 2)], textMax);
}

/** Each stays one line, whatever stands in it. */
export function saidLines(said: readonly string[]): readonly string[] {
  return said.map((one) => line(one, telegramLimits.outputCharsMax)).filter((one) => one !== '');
}

function cardPieces(card: GateCard, repeat: boolean, charsMax: number): readonly Piece[] {
  const head = [
    row({ text: `${line(card.code, nameMax)} in ${line(card.goal, nameMax)}, revision ${card.revision}${repeatMark(repeat)}` }),
    row({ text: line(card.question, questionMax) || '-', look: 'bold' }),
  ].flat();
  const [full = [], short = []] = effectMaxs.map((effectMax) => belowPieces(card, effectMax));
  const below = lengthOf(head) + lengthOf(full) <= charsMax ? full : short;
  const spare = Math.min(contextMax, charsMax - lengthOf(head) - lengthOf(below) - 1);
  const context = card.context === null || spare < 20 ? '' : lines(card.context, spare);
  return [...head, ...(context === '' ? [] : row({ text: context, look: 'blockquote' })), ...below];
}

function belowPieces(card: GateCard, effectMax: number): readonly Piece[] {
  const how = howLine(card, commandPrefix);
  return [
    ...optionRows(card, effectMax),
    ...factRows(card),
    ...row({ text: `Asked by ${line(card.askedBy, nameMax)}. May answer: ` }, ...answerers(card), { text: '.' }),
    ...row({ text: line(stateSentence(card.state), stateMax), look: 'bold' }),
    ...(card.hint === null ? [] : row({ text: line(card.hint, stateMax), look: 'bold' })),
    ...(how === null ? [] : row({ text: line(how, stateMax) })),
  ];
}

function optionRows({ expects }: GateCard, effectMax: number): readonly Piece[] {
  if (expects.kind === 'text') return row({ text: `Takes a text of at most ${expects.max} characters.` });
  return expects.options.flatMap((option) => optionRow(option, effectMax));
}

function optionRow(option: CardOption, effectMax: number): readonly Piece[] {
  const lets = option.lets === 'go' ? 'lets it go' : 'stops it';
  const key = `${line(option.key, nameMax)}${option.recommended ? ', recommended' : ''}`;
  return row(
    { text: `${option.number}. ` },
    { text: line(option.label, nameMax) || '-', look: 'bold' },
    { text: ` (${key}): ${line(option.effect, effectMax)} [${lets}]` },
  );
}

function factRows(card: GateCard): readonly Piece[] {
  const proofs = card.evidence.slice(0, listMax).map(({ text, strength, atText }) => `• ${line(text, 140)} (${strength}, ${atText})`);
  const more = card.evidence.length > listMax ? [`• and ${card.evidence.length - listMax} more`] : [];
  return [
    `Blocks: ${listed(card.blocks)}.`,
    `Risk: ${card.risk}. Evidence:${card.evidence.length === 0 ? ' none.' : ''}`,
    ...proofs,
    ...more,
    ...(card.deadline === null ? [] : [`Deadline: ${line(card.deadline.text, nameMax)}.`]),
  ].flatMap((text) => row({ text }));
}

function answerers(card: GateCard): readonly Piece[] {
  if (card.answerers.length === 0) return [{ text: 'nobody' }];
  return card.answerers.slice(0, listMax + 1).flatMap(({ name, account }, index) => {
    const shown = line(name, nameMax) || '-';
    const known = account !== null && /^\d{1,15}$/.test(account);
    const piece: Piece = known ? { text: shown, mention: { id: Number(account), name: shown } } : { text: shown };
    return index === 0 ? [piece] : [{ text: ', ' }, piece];
  });
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  const shown = names.slice(0, listMax).map((name) => line(name, 140));
  return [...shown, ...(names.length > listMax ? [`${names.length - listMax} more`] : [])].join(', ');
}

/** One line of the card, with its end. */
function row(...pieces: readonly Piece[]): readonly Piece[] {
  return [...pieces, { text: '\n' }];
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((chars, { text }) => chars + text.length, 0);
}
