import type { types } from '@slack/bolt';
import type { CardOption, GateCard } from '../card.ts';
import { repeatMark } from '../card-text.ts';
import { stateSentence } from '../card.ts';
import type { Buttons, Outgoing, Private } from '../port.ts';
import { fittingLines, plain, plainLine } from '../text.ts';
import { secondsOf } from './fallback.ts';
import { slackLimits } from './limits.ts';

/** What the pressable parts are called; every other action is one of an older version. */
export const actions = { option: 'gatebell:option', menu: 'gatebell:menu', form: 'gatebell:form', undo: 'gatebell:undo' } as const;

type Piece = types.RichTextElement;
type Block = types.KnownBlock;

const listMax = 10;
const nameMax = 80;
const linesMax = slackLimits.blocksTextMax / 2;

/**
 * A message in blocks. Whatever came from somebody stands in a leaf that Slack does not parse, so there is nothing to escape.
 * `version` is new at each put: under the same block ids Slack keeps what was chosen before, and choosing it again does nothing.
 */
export function messageBlocks(outgoing: Outgoing, version: string): readonly Block[] {
  if (outgoing.kind === 'notice') {
    return named([paragraph([text(outgoing.text, slackLimits.sectionTextMax), ...mark(outgoing.repeat)])], version);
  }
  return named(cardBlocks(outgoing.card, outgoing.buttons, outgoing.repeat), version);
}

/** What the presser alone sees: lines, and under them the card. */
export function privateBlocks(told: Private, version: string): readonly Block[] {
  const lines = told.lines.map((line) => plainLine(line, slackLimits.outputCharsMax)).filter((line) => line !== '');
  const above = lines.length === 0 ? [] : [paragraph([text(fittingLines(lines, linesMax), linesMax)])];
  return named([...above, ...(told.card === null ? [] : cardBlocks(told.card.card, told.card.buttons, false))], version);
}

function cardBlocks(card: GateCard, buttons: Buttons, repeat: boolean): readonly Block[] {
  return [
    paragraph([text(`${card.code} in ${card.goal}, revision ${card.revision}`, 2 * nameMax), ...mark(repeat)]),
    paragraph([bold(card.question, 600)]),
    ...(card.context === null ? [] : [paragraph([text(card.context, slackLimits.sectionTextMax)])]),
    ...optionBlocks(card),
    factsBlock(card),
    paragraph([bold(stateSentence(card.state), 900), ...(card.hint === null ? [] : [newline, text(card.hint, 900)])]),
    ...pressable(card, buttons),
  ];
}

function optionBlocks(card: GateCard): readonly Block[] {
  if (card.expects.kind === 'text') return [paragraph([text(`Takes a text of at most ${card.expects.max} characters.`, nameMax)])];
  return [
    { type: 'rich_text', elements: [{ type: 'rich_text_list', style: 'ordered', elements: card.expects.options.map(optionSection) }] },
  ];
}

function optionSection(option: CardOption): types.RichTextSection {
  const lets = option.lets === 'go' ? 'lets it go' : 'stops it';
  const key = `${plainLine(option.key, nameMax)}${option.recommended ? ', recommended' : ''}`;
  return section([bold(option.label, nameMax), text(` (${key}): ${option.effect} [${lets}]`, 300)]);
}

function factsBlock(card: GateCard): Block {
  const facts: readonly (readonly Piece[])[] = [
    [text(`Blocks: ${listed(card.blocks)}.`, 1_500)],
    [text(`Risk: ${card.risk}. Evidence: ${card.evidence.length === 0 ? 'none.' : ''}`, nameMax)],
    ...card.evidence
      .slice(0, listMax)
      .map((proof) => [text(`• ${plainLine(proof.text, 140)} (${proof.strength}, `, 220), date(proof.at, proof.atText), text(')', 1)]),
    ...(card.evidence.length > listMax ? [[text(`• and ${card.evidence.length - listMax} more`, nameMax)]] : []),
    ...(card.deadline === null ? [] : [[text('Deadline: ', nameMax), date(card.deadline.at, card.deadline.text), text('.', 1)]]),
    [text(`Asked by ${card.askedBy}. May answer: `, 2 * nameMax), ...answerers(card), text('.', 1)],
  ];
  return paragraph(facts.flatMap((pieces, index) => (index === 0 ? pieces : [newline, ...pieces])));
}

function answerers(card: GateCard): readonly Piece[] {
  if (card.answerers.length === 0) return [text('nobody', nameMax)];
  return card.answerers.slice(0, listMax + 1).flatMap(({ name, account }, index) => {
    const user = account === null ? undefined : /^[^:]+:([UW][A-Z0-9]+)$/.exec(account)?.[1];
    const piece: Piece = user === undefined ? text(plainLine(name, nameMax), nameMax) : { type: 'user', user_id: user };
    return index === 0 ? [piece] : [text(', ', 2), piece];
  });
}

function pressable(card: GateCard, buttons: Buttons): readonly Block[] {
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

export function plainObject(said: string, charsMax: number): types.PlainTextElement {
  return { type: 'plain_text', text: plainLine(said, charsMax) || '-', emoji: false };
}

function paragraph(pieces: readonly Piece[]): types.RichTextBlock {
  return { type: 'rich_text', elements: [section(pieces)] };
}

function section(pieces: readonly Piece[]): types.RichTextSection {
  return { type: 'rich_text_section', elements: pieces.filter((piece) => piece.type !== 'text' || piece.text !== '') };
}

const newline: Piece = { type: 'text', text: '\n' };

function text(said: string, charsMax: number): types.RichTextText {
  return { type: 'text', text: plain(said, charsMax) };
}

function bold(said: string, charsMax: number): types.RichTextText {
  return { type: 'text', text: plainLine(said, charsMax) || '-', style: { bold: true } };
}

function date(at: string, fallback: string): types.RichTextDate {
  return { type: 'date', timestamp: secondsOf(at), format: '{date_short_pretty} at {time}', fallback: plainLine(fallback, nameMax) || '-' };
}

function mark(repeat: boolean): readonly Piece[] {
  return repeat ? [{ type: 'text', text: repeatMark(repeat), style: { italic: true } }] : [];
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  const shown = names.slice(0, listMax).map((name) => plainLine(name, 140));
  return [...shown, ...(names.length > listMax ? [`${names.length - listMax} more`] : [])].join(', ');
}

function named(blocks: readonly Block[], version: string): readonly Block[] {
  return blocks.map((block, index) => ({ ...block, block_id: `${version}:${index}` }));
}
