import { textOf } from '../../json.ts';
import type { User } from '../state.ts';
import { userFor } from './channels.ts';
import type { Method } from './method.ts';
import { noScope } from './method.ts';

export const testToken: Method = {
  request: 'AuthTest',
  token: 'bot',
  scope: noScope,
  run: ({ state: { app } }) => ({
    url: `https://${app.teamDomain}.slack.com/`,
    team: 'Harbour',
    user: 'gatebell',
    team_id: app.team,
    user_id: app.botUser,
    bot_id: app.botId,
    is_enterprise_install: false,
  }),
};

export const describeUser: Method = {
  request: 'DescribeUser',
  token: 'bot',
  scope: () => 'users:read',
  run: ({ state }, args) => ({ user: userJson(userFor(state, textOf(args.user))) }),
};

function userJson(user: User) {
  return {
    id: user.id,
    team_id: user.team,
    name: user.name,
    real_name: user.realName,
    deleted: user.kind === 'deactivated',
    tz: user.timeZone,
    tz_label: user.timeZone,
    tz_offset: 0,
    profile: { real_name: user.realName, display_name: user.name, team: user.team },
    is_admin: false,
    is_owner: false,
    is_bot: user.kind === 'bot',
    is_app_user: false,
    is_restricted: user.kind === 'guest' || user.kind === 'single-channel guest',
    is_ultra_restricted: user.kind === 'single-channel guest',
    ...(user.kind === 'stranger' ? { is_stranger: true } : {}),
  };
}
