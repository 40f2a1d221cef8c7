import type { types } from '@slack/bolt';
import { plain, plainLine } from '../text.ts';

export type Piece = types.RichTextElement;

export function plainObject(said: string, charsMax: number): types.PlainTextElement {
  return { type: 'plain_text', text: plainLine(said, charsMax) || '-', emoji: false };
}

export function paragraph(pieces: readonly Piece[]): types.RichTextBlock {
  return { type: 'rich_text', elements: [section(pieces)] };
}

export function section(pieces: readonly Piece[]): types.RichTextSection {
  return { type: 'rich_text_section', elements: pieces.filter((piece) => piece.type !== 'text' || piece.text !== '') };
}

export const newline: Piece = { type: 'text', text: '\n' };

export function text(said: string, charsMax: number): types.RichTextText {
  return { type: 'text', text: plain(said, charsMax) };
}

export function bold(said: string, charsMax: number): types.RichTextText {
  return { type: 'text', text: plainLine(said, charsMax) || '-', style: { bold: true } };
}
