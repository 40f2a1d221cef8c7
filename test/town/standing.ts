/** Finds the cards of a gate among the channels of the goals; remembers where, because a gate stays in the channel of its goal. */
export function createStanding<Channel, Message>(
  channels: readonly Channel[],
  cardsIn: (channel: Channel, code: string) => readonly Message[],
  platform: string,
) {
  const known = new Map<string, Channel>();

  function standing(code: string): readonly { readonly channel: Channel; readonly message: Message }[] {
    const at = known.get(code);
    const found = (at === undefined ? channels : [at]).flatMap((channel) =>
      cardsIn(channel, code).map((message) => ({ channel, message })),
    );
    if (found[0] !== undefined) known.set(code, found[0].channel);
    return found;
  }

  return {
    standing,
    newest(code: string) {
      const found = standing(code).at(-1);
      if (found === undefined) throw new Error(`no card of ${code} stands on ${platform}`);
      return found;
    },
  };
}
