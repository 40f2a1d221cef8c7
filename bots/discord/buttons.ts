import type { APIActionRowComponent, APIButtonComponent } from 'discord.js';
import { ButtonStyle, ComponentType } from 'discord.js';
import type { GateCard } from '../card.ts';
import type { Buttons } from '../port.ts';
import { plainLine } from '../text.ts';
import { discordLimits } from './limits.ts';

export type Row = APIActionRowComponent<APIButtonComponent>;

/** What can be pressed on a card: its options, then the form and the way back. Labels are shown letter by letter, `before` in front. */
export function buttonRows(card: GateCard, buttons: Buttons, before = ''): Row[] {
  const options = card.expects.kind === 'choice' ? card.expects.options : [];
  const offered = options.flatMap((option, index) => {
    const token = buttons.options[index];
    const style = option.recommended ? ButtonStyle.Primary : ButtonStyle.Secondary;
    const label = labelOf(option.label) || labelOf(option.key) || String(option.number);
    return token === undefined ? [] : [button(labelOf(before + label), token, style)];
  });
  const others = [
    ...(buttons.form === null ? [] : [button(`${before}Answer…`, buttons.form, ButtonStyle.Primary)]),
    ...(buttons.undo === null ? [] : [button(`${before}Take it back`, buttons.undo, ButtonStyle.Secondary)]),
  ];
  const all = [...offered, ...others];
  const rows = Math.min(Math.ceil(all.length / discordLimits.rowButtonsMax), discordLimits.rowsMax);
  return Array.from({ length: rows }, (_, row) => ({
    type: ComponentType.ActionRow,
    components: all.slice(row * discordLimits.rowButtonsMax, (row + 1) * discordLimits.rowButtonsMax),
  }));
}

type Style = ButtonStyle.Primary | ButtonStyle.Secondary;

function button(label: string, token: string, style: Style): APIButtonComponent {
  return { type: ComponentType.Button, style, label, custom_id: token };
}

function labelOf(text: string): string {
  return plainLine(text, discordLimits.buttonLabelMax);
}
