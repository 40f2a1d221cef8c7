import type { types } from '@slack/bolt';
import type { CardOption, GateCard } from '../card.ts';
import type { Buttons } from '../port.ts';
import { plainLine } from '../text.ts';
import { slackLimits } from './limits.ts';
import { plainObject } from './pieces.ts';

/** What the pressable parts are called; every other action is one of an older version. */
export const actions = { option: 'gatebell:option', menu: 'gatebell:menu', form: 'gatebell:form', undo: 'gatebell:undo' } as const;

type Block = types.KnownBlock;

/** What can be pressed on a card. */
export function pressable(card: GateCard, buttons: Buttons): readonly Block[] {
  const options = card.expects.kind === 'choice' ? card.expects.options : [];
  const offered = options.flatMap((option, index) => {
    const token = buttons.options[index];
    return token === undefined ? [] : [{ option, token, index }];
  });
  const choice = isWordy(offered) ? [menu(card, offered)] : offered.map((one) => optionButton(card, one));
  const elements = [
    ...choice,
    ...(buttons.form === null ? [] : [button(actions.form, 'Answer…', buttons.form, 'primary')]),
    ...(buttons.undo === null ? [] : [button(actions.undo, 'Take it back', buttons.undo, null)]),
  ];
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}

type Offered = { readonly option: CardOption; readonly token: string; readonly index: number };

function isWordy(offered: readonly Offered[]): boolean {
  return offered.some(({ option }) => option.label.trim().split(/\s+/u).length > slackLimits.buttonWordsMax);
}

function optionButton(card: GateCard, { option, token, index }: Offered): types.Button {
  const style = option.recommended ? 'primary' : null;
  return { ...button(`${actions.option}:${index}`, labelOf(option), token, style), ...confirmed(card, option) };
}

function menu(card: GateCard, offered: readonly Offered[]): types.StaticSelect {
  return {
    type: 'static_select',
    action_id: actions.menu,
    placeholder: plainObject('Choose an answer', slackLimits.placeholderMax),
    options: offered.map(({ option, token }) => ({
      text: plainObject(labelOf(option), slackLimits.optionTextMax),
      value: token,
    })),
    ...confirmed(card, null),
  };
}

/** An irreversible gate asks once more before anything is sent. A menu cannot say which option was chosen. */
function confirmed(card: GateCard, option: CardOption | null): { readonly confirm?: types.ConfirmationDialog } {
  if (card.risk !== 'irreversible') return {};
  const chosen = option === null ? 'what you chose' : `"${labelOf(option)}"`;
  const effect = option === null ? '' : ` ${option.effect}`;
  return {
    confirm: {
      title: plainObject('This cannot be undone', slackLimits.confirmTitleMax),
      text: plainObject(`Answer ${card.code} with ${chosen}?${effect}`, slackLimits.confirmTextMax),
      confirm: plainObject('Answer', slackLimits.confirmButtonMax),
      deny: plainObject('Back', slackLimits.confirmButtonMax),
      style: 'danger',
    },
  };
}

function button(action: string, label: string, token: string, style: 'primary' | 'danger' | null): types.Button {
  return {
    type: 'button',
    action_id: action,
    text: plainObject(label, slackLimits.buttonTextMax),
    value: token,
    ...(style === null ? {} : { style }),
  };
}

function labelOf(option: CardOption): string {
  return plainLine(option.label, slackLimits.buttonTextMax) || plainLine(option.key, slackLimits.buttonTextMax) || String(option.number);
}
