import type { Json } from '../json.ts';
import { cast } from './cast.ts';
import type { Permission } from './permissions.ts';
import { bitsOf, mayInChannel } from './permissions.ts';
import type { State } from './state.ts';
import { snowflakeMs } from './snowflakes.ts';
import { channelJson, iso, memberJson } from './wire.ts';

/** The guild as `GUILD_CREATE` tells of it. */
export function guildJson(state: State): Json {
  const { guild } = state;
  const members = [...state.users.values()].filter((user) => user.guilds.has(guild.id));
  const there = [...state.channels.values()].filter((channel) => channel.guild === guild.id && !channel.deleted);
  const visible = there.filter((channel) => mayInChannel(state, channel).includes('VIEW_CHANNEL'));
  return {
    ...bareGuildJson(state),
    joined_at: iso(snowflakeMs(cast.bot)),
    large: false,
    unavailable: false,
    member_count: members.length,
    members: members.map((member) => memberJson(state, member)),
    channels: there.filter(({ kind }) => kind === 'text').map((channel) => channelJson(state, channel)),
    threads: visible.filter(({ kind, archived }) => kind === 'thread' && !archived).map((channel) => channelJson(state, channel)),
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

/** The guild as it is asked for: without its people and channels. */
export function bareGuildJson(state: State): Json {
  return {
    id: state.guild.id,
    name: state.guild.name,
    owner_id: cast.ines,
    roles: rolesJson(state),
    ...unset,
    region: 'deprecated',
    preferred_locale: 'en-US',
    features: [],
    emojis: [],
    stickers: [],
    afk_timeout: 300,
    system_channel_flags: 0,
    widget_enabled: false,
    verification_level: 0,
    default_message_notifications: 0,
    mfa_level: 0,
    explicit_content_filter: 0,
    max_members: 250_000,
    max_stage_video_channel_users: 50,
    max_video_channel_users: 25,
    premium_tier: 0,
    premium_subscription_count: 0,
    premium_progress_bar_enabled: false,
    nsfw: false,
    nsfw_level: 0,
  };
}

const unset = {
  icon: null,
  description: null,
  home_header: null,
  splash: null,
  discovery_splash: null,
  banner: null,
  application_id: null,
  afk_channel_id: null,
  system_channel_id: null,
  widget_channel_id: null,
  max_presences: null,
  vanity_url_code: null,
  rules_channel_id: null,
  safety_alerts_channel_id: null,
  public_updates_channel_id: null,
  incidents_data: null,
} as const;

/** The role for everyone gives nothing here: what the bot may do is what its own role was granted. */
export function rolesJson(state: State): readonly Json[] {
  return [roleJson(state.guild.id, '@everyone', [], 0), roleJson(cast.botRole, state.app.name, [...state.granted], 1)];
}

function roleJson(id: string, name: string, permissions: readonly Permission[], position: number): Json {
  const colors = { primary_color: 0, secondary_color: null, tertiary_color: null };
  const fixed = { color: 0, colors, hoist: false, managed: position > 0, mentionable: false, icon: null, unicode_emoji: null, flags: 0 };
  return { id, name, permissions: bitsOf(permissions), position, ...fixed };
}
