import { cut, plainLine } from '../text.ts';

/** Formats, spoilers, code, masked links and everything in angle brackets: mentions, times, emoji, links. */
const anywhere = /[\\*_~`|<[]/gu;
/** What would ping a whole channel, if pings were on: Discord looks for it in spite of backslashes. */
const everybody = /@(?=everyone|here)/gu;
/** Links, and the invitations and gifts that are shown as cards also without a scheme. */
const links = /:(?=\/\/)/gu;
const invitations = /\.(gg|com|gift|new)(?=\/)/giu;
/** `:100:` is one, and `:34:` in a time of day is not. */
const emojiNames = /:(?=(?:\d{3,}|\d*[a-z+-][\w+-]*):)/giu;
/** Headings, small print, lists and quotes: only where a line begins, and any text may be put there. */
const atLineStart = /^(\s*)([#>+-])/gmu;
const numbered = /^(\s*\d+)([.)])/gmu;

/**
 * Any text as Discord shows it letter by letter: no format, no mention, no time, no emoji name, no list or heading, and no link,
 * so no text can look like another address, and nobody's program follows one. Escapes do not show: they are backslashes, and once
 * a character of no width.
 */
export function markdown(text: string): string {
  return text
    .replace(anywhere, '\\$&')
    .replace(everybody, '@\u2060')
    .replace(links, ':\\')
    .replace(invitations, '.$1\\')
    .replace(emojiNames, '\\:')
    .replace(atLineStart, '$1\\$2')
    .replace(numbered, '$1\\$2');
}

/** The same as one line of at most so many UTF-16 units, cut before it is escaped, so that no escape is ever cut. */
export function markdownLine(text: string, charsMax: number): string {
  return markdown(plainLine(text, charsMax));
}

/** A text of our own that is already composed, cut to fit without leaving half an escape or half a time. */
export function fitted(composed: string, charsMax: number): string {
  if (composed.length <= charsMax) return composed;
  const kept = cut(composed, charsMax - 1).replace(/…$/u, '');
  return `${withoutHalfEscape(kept.replace(/<(?:t(?::\d*(?::\w?)?)?)?$/u, ''))}…`;
}

/** A moment in the zone of each reader, after the moment as it was written with its zone. */
export function dateToken(at: string, written: string): string {
  return `${markdownLine(written, 80)}, <t:${Math.floor(Date.parse(at) / 1000)}:f>`;
}

function withoutHalfEscape(text: string): string {
  const backslashes = /\\*$/u.exec(text)?.[0].length ?? 0;
  return backslashes % 2 === 0 ? text : text.slice(0, -1);
}
