import type { Writing } from '../card-text.ts';
import { cardText } from '../card-text.ts';
import type { GateCard } from '../card.ts';
import { shorterState } from '../card.ts';
import { plainLine } from '../text.ts';

/** How many names of each list are said, how long each may be, and what is in the state: the first that leaves room for the rest. */
const sizes = [
  { namesMax: 7, nameMax: 80, wordsMax: 500 },
  { namesMax: 3, nameMax: 60, wordsMax: 300 },
  { namesMax: 2, nameMax: 40, wordsMax: 150 },
  { namesMax: 1, nameMax: 24, wordsMax: 80 },
] as const;

type Size = (typeof sizes)[number];

const anyLength = 1_000_000;

/**
 * A card as one text that always says the question, every option and the state. Lists give way before effects do, and the context
 * takes what room is left. The first line is bold.
 */
export function cardLines(card: GateCard, repeat: boolean, writing: Writing): string {
  const within = { ...writing, charsMax: writing.charsMax - '****'.length };
  const whole = (size: Size) => cardText({ ...smaller(card, size), context: null }, repeat, { ...within, charsMax: anyLength });
  const fitting = sizes.find((size) => whole(size).length <= within.charsMax) ?? sizes[sizes.length - 1];
  const [head = '', ...below] = cardText(fitting === undefined ? card : smaller(card, fitting), repeat, within).split('\n');
  return [`**${head}**`, ...below].join('\n');
}

function smaller(card: GateCard, { namesMax, nameMax, wordsMax }: Size): GateCard {
  const short = (text: string) => plainLine(text, nameMax);
  const few = <One>(all: readonly One[], made: (one: One) => One, more: (count: string) => One): readonly One[] => {
    const rest = all.length - namesMax;
    return [...all.slice(0, namesMax).map(made), ...(rest > 0 ? [more(`${rest} more`)] : [])];
  };
  const [proof] = card.evidence;
  return {
    ...card,
    state: shorterState(card.state, wordsMax),
    blocks: few(card.blocks, short, (count) => count),
    answerers: few(
      card.answerers,
      ({ name, account }) => ({ name: short(name), account }),
      (name) => ({ name, account: null }),
    ),
    evidence:
      proof === undefined
        ? []
        : few(
            card.evidence,
            (one) => ({ ...one, text: short(one.text) }),
            (text) => ({ ...proof, text, strength: 'not shown here' }),
          ),
  };
}
