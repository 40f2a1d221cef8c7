const tokens = /\b(?:xox[a-z]|xapp|xwfp)-[\w-]+/gu;
const addresses = /\b(?:https?|wss?):\/\/\S+/gu;
const secretKeys: ReadonlySet<string> = new Set(['token', 'bot_access_token']);

/** A text without tokens of Slack, and without addresses: those of sockets and of responses open doors. */
export function redacted(text: string): string {
  return text.replace(tokens, '[token]').replace(addresses, '[address]');
}

/** A payload as it is kept: what came, without the tokens that Slack puts in. */
export function withoutTokens(body: unknown): string {
  return JSON.stringify(body, (key, value: unknown) => {
    if (secretKeys.has(key) && typeof value === 'string') return undefined;
    return typeof value === 'string' ? value.replace(tokens, '[token]') : value;
  });
}

/** A failure as it may be logged: its name, what it says without tokens and addresses, and where. */
export function harmless(failure: unknown): Error {
  if (!(failure instanceof Error)) return new Error(redacted(String(failure)));
  const told = new Error(redacted(failure.message));
  told.name = failure.name;
  told.stack = redacted(failure.stack ?? '');
  return told;
}
