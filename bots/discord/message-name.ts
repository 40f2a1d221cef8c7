/** A message of Discord by one name: the channel (or thread) that it really stands in, and its id. */
export function messageName(channel: string, id: string): string {
  return `${channel}:${id}`;
}

export function parseMessageName(name: string): { readonly channel: string; readonly id: string } {
  const [, channel, id] = /^(\d{1,20}):(\d{1,20})$/.exec(name) ?? [];
  if (channel === undefined || id === undefined) throw new Error(`"${name}" is not the name of a message of Discord`);
  return { channel, id };
}
