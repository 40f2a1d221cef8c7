/** A message of Telegram by one name: its chat, and its number there. */
export function messageName(chat: number, message: number): string {
  return `${chat}:${message}`;
}

export function parseMessageName(name: string): { readonly chat: number; readonly message: number } {
  const [, chat, message] = /^(-?\d{1,16}):(\d{1,15})$/.exec(name) ?? [];
  if (chat === undefined || message === undefined) throw new Error(`"${name}" is not the name of a message of Telegram`);
  return { chat: Number(chat), message: Number(message) };
}
