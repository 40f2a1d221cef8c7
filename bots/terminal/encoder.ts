// biome-ignore lint/suspicious/noControlCharactersInRegex: to take control sequences out is what this is for
const escapeSequence = /[\u001b\u009b](?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[0-?]*[ -/]*[@-~])/gu;
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;
const controls = /\p{Cc}/gu;
// Formatting characters reorder or hide text; the two joiners are left because emoji and some scripts need them.
const formatting = /(?![\u200c\u200d])\p{Cf}/gu;
const loneSurrogates = /\p{Cs}/gu;

/** Any text as one harmless line: no control character, no escape sequence, nothing that reorders or hides, no line break. */
export function encodeLine(text: string): string {
  return text
    .replace(escapeSequence, '')
    .replace(breaks, ' ')
    .replace(controls, '')
    .replace(formatting, '')
    .replace(loneSurrogates, '\ufffd')
    .trim();
}

/** The first `charsMax` code points, the last of them `…` when something was cut. */
export function capLine(line: string, charsMax: number): string {
  const points = Array.from(line);
  return points.length <= charsMax ? line : `${points.slice(0, charsMax - 1).join('')}…`;
}

/** One encoded line as several of at most `width` code points, broken at spaces where there are any. */
export function wrapLine(line: string, width: number): readonly string[] {
  const wrapped: string[] = [];
  let rest = Array.from(line);
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const cut = space > 0 ? space : width;
    wrapped.push(rest.slice(0, cut).join(''));
    rest = rest.slice(space > 0 ? cut + 1 : cut);
  }
  return [...wrapped, rest.join('')];
}
