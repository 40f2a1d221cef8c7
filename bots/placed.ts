/** A message that was put: the platform's own name of it, and the revision of the question that it shows (0 for a notice). */
export type Placed = { readonly message: string; readonly revision: number };

/** How a post row keeps what was put: the revision that it shows, then the platform's own name of the message. */
export function placedText(placed: Placed): string {
  return `${placed.revision}:${placed.message}`;
}

export function parsePlaced(text: string): Placed {
  const [, revision, message] = /^(\d{1,9}):(.*)$/s.exec(text) ?? [];
  if (revision === undefined || message === undefined) throw new Error(`a post row names its message "${text}", not revision:message`);
  return { revision: Number(revision), message };
}
