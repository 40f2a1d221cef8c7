import { anyFaults, outOfReach } from './any-faults.ts';
import type { Fault } from '../support/platforms/faults.ts';
import type { FakeSlack } from '../support/platforms/slack/fake-slack.ts';
import { openFakeSlack } from '../support/platforms/slack/fake-slack.ts';
import { aChannel } from '../support/platforms/slack/state.ts';
import type { Seen } from '../support/platforms/slack/what-people-see.ts';
import type { Citizen, Quarter } from './quarter.ts';
import { createStanding } from './standing.ts';

const others = ['U0STRAY', 'U0GUEST', 'U0FAR', 'U0ROBOT'];
const users: Readonly<Record<Citizen, string>> = { mara: 'U0MARA', ines: 'U0INES' };

const faults: readonly Fault[] = [...anyFaults, { kind: 'error', error: 'internal_error' }];

export type SlackQuarter = Quarter & { readonly fake: FakeSlack; readonly seen: (code: string) => readonly Seen[] };

export async function slackQuarter(goals: number, mode: 'socket' | 'http' = 'socket'): Promise<SlackQuarter> {
  const fake = await openFakeSlack();
  const { state, people } = fake;
  const channels = Array.from({ length: goals }, (_, nth) => `C0GOAL${nth}`);
  for (const channel of channels) {
    state.channels.set(
      channel,
      aChannel(channel, channel.toLowerCase(), 'public', [...Object.values(users), ...others, state.app.botUser]),
    );
  }
  const { standing, newest } = createStanding(
    channels,
    (channel, code) => people.messages(channel).filter(({ shown }) => shown.startsWith(`${code} in `)),
    'Slack',
  );
  return {
    name: 'slack',
    fake,
    seen: (code) => standing(code).map(({ message }) => message),
    environment: fake.environment(mode),
    servedAt: (address) => fake.deliverTo(mode === 'http' ? `${address}/slack/events` : null),
    accounts: { mara: 'T0HARBOUR:U0MARA', ines: 'T0HARBOUR:U0INES' },
    channels,
    // A mention of those who may answer is meant.
    cards: (code) =>
      standing(code).map(({ message: { ts, shown, buttons, dangers } }) => ({
        id: ts,
        shown,
        buttons,
        dangers: dangers.filter((danger) => danger !== 'rich text user'),
      })),
    async press(who, code, label) {
      const { channel, message } = newest(code);
      const { result } = await people.press({ user: users[who], channel, on: label, ts: message.ts, stale: true });
      return result === 'acknowledged' ? 'acknowledged' : 'lost';
    },
    reply(who, code, text) {
      const { channel, message } = newest(code);
      people.say({ user: users[who], channel, text, thread: message.ts });
    },
    said: () => channels.flatMap((channel) => people.messages(channel)).map(({ shown }) => shown),
    alone: (who) => people.alone(users[who]).map(({ shown }) => shown),
    fail: (share, random) => (share === 0 ? fake.faults.clear() : fake.faults.sometimes(share, faults, ['*'], random)),
    cut: () => fake.sockets.cut(),
    onCall: (looker) => fake.onCall(looker === null ? null : (_call, moment) => looker(moment)),
    down(isDown) {
      if (isDown) fake.faults.sometimes(1, outOfReach, ['*'], () => 0);
      else fake.faults.clear();
      if (isDown) fake.sockets.cut();
    },
    expel(goal, isOut) {
      const channel = channels[goal] ?? '';
      if (isOut) people.removeBot(channel);
      else people.invite(channel);
    },
    revoke(revoked) {
      if (revoked) people.revokeToken();
      else people.restoreToken();
    },
    secrets: [state.app.botToken, state.app.appToken, state.app.signingSecret, state.app.verificationToken],
    malformed: () =>
      state.calls.filter(({ outcome }) => outcome === 'invalid_blocks' || outcome === 'invalid_arguments').map(({ method }) => method),
    close: fake.close,
  };
}
