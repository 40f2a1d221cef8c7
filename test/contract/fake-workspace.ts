import { openFakeSlack } from '../support/platforms/slack/fake-slack.ts';
import type { Workspace } from './slack-scenarios.ts';

/** The strict fake as a workspace of the scenarios. */
export async function openFakeWorkspace(mode: 'socket' | 'http'): Promise<Workspace> {
  const slack = await openFakeSlack();
  const channel = 'C0FIXES';
  return {
    environment: slack.environment(mode),
    channel,
    mara: { user: 'U0MARA', account: 'T0HARBOUR:U0MARA' },
    stray: { user: 'U0STRAY' },
    serviceAt: (address) => slack.deliverTo(mode === 'http' ? `${address}/slack/events` : null),
    press: async (user, card, label) => void (await slack.people.press({ user, channel, on: label, ts: card.id })),
    reply: async (user, card, text) => void slack.people.say({ user, channel, text, thread: card.id }),
    command: async (user, text) => void (await slack.people.command({ user, channel, command: '/gatebell', text })),
    submit: async (user, text) => void (await slack.people.submit({ user, text })),
    messages: async () => slack.people.messages(channel).map(({ ts, shown, buttons }) => ({ id: ts, shown, buttons })),
    alone: async (user) => slack.people.alone(user).map(({ shown }) => shown),
    close: slack.close,
  };
}
