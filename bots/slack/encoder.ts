// biome-ignore lint/suspicious/noControlCharactersInRegex: to take control characters out is what this is for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;
// Formatting characters reorder or hide text; the two joiners are left because emoji and some scripts need them.
const formatting = /(?![\u200c\u200d])\p{Cf}/gu;
const loneSurrogates = /\p{Cs}/gu;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const unescapes: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/**
 * Any text as it is shown by an object that Slack does not parse (`plain_text`, a text leaf of `rich_text`): no control
 * character, nothing that reorders or hides, at most `charsMax` UTF-16 units, never cut inside a character.
 */
export function plain(text: string, charsMax: number): string {
  return cut(cleaned(text), charsMax);
}

/** The same as one line. */
export function plainLine(text: string, charsMax: number): string {
  return cut(cleaned(text).replace(/\s+/gu, ' ').trim(), charsMax);
}

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

/** As many whole lines as fit, and how many more there are: no line is cut, unless it is alone. */
export function fittingLines(lines: readonly string[], charsMax: number): string {
  const whole = lines.join('\n');
  if (whole.length <= charsMax || lines.length === 1) return whole;
  const kept: string[] = [];
  let left = charsMax - `and ${lines.length} more lines`.length;
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0) break;
    kept.push(line);
  }
  return [...kept, `and ${lines.length - kept.length} more lines`].join('\n');
}

function cleaned(text: string): string {
  return text.replace(lineBreaks, '\n').replace(controls, '').replace(formatting, '').replace(loneSurrogates, '\ufffd');
}

function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.slice(0, charsMax))) {
    if (kept.length + segment.length > charsMax - 1) break;
    kept += segment;
  }
  return `${kept.replace(/\p{Cs}$/u, '')}…`;
}
