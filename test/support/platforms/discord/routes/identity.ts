import * as spec from 'discord-api-spec/zod';
import { refuse } from '../refuse.ts';
import { limits } from '../limits.ts';
import { bareGuildJson, rolesJson } from '../guild-json.ts';
import { channelJson, memberJson, userJson } from '../wire.ts';
import type { Route } from './route.ts';

const plain = { verb: 'GET', token: 'bot', request: null } as const;

/** `url` is put in by the fake, which knows its own address. */
export function gatewayBot(url: () => string): Route {
  return {
    ...plain,
    name: 'get_bot_gateway',
    path: '/gateway/bot',
    response: spec.GatewayBotResponseSchema,
    run: ({ state }) => ({
      url: url(),
      shards: 1,
      session_start_limit: {
        total: limits.gateway.starts,
        remaining: Math.max(state.sessionStarts, 0),
        reset_after: 3_600_000,
        max_concurrency: 1,
      },
    }),
  };
}

export const getMe: Route = {
  ...plain,
  name: 'get_my_user',
  path: '/users/@me',
  response: spec.UserResponseSchema,
  run: ({ state }) => userJson(state, state.app.id),
};

export const getUser: Route = {
  ...plain,
  name: 'get_user',
  path: '/users/{user}',
  response: spec.UserResponseSchema,
  run: ({ state }, { params }) => (state.users.has(params.user ?? '') ? userJson(state, params.user ?? '') : refuse(10013)),
};

export const getMember: Route = {
  ...plain,
  name: 'get_guild_member',
  path: '/guilds/{guild}/members/{user}',
  response: spec.GuildMemberResponseSchema,
  run({ state }, { params }) {
    if (params.guild !== state.guild.id) return refuse(10004);
    if (!state.guild.joined) return refuse(50001);
    const user = state.users.get(params.user ?? '') ?? refuse(10013);
    return user.guilds.has(state.guild.id) ? memberJson(state, user) : refuse(10007);
  },
};

export const getGuild: Route = {
  ...plain,
  name: 'get_guild',
  path: '/guilds/{guild}',
  response: spec.GuildWithCountsResponseSchema,
  run({ state }, { params }) {
    if (params.guild !== state.guild.id || !state.guild.joined) return refuse(10004);
    return bareGuildJson(state);
  },
};

export const listRoles: Route = {
  ...plain,
  name: 'list_guild_roles',
  path: '/guilds/{guild}/roles',
  response: spec.GuildRoleResponseSchema,
  run: ({ state }, { params }) => (params.guild === state.guild.id && state.guild.joined ? rolesJson(state) : refuse(10004)),
};

export const listChannels: Route = {
  ...plain,
  name: 'list_guild_channels',
  path: '/guilds/{guild}/channels',
  response: spec.GuildChannelResponseSchema,
  run({ state }, { params }) {
    if (params.guild !== state.guild.id) return refuse(10004);
    if (!state.guild.joined) return refuse(50001);
    return [...state.channels.values()]
      .filter(({ guild, kind, deleted }) => guild === state.guild.id && kind === 'text' && !deleted)
      .map((channel) => channelJson(state, channel));
  },
};

export const getApplication: Route = {
  ...plain,
  name: 'get_my_application',
  path: '/applications/@me',
  response: spec.PrivateApplicationResponseSchema,
  run: ({ state }) => ({
    id: state.app.id,
    name: state.app.name,
    icon: null,
    description: '',
    type: null,
    flags: applicationFlags(state.intents.has('GuildMembers'), state.intents.has('MessageContent')),
    flags_new: String(applicationFlags(state.intents.has('GuildMembers'), state.intents.has('MessageContent'))),
    bot: userJson(state, state.app.id),
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    redirect_uris: [],
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    owner: userJson(state, state.app.id),
    approximate_guild_count: 1,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    team: null,
  }),
};

/** Switched on for an app in fewer than a hundred guilds. */
function applicationFlags(members: boolean, content: boolean): number {
  return (members ? 1 << 15 : 0) | (content ? 1 << 19 : 0);
}
