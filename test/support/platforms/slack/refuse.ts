import type { Json } from '../json.ts';

/** `{ok: false}` with Slack's own text for it. */
export class SlackRefusal extends Error {
  readonly error: string;
  readonly more: Json;

  constructor(error: string, more: Json = {}) {
    super(error);
    this.error = error;
    this.more = more;
  }
}

export function refuse(error: string, ...messages: readonly string[]): never {
  throw new SlackRefusal(
    error,
    messages.length === 0 ? {} : { response_metadata: { messages: messages.map((text) => `[ERROR] ${text}`) } },
  );
}
