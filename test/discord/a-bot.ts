import { afterEach } from 'vitest';
import { createDiscord } from '../../bots/discord/adapter.ts';
import type { Place, Press, Private } from '../../bots/port.ts';
import { realClock } from '../support/platforms/clock.ts';
import { cast } from '../support/platforms/discord/cast.ts';
import { openFakeDiscord } from '../support/platforms/discord/fake-discord.ts';
import { aPlace as placeOnSlack, anInbox } from '../slack/builders.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Fake = Awaited<ReturnType<typeof openFakeDiscord>>;
type Given = { readonly guildId?: string | null; readonly fake?: Fake };

/** A fake Discord, the adapter connected to it, and an inbox that tells each presser what a test wants. */
export async function aBot(answer: (press: Press) => Private | null | Promise<Private | null> = () => null, given: Given = {}) {
  let offsetMs = 0;
  const nowMs = () => Date.now() + offsetMs;
  const fake = given.fake ?? (await openFakeDiscord({ clock: { ...realClock, nowMs } }));
  if (given.fake === undefined) closing.push(fake.close);
  const reported: unknown[] = [];
  const { guildId = cast.guild } = given;
  const discord = createDiscord({
    token: fake.state.app.token,
    guildId,
    apiUrl: `${fake.url}/api`,
    nowMs,
    report: (failure) => reported.push(failure),
  });
  const heard = anInbox(async (press) => {
    await discord.acknowledge(press);
    const told = await answer(press);
    if (told !== null) await discord.tellPrivately(press, told);
  });
  discord.listen(heard.inbox);
  closing.push(discord.stop);
  return {
    fake,
    discord,
    reported,
    nowMs,
    /** Lets so much time pass at once. */
    pass(ms: number) {
      offsetMs += ms;
    },
    ...heard,
  };
}

export function alone(...lines: readonly string[]): Private {
  return { lines, card: null, form: null };
}

export function aPlace(differences: Partial<Place> = {}): Place {
  return placeOnSlack({ address: cast.fixes, ...differences });
}

/** The bodies of the calls of this kind, in their order. */
export function callsOf({ state }: Fake, ...methods: readonly string[]) {
  return state.calls.filter(({ method }) => methods.includes(method));
}
