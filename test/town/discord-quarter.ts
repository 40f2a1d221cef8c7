import { cast } from '../support/platforms/discord/cast.ts';
import type { FakeDiscord } from '../support/platforms/discord/fake-discord.ts';
import { openFakeDiscord } from '../support/platforms/discord/fake-discord.ts';
import { aChannel } from '../support/platforms/discord/state.ts';
import { anyFaults, outOfReach } from './any-faults.ts';
import type { Quarter } from './quarter.ts';
import { createStanding } from './standing.ts';

export type DiscordQuarter = Quarter & { readonly fake: FakeDiscord };

export async function discordQuarter(goals: number): Promise<DiscordQuarter> {
  const fake = await openFakeDiscord();
  const { state, people } = fake;
  const channels = Array.from({ length: goals }, () => state.nextId());
  for (const [nth, id] of channels.entries()) state.channels.set(id, aChannel({ id, name: `goal-${nth}` }));
  const { standing, newest } = createStanding(
    channels,
    (channel, code) => people.messages(channel).filter(({ user, shown }) => user === cast.bot && shown.includes(`${code} in `)),
    'Discord',
  );
  return {
    name: 'discord',
    fake,
    environment: fake.environment(),
    accounts: { mara: cast.mara, ines: cast.ines },
    channels,
    cards: (code) =>
      standing(code).map(({ message: { id, shown, buttons, dangers, pinged } }) => ({
        id,
        shown,
        buttons,
        dangers: [...dangers, ...pinged.filter((who) => who !== cast.mara && who !== cast.ines)],
      })),
    async press(who, code, label) {
      const { channel, message } = newest(code);
      const { result } = await people.press({ user: cast[who], channel, on: label, message: message.id, stale: true });
      return result === 'answered' ? 'acknowledged' : 'lost';
    },
    reply(who, code, text) {
      const { channel, message } = newest(code);
      people.say({ user: cast[who], channel, text, replyTo: message.id });
    },
    said: () => channels.flatMap((channel) => people.messages(channel)).map(({ shown }) => shown),
    alone: (who) => people.alone(cast[who]).map(({ shown }) => shown),
    fail: (share, random) => (share === 0 ? fake.faults.clear() : fake.faults.sometimes(share, anyFaults, ['*'], random)),
    cut: () => fake.gateway.cut(),
    onCall: (looker) => fake.onCall(looker === null ? null : (_call, moment) => looker(moment)),
    down(isDown) {
      if (isDown) fake.faults.sometimes(1, outOfReach, ['*'], () => 0);
      else fake.faults.clear();
      fake.gateway.refuse(isDown ? 'connections' : null);
      if (isDown) fake.gateway.cut();
    },
    expel(goal, isOut) {
      const channel = channels[goal] ?? '';
      if (isOut) people.deny(channel, 'VIEW_CHANNEL');
      else people.allow(channel);
    },
    revoke(revoked) {
      if (revoked) people.revokeToken();
      else people.restoreToken();
    },
    secrets: [state.app.token],
    malformed: () => state.calls.filter(({ outcome }) => outcome.includes('50035')).map(({ method, outcome }) => `${method}: ${outcome}`),
    close: fake.close,
  };
}
