/** The answers that would count, as they are compared. */
const answers: ReadonlySet<string> = new Set(['1', '2', 'yes', 'no', 'go on', 'stop here']);

const tokenForm = /\b([ofu]\.[0-9a-z]{1,7}\.[0-9a-z]{1,6}\.[0-9a-z-]\.[0-9A-Za-z]{1,16}\.)([\w-]{22})(?![\w-])/g;

export function tokensIn(text: string): readonly string[] {
  return [...new Set(text.match(tokenForm) ?? [])];
}

/** The gate that a token names. */
export function gateOf(token: string): string {
  return `g${Number.parseInt(token.split('.')[1] ?? '', 36)}`;
}

/** The token with another check: what stands in it is the same, and this installation never wrote it. Forging it again changes nothing. */
export function forged(token: string): string {
  return token.replace(tokenForm, (_, body: string, check: string) => `${body}FUZZ${check.slice(4)}`);
}

/** The same text with each token of these gates forged: no press with it can count. */
export function withForgedTokens(text: string, gates: readonly string[]): string {
  return text.replaceAll(tokenForm, (token) => (gates.includes(gateOf(token)) ? forged(token) : token));
}

/** Takes words out that a mutation made into an answer, which would rightly count. */
export function withoutAnswers(payload: unknown): unknown {
  const waiting: unknown[] = [{ payload }];
  const root = waiting[0] as { payload: unknown }; // just put there
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    const named = holder as Record<string, unknown>; // only objects and arrays are put there
    for (const [key, value] of Object.entries(named)) {
      if (typeof value === 'string' && answers.has(value.trim().toLowerCase())) named[key] = 'perhaps later';
      else if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  return root.payload;
}
