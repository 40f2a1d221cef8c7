import type { Acknowledged } from '../deliveries.ts';
import type { Json } from '../../json.ts';
import type { Channel, State, User } from '../state.ts';

export const triggerMsMax = 3_000;
export const responseUrlMsMax = 30 * 60_000;

/** How a press may come otherwise than at once. `ageMs`: the person pressed that long ago, so its trigger is older. */
export type Lateness = { readonly ageMs?: number };

export function newTrigger(state: State, user: string, { ageMs = 0 }: Lateness): string {
  const id = `${state.next('trigger')}.${state.app.team}.${user}`;
  state.triggers.set(id, { user, untilMs: state.clock.nowMs() + triggerMsMax - ageMs, usedBy: null });
  return id;
}

type Origin = { readonly user: string; readonly channel: string; readonly thread: string | null; readonly message: string | null };

export function newResponseUrl(state: State, baseUrl: string, origin: Origin): string {
  const id = state.next('response');
  state.responseUrls.set(id, { ...origin, untilMs: state.clock.nowMs() + responseUrlMsMax, uses: 0 });
  return `${baseUrl}/responses/${id}`;
}

export function personIn(state: State, userId: string, channel: Channel): User {
  const user = state.users.get(userId);
  if (user === undefined) throw new Error(`there is no user ${userId}; there are ${[...state.users.keys()].join(', ')}`);
  if (!channel.members.has(userId)) throw new Error(`${userId} is not in ${channel.id}, and sees nothing there`);
  return user;
}

export function channelNamed(state: State, id: string): Channel {
  const channel = state.channels.get(id);
  if (channel === undefined) throw new Error(`there is no channel ${id}; there are ${[...state.channels.keys()].join(', ')}`);
  return channel;
}

/** What every interaction carries. */
export function interactionFrom(state: State, user: User) {
  const { app } = state;
  return {
    user: { id: user.id, username: user.name, name: user.name, team_id: user.team },
    team: { id: app.team, domain: app.teamDomain },
    api_app_id: app.id,
    token: app.verificationToken,
    is_enterprise_install: false,
    enterprise: null,
  } as const;
}

/** What Slack itself shows to the person whose press or command was not acknowledged. */
export function tellTrouble(state: State, user: string, channel: string, outcome: Acknowledged, text: string): void {
  if (outcome.result === 'acknowledged') return;
  const seen = {
    user,
    channel,
    thread: null,
    from: 'Slack itself',
    text: `${text} (${outcome.why})`,
    blocks: [],
    ts: state.nextTs(),
  } as const;
  state.ephemerals.push(seen);
}

export function channelJson(channel: Channel): { id: string; name: string } & Json {
  return { id: channel.id, name: channel.kind === 'direct' ? 'directmessage' : channel.name };
}
