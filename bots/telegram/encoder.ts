import { cut, plain, plainLine } from '../text.ts';

/** A part of a message. `mention`: the text stands for this person, who is told of it. */
export type Piece = {
  readonly text: string;
  readonly look?: 'bold' | 'blockquote';
  readonly mention?: { readonly id: number; readonly name: string };
};

/** A text and what is special in it, by places counted in UTF-16 units. */
export type Formatted = { readonly text: string; readonly entities: readonly Entity[] };

export type Entity =
  | { readonly type: 'bold' | 'blockquote'; readonly offset: number; readonly length: number }
  | {
      readonly type: 'text_mention';
      readonly offset: number;
      readonly length: number;
      readonly user: { readonly id: number; readonly is_bot: false; readonly first_name: string };
    };

// An address of mail stays as it is; a command to another bot does not. Telegram takes the three lines over letters out.
const mention = /(?:(?<!\w)|(?<=(?<![\w/])\/\w{1,64}))@(?=[\u030a\u0333\u033f]*\w)/g;
const joiner = '\u2060';

/**
 * Any text on one line, as it may stand in a message. Nothing in it is parsed, so there is nothing to escape; but Telegram
 * itself looks for names and would tell whoever is called so, or send a command that is touched to the bot that it names. A
 * joiner that nobody sees keeps it from that.
 */
export function line(text: string, charsMax: number): string {
  return cut(unmentioning(plainLine(text, charsMax)), charsMax);
}

/** The same with its line breaks. */
export function lines(text: string, charsMax: number): string {
  return cut(unmentioning(plain(text, charsMax)).trim(), charsMax);
}

export function unmentioning(text: string): string {
  return text.replace(mention, `@${joiner}`);
}

/** Puts pieces together. What is beyond the limit is cut off, inside a piece and never inside a character. */
export function composed(pieces: readonly Piece[], charsMax: number): Formatted {
  let text = '';
  const entities: Entity[] = [];
  for (const { text: shown, look, mention: person } of fitting(pieces, charsMax)) {
    const place = { offset: text.length, length: shown.length };
    text += shown;
    if (look !== undefined) entities.push({ type: look, ...place });
    if (person !== undefined)
      entities.push({ type: 'text_mention', ...place, user: { id: person.id, is_bot: false, first_name: person.name } });
  }
  return { text: text.trimEnd(), entities };
}

/** The pieces that have room, the last of them cut. */
export function fitting(pieces: readonly Piece[], charsMax: number): readonly Piece[] {
  const kept: Piece[] = [];
  let left = charsMax;
  for (const piece of pieces) {
    if (left <= 0) break;
    const text = cut(piece.text, left);
    if (text !== '') kept.push({ ...piece, text });
    left -= text.length;
    if (text !== piece.text) break;
  }
  return kept;
}

export function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((chars, { text }) => chars + text.length, 0);
}
