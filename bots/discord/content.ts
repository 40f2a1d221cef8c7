import type { APIEmbed } from 'discord.js';
import type { Writing } from '../card-text.ts';
import { cardText, repeatMark } from '../card-text.ts';
import type { GateCard } from '../card.ts';
import type { Outgoing, Private } from '../port.ts';
import { noButtons } from '../port.ts';
import { plain, plainLine } from '../text.ts';
import type { Row } from './buttons.ts';
import { buttonRows } from './buttons.ts';
import { dateToken, fitted, markdown } from './encoder.ts';
import { commandPrefix, discordLimits } from './limits.ts';
import { markChars, markOf } from './mark.ts';

/** A whole message: what is left out of an edit would stay, so each part is always said. */
export type Content = {
  readonly content: string;
  readonly components: Row[];
  readonly embeds: APIEmbed[];
  readonly allowed_mentions: { readonly parse: [] };
};

const nobody = { parse: [] } as { readonly parse: [] }; // an empty list has no kinds in it
const boldChars = 4;
const contextMax = 3_000;
const writing: Writing = {
  encode: markdown,
  date: dateToken,
  charsMax: discordLimits.contentMax - markChars - boldChars,
  fitted,
  commandPrefix,
};

/** The forms of a message, the best first: each is complete, so whichever Discord takes will do. */
export function messageForms(outgoing: Outgoing): readonly Content[] {
  const mark = markOf(outgoing.key);
  if (outgoing.kind === 'notice') {
    const text = `${markdown(plain(outgoing.text, discordLimits.contentMax))}${repeatMark(outgoing.repeat)}`;
    return [withText(`${fitted(text, writing.charsMax)}${mark}`)];
  }
  const card = cardContent(outgoing.card, outgoing.repeat, buttonRows(outgoing.card, outgoing.buttons));
  const marked = { ...card, content: `${card.content}${mark}` };
  const alone = withText(marked.content);
  if (outgoing.plain) return [alone];
  return [marked, ...(marked.embeds.length > 0 ? [{ ...marked, embeds: [] }] : []), ...(marked.components.length > 0 ? [alone] : [])];
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

/** The context gives way first where there is no room; then all of it stands in an embed under the text. */
function cardContent(card: GateCard, repeat: boolean, components: Row[]): Content {
  const [head = '', ...below] = cardText(card, repeat, writing).split('\n');
  const content = [`**${head}**`, ...below].join('\n');
  const whole = card.context === null ? '' : markdown(plainLine(card.context, contextMax));
  const description = markdown(plain(card.context ?? '', contextMax)).trim();
  const embeds = content.includes(whole) ? [] : [{ description: fitted(description, discordLimits.embedDescriptionMax) }];
  return { ...withText(content), components, embeds };
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
