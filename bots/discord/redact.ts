const tokens = /\b[\w-]{18,40}\.[\w-]{6}\.[\w-]{27,}/gu;
const addresses = /\b(?:https?|wss?):\/\/\S+/gu;
const interactionTokens = /\/(webhooks|interactions)\/(\d+)\/[^/\s]+/gu;

/** A text without tokens of Discord, and without addresses: those of interactions open doors. */
export function redacted(text: string): string {
  return text.replace(tokens, '[token]').replace(addresses, '[address]').replace(interactionTokens, '/$1/$2/[token]');
}

/** A payload as it is kept: what came, without anything that looks like the token of a bot. */
export function withoutTokens(payload: unknown): string {
  return JSON.stringify(payload, (_key, value: unknown) => (typeof value === 'string' ? value.replace(tokens, '[token]') : value));
}

/** A failure as it may be logged: its name, what it says without tokens and addresses, and where. */
export function harmless(failure: unknown): Error {
  if (!(failure instanceof Error)) return new Error(redacted(String(failure)));
  const told = new Error(redacted(failure.message));
  told.name = redacted(failure.name);
  told.stack = redacted(failure.stack ?? '');
  return told;
}
