import type { CardOption, GateCard } from '../card.ts';
import type { Buttons } from '../port.ts';
import { plainLine } from '../text.ts';
import type { Spot } from './callback-data.ts';
import { writeData } from './callback-data.ts';
import { telegramLimits } from './limits.ts';

export type Button = { readonly text: string; readonly callback_data: string; readonly style?: 'primary' | 'danger' };
export type Keyboard = readonly (readonly Button[])[];

/**
 * The buttons of a card. Short labels stand side by side, others and those of an irreversible gate each in a row of their own.
 * `before` stands in front of each label. `place`: where the buttons are good for when the card is a copy elsewhere; what has no room for that is left out.
 */
export function keyboardOf(card: GateCard, buttons: Buttons, place: Spot | null, before = ''): Keyboard {
  const options = card.expects.kind === 'choice' ? card.expects.options : [];
  const choice = options.flatMap((option, index) => optionButton(card, option, buttons.options[index], place, before));
  const isShort = choice.reduce((chars, { text }) => chars + text.length, 0) <= telegramLimits.rowTextMax;
  const rows: Keyboard = isShort && card.risk !== 'irreversible' ? [choice] : choice.map((button) => [button]);
  const more = [...button(`${before}Answer…`, buttons.form, place), ...button(`${before}Take it back`, buttons.undo, place)];
  return [...rows, ...more.map((one) => [one])].filter((row) => row.length > 0);
}

function optionButton(
  card: GateCard,
  option: CardOption,
  token: string | undefined,
  place: Spot | null,
  before: string,
): readonly Button[] {
  const [made] = button(plainLine(before + labelOf(option), telegramLimits.buttonTextMax), token ?? null, place);
  if (made === undefined) return [];
  if (card.risk === 'irreversible') return option.lets === 'go' ? [{ ...made, style: 'danger' }] : [made];
  return option.recommended ? [{ ...made, style: 'primary' }] : [made];
}

function button(text: string, token: string | null, place: Spot | null): readonly Button[] {
  const data = token === null ? null : writeData({ token, place });
  return data === null ? [] : [{ text, callback_data: data }];
}

function labelOf({ label, key, number }: CardOption): string {
  return plainLine(label, telegramLimits.buttonTextMax) || plainLine(key, telegramLimits.buttonTextMax) || String(number);
}
