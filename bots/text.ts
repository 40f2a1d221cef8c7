// biome-ignore lint/suspicious/noControlCharactersInRegex: to take control characters out is what this is for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;
// Formatting characters reorder or hide text; the two joiners are left because emoji and some scripts need them.
const formatting = /(?![\u200c\u200d])\p{Cf}/gu;
const loneSurrogates = /\p{Cs}/gu;

/**
 * Any text as people may be shown it where nothing is parsed: no control character, nothing that reorders or hides, at most
 * `charsMax` UTF-16 units, never cut inside a character.
 */
export function plain(text: string, charsMax: number): string {
  return cut(cleaned(text), charsMax);
}

/** The same as one line. */
export function plainLine(text: string, charsMax: number): string {
  return cut(cleaned(text).replace(/\s+/gu, ' ').trim(), charsMax);
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

/** The beginning of a text, in at most `charsMax` UTF-16 units with the `…` that says that something is missing. */
export function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.slice(0, charsMax))) {
    if (kept.length + segment.length > charsMax - 1) break;
    kept += segment;
  }
  return `${kept.replace(/\p{Cs}$/u, '')}…`;
}

function cleaned(text: string): string {
  return text.replace(lineBreaks, '\n').replace(controls, '').replace(formatting, '').replace(loneSurrogates, '\ufffd');
}
