/** A message of Slack by one name: the channel that it really stands in, and its time. */
export function messageName(channel: string, ts: string): string {
  return `${channel}/${ts}`;
}

export function parseMessageName(name: string): { readonly channel: string; readonly ts: string } {
  const [, channel, ts] = /^([A-Z0-9]{2,40})\/(\d{1,20}\.\d{1,10})$/.exec(name) ?? [];
  if (channel === undefined || ts === undefined) throw new Error(`"${name}" is not the name of a message of Slack`);
  return { channel, ts };
}
