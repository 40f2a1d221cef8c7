import type { CardOption, GateCard } from '../card.ts';
import { stateSentence } from '../card.ts';
import type { Writing } from '../card-text.ts';
import { cardText, howLine, repeatMark } from '../card-text.ts';
import type { DigestBlock } from '../digest.ts';
import { writtenDigest } from '../digest-text.ts';
import type { Outgoing, Private } from '../port.ts';
import { cut, fittingLines } from '../text.ts';
import type { Formatted, Piece } from './encoder.ts';
import { composed, fitting, lengthOf, line, lines, unmentioning } from './encoder.ts';
import type { Keyboard } from './keyboard.ts';
import { keyboardOf } from './keyboard.ts';
import { commandPrefix, telegramLimits } from './limits.ts';

const { textMax, plainTextMax, questionMax, contextMax } = telegramLimits;
const listMax = 10;
const nameMax = 80;
const stateMax = 900;
const hintMax = 300;
const contextMin = 20;
const aboveMax = 1_000;

/** How much is said of options, of what is blocked and of evidence. */
type Detail = { readonly effectMax: number; readonly itemsMax: number; readonly itemMax: number };

const details: readonly Detail[] = [
  { effectMax: 300, itemsMax: listMax, itemMax: 140 },
  { effectMax: 40, itemsMax: 3, itemMax: 60 },
];

/** A message as people see it: plain words, with what is Gatebell's own in bold and what is an agent's own framed. */
export function messageText(outgoing: Outgoing): Formatted {
  if (outgoing.kind === 'notice') return composed([{ text: lines(outgoing.text, contextMax) + repeatMark(outgoing.repeat) }], textMax);
  if (outgoing.kind === 'digest') return composed([{ text: digestWords(outgoing).text }], textMax);
  return composed(cardPieces(outgoing.card, outgoing.repeat, textMax), textMax);
}

const writing: Writing = {
  encode: unmentioning,
  date: (_at, written) => line(written, nameMax),
  charsMax: plainTextMax,
  fitted: cut,
  commandPrefix,
};

/** A digest is plain words: its blocks as many as there is room for, and which they are. */
export function digestWords({ digest, repeat }: Extract<Outgoing, { kind: 'digest' }>) {
  const within = { ...writing, charsMax: telegramLimits.digestTextMax };
  return writtenDigest(digest, repeat, within, { max: telegramLimits.digestRowsMax, of: (block) => digestRows(block).length });
}

/** The rows of buttons of a gate in a digest, which name it. */
export function digestRows({ gate }: DigestBlock): Keyboard {
  return gate === null ? [] : keyboardOf(gate.card, gate.buttons, null, `${gate.card.code}: `);
}

/** The whole message without anything special in it, for when that is refused. */
export function plainText(outgoing: Outgoing): string {
  if (outgoing.kind === 'notice') return cut(lines(outgoing.text, plainTextMax) + repeatMark(outgoing.repeat), plainTextMax);
  if (outgoing.kind === 'digest') return digestWords(outgoing).text;
  return cardText(outgoing.card, outgoing.repeat, writing);
}

/** What the presser alone is shown: lines, and under them the card. */
export function privateMessage({ lines: said, card }: Private): Formatted {
  const above = fittingLines(saidLines(said), card === null ? textMax : aboveMax);
  if (card === null) return composed([{ text: above }], textMax);
  const head: readonly Piece[] = above === '' ? [] : [{ text: `${above}\n\n` }];
  return composed([...head, ...cardPieces(card.card, false, textMax - above.length - 2)], textMax);
}

/** Each stays one line, whatever stands in it. */
export function saidLines(said: readonly string[]): readonly string[] {
  return said.map((one) => line(one, telegramLimits.outputCharsMax)).filter((one) => one !== '');
}

/** The context gives way first, then the effects and the lists. The state and how to answer are always there. */
function cardPieces(card: GateCard, repeat: boolean, charsMax: number): readonly Piece[] {
  const head = [
    ...row({ text: `${line(card.code, nameMax)} in ${line(card.goal, nameMax)}, revision ${card.revision}${repeatMark(repeat)}` }),
    ...row({ text: line(card.question, questionMax) || '-', look: 'bold' }),
  ];
  const tail = tailPieces(card);
  const room = charsMax - lengthOf(head) - lengthOf(tail);
  const [full = [], short = []] = details.map((detail) => bodyPieces(card, detail));
  const body = lengthOf(full) <= room ? full : short;
  const spare = Math.min(contextMax, room - lengthOf(body) - 1);
  const context = card.context === null || spare < contextMin ? '' : lines(card.context, spare);
  const framed = context === '' ? [] : row({ text: context, look: 'blockquote' });
  const isCut = lengthOf(body) > room;
  return [...head, ...framed, ...(isCut ? row(...fitting(body, room - 1)) : body), ...tail];
}

function bodyPieces(card: GateCard, detail: Detail): readonly Piece[] {
  return [
    ...optionRows(card, detail),
    ...factRows(card, detail),
    ...row({ text: `Asked by ${line(card.askedBy, nameMax)}. May answer: ` }, ...answerers(card), { text: '.' }),
  ];
}

function tailPieces(card: GateCard): readonly Piece[] {
  const how = howLine(card, commandPrefix);
  return [
    ...row({ text: line(stateSentence(card.state), stateMax), look: 'bold' }),
    ...(card.hint === null ? [] : row({ text: line(card.hint, hintMax), look: 'bold' })),
    ...(how === null ? [] : row({ text: line(how, hintMax) })),
  ];
}

function optionRows({ expects }: GateCard, { effectMax }: Detail): readonly Piece[] {
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

function factRows(card: GateCard, { itemsMax, itemMax }: Detail): readonly Piece[] {
  const proofs = card.evidence.map(({ text, strength, atText }) => `• ${line(text, itemMax)} (${strength}, ${atText})`);
  return [
    `Blocks: ${
      atMost(
        card.blocks.map((name) => line(name, itemMax)),
        itemsMax,
      ).join(', ') || 'nothing'
    }.`,
    `Risk: ${card.risk}. Evidence:${proofs.length === 0 ? ' none.' : ''}`,
    ...atMost(proofs, itemsMax, '• and '),
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

/** The first of them, and how many more there are. */
function atMost(said: readonly string[], max: number, before = ''): readonly string[] {
  return [...said.slice(0, max), ...(said.length > max ? [`${before}${said.length - max} more`] : [])];
}

/** One line of the card, with its end. */
function row(...pieces: readonly Piece[]): readonly Piece[] {
  return [...pieces, { text: '\n' }];
}
