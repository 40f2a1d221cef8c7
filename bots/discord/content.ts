import type { APIEmbed } from 'discord.js';
import { MessageFlags } from 'discord.js';
import type { Writing } from '../card-text.ts';
import { repeatMark } from '../card-text.ts';
import type { GateCard } from '../card.ts';
import type { DigestBlock } from '../digest.ts';
import { writtenDigest } from '../digest-text.ts';
import type { Outgoing, Private } from '../port.ts';
import { noButtons } from '../port.ts';
import { plain, plainLine } from '../text.ts';
import type { Row } from './buttons.ts';
import { buttonRows } from './buttons.ts';
import { cardLines } from './card-lines.ts';
import { dateToken, fitted, markdown } from './encoder.ts';
import { commandPrefix, discordLimits } from './limits.ts';
import { markChars, markOf } from './mark.ts';

/** A whole message: what is left out of an edit would stay, so each part is always said. */
export type Content = {
  readonly content: string;
  readonly components: Row[];
  readonly embeds: APIEmbed[];
  readonly allowed_mentions: { readonly parse: [] };
  /** Only at a new message, and only where nobody need be notified. */
  readonly flags?: MessageFlags;
};

const nobody = { parse: [] } as { readonly parse: [] }; // an empty list has no kinds in it
/** What a context may have, 2,000 characters, each of two units. */
const contextMax = 4_000;
/** A context of more than this is long: then so much of it stands in the text. */
const contextLongMax = 600;
const contextBeginsMax = 300;
const writing: Writing = {
  encode: markdown,
  date: dateToken,
  charsMax: discordLimits.contentMax - markChars,
  fitted,
  commandPrefix,
};

/** The forms of a message, the best first: each is complete, so whichever Discord takes will do. */
export function messageForms(outgoing: Outgoing): readonly Content[] {
  const mark = markOf(outgoing.key);
  if (outgoing.kind === 'notice') {
    const text = `${markdown(plain(outgoing.text, discordLimits.contentMax))}${repeatMark(outgoing.repeat)}`;
    return [withText(marked(fitted(text, writing.charsMax), mark))];
  }
  if (outgoing.kind === 'digest') return digestForms(outgoing, mark);
  const { card, buttons, repeat } = outgoing;
  const components = buttonRows(card, buttons);
  const alone = withText(marked(cardLines(card, repeat, writing), mark));
  if (outgoing.plain) return [alone];
  const best = cardContent(card, repeat, components);
  return [
    { ...best, content: marked(best.content, mark) },
    ...(best.embeds.length > 0 ? [{ ...alone, components }] : []),
    ...(components.length > 0 ? [alone] : []),
  ];
}

/** The rows of buttons under a digest stand in the order of its gates, and name them. */
function digestForms({ digest, repeat, plain: isPlain }: Extract<Outgoing, { kind: 'digest' }>, mark: string): readonly Content[] {
  const rowsOf = ({ gate }: DigestBlock) => (gate === null ? [] : buttonRows(gate.card, gate.buttons, `${gate.card.code}: `));
  const { text, shown } = writtenDigest(digest, repeat, writing, { max: discordLimits.rowsMax, of: (block) => rowsOf(block).length });
  const alone: Content = { ...withText(marked(text, mark)), ...(digest.silent ? { flags: MessageFlags.SuppressNotifications } : {}) };
  const components = shown.flatMap(rowsOf);
  return isPlain || components.length === 0 ? [alone] : [{ ...alone, components }, alone];
}

/** What the presser alone sees: lines, as many messages as they need within reason, and under them the card. */
export function privateMessages(told: Private, pressable: boolean): readonly Content[] {
  const lines = told.lines.map((line) => markdown(plainLine(line, discordLimits.contentMax / 2))).filter((line) => line !== '');
  const above = pages(lines, discordLimits.privateMessagesMax - (told.card === null ? 0 : 1)).map(withText);
  if (told.card === null) return above;
  const { card, buttons } = told.card;
  return [...above, cardContent(card, false, buttonRows(card, pressable ? buttons : noButtons))];
}

export function withText(content: string): Content {
  return { content: content === '' ? '-' : content, components: [], embeds: [], allowed_mentions: nobody };
}

/** A long context begins in the text and stands whole in an embed under it, so that the question is not lost in it. */
function cardContent(card: GateCard, repeat: boolean, components: Row[]): Content {
  const context = plainLine(card.context ?? '', contextMax);
  const text = cardLines(card, repeat, writing);
  if (context.length <= contextLongMax && text.includes(markdown(context))) return { ...withText(text), components };
  const description = fitted(markdown(plain(card.context ?? '', contextMax)).trim(), discordLimits.embedDescriptionMax);
  const begins = { ...card, context: plainLine(context, contextBeginsMax) };
  return { ...withText(cardLines(begins, repeat, writing)), components, embeds: [{ description }] };
}

/** The mark ends the first line: whoever copies a command from the last one copies nothing unseen. */
function marked(text: string, mark: string): string {
  return text.replace(/$/mu, mark);
}

/** Whole lines, as many to a message as fit; what fits in none of them is counted in the last. */
function pages(lines: readonly string[], pagesMax: number): readonly string[] {
  const room = discordLimits.contentMax - 40;
  const made: string[][] = [[]];
  let left = room;
  for (const [index, line] of lines.entries()) {
    const one = fitted(line, room);
    if (one.length + 1 > left) {
      if (made.length === pagesMax) {
        made.at(-1)?.push(`and ${lines.length - index} more lines`);
        break;
      }
      made.push([]);
      left = room;
    }
    made.at(-1)?.push(one);
    left -= one.length + 1;
  }
  return made.map((page) => page.join('\n')).filter((page) => page !== '');
}
