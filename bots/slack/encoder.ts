import { cut, plain } from '../text.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const unescapes: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/**
 * Any text inside a text that Slack parses as mrkdwn. Cut before it is escaped, so no escape is ever cut. With `<` gone there
 * is no mention, no date and no link with a label of its own; what is left of mrkdwn only changes the look.
 */
export function mrkdwn(text: string, charsMax: number): string {
  return escaped(plain(text, charsMax));
}

/** The three characters that Slack asks to have escaped, and only those. */
export function escaped(text: string): string {
  return text.replace(/[&<>]/gu, (character) => escapes[character] ?? character);
}

/** Text as Slack hands it in, with those three characters as they were typed. */
export function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/gu, (coded) => unescapes[coded] ?? coded);
}

/** A text of our own that is already composed, cut to fit without leaving half an escape or half a `<…>`. */
export function fitted(composed: string, charsMax: number): string {
  if (composed.length <= charsMax) return composed;
  const kept = cut(composed, charsMax - 1).replace(/…$/u, '');
  return `${kept.replace(/&[a-z]*$/u, '').replace(/<[^>]*$/u, '')}…`;
}
