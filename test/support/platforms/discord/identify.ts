import type { Json } from '../json.ts';
import type { PrivilegedIntent, State } from './state.ts';
import { memberJson, userJson } from './wire.ts';

const intentBits = {
  Guilds: 1,
  GuildMembers: 1 << 1,
  GuildPresences: 1 << 8,
  GuildMessages: 1 << 9,
  DirectMessages: 1 << 12,
  MessageContent: 1 << 15,
};
const privileged = ['GuildMembers', 'GuildPresences', 'MessageContent'] as const satisfies readonly PrivilegedIntent[];

export type Intent = keyof typeof intentBits;

export function wants(intents: number, intent: Intent): boolean {
  return (intents & intentBits[intent]) !== 0;
}

/** The code that a session is refused with when it asks in this way; null where it may begin. */
export function whyRefused(state: State, about: Json): number | null {
  if (about.token !== state.app.token || state.token === 'revoked') return 4004;
  if (state.sessionStarts <= 0) {
    state.token = 'revoked'; // Discord resets the token of a bot that starts without end
    return 4004;
  }
  const shard = Array.isArray(about.shard) ? about.shard : [0, 1];
  if (shard[0] !== 0 || shard[1] !== 1) return 4010;
  if (!Number.isInteger(about.intents) || Number(about.intents) < 0) return 4013;
  const wanted = privileged.filter((intent) => wants(Number(about.intents), intent));
  return wanted.every((intent) => state.intents.has(intent)) ? null : 4014;
}

export function readyJson(state: State, session: string, url: string): Json {
  return {
    v: 10,
    user: { ...userJson(state, state.app.id), verified: true, mfa_enabled: true, email: null },
    guilds: state.guild.joined ? [{ id: state.guild.id, unavailable: true }] : [],
    session_id: session,
    resume_gateway_url: url,
    session_type: 'normal',
    private_channels: [],
    application: { id: state.app.id, flags: 0 },
    shard: [0, 1],
  };
}

export function membersAsked(state: State, about: Json): Json {
  const ids: readonly unknown[] = [about.user_ids].flat();
  const members = [...state.users.values()].filter(({ id, guilds }) => ids.includes(id) && guilds.has(state.guild.id));
  const chunk = { guild_id: state.guild.id, chunk_index: 0, chunk_count: 1, ...(about.nonce === undefined ? {} : { nonce: about.nonce }) };
  return { ...chunk, members: members.map((member) => memberJson(state, member)), not_found: [] };
}
