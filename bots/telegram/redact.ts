const tokens = /\d{4,}:[\w-]{20,}/gu;
const addresses = /\bhttps?:\/\/\S+/gu;

/** A text without tokens of Telegram, and without addresses: those of its calls hold the token. */
export function redacted(text: string): string {
  return text.replace(tokens, '[token]').replace(addresses, '[address]');
}

/**
 * A failure as it may be logged: its name, what it says, and where. What stands behind it is left out: grammY keeps the address
 * of the call there, and what was sent.
 */
export function harmless(failure: unknown): Error {
  if (!(failure instanceof Error)) return new Error(redacted(String(failure)));
  const told = new Error(redacted(failure.message));
  told.name = failure.name;
  told.stack = redacted(failure.stack ?? '');
  return told;
}
