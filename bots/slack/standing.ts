import type { webApi } from '@slack/bolt';
import { webApi as api } from '@slack/bolt';
import type { Standing } from '../port.ts';
import { slackTimes } from './limits.ts';

type Known = { readonly standing: Standing; readonly until: number };

const unknownToSlack: ReadonlySet<string> = new Set(['user_not_found', 'user_not_visible', 'users_not_found']);

/** Asks Slack what somebody is in the workspace. An answer is used for a minute; a failure to ask is never remembered. */
export function createStandings(client: webApi.WebClient, nowMs: () => number): (user: string, team: string) => Promise<Standing> {
  const standings = new Map<string, Known>();

  return async (user, team) => {
    const now = nowMs();
    for (const [id, { until }] of standings) if (until <= now) standings.delete(id);
    const remembered = standings.get(user);
    if (remembered !== undefined) return remembered.standing;
    const standing = await askStanding(client, user, team);
    if (standing !== 'unverified') standings.set(user, { standing, until: now + slackTimes.standingKeptMs });
    return standing;
  };
}

async function askStanding(client: webApi.WebClient, user: string, team: string): Promise<Standing> {
  try {
    const { user: found } = await client.users.info({ user });
    if (found === undefined) return 'unverified';
    if (found.is_bot === true || found.is_workflow_bot === true || user === 'USLACKBOT') return 'bot';
    if (found.is_restricted === true || found.is_ultra_restricted === true) return 'guest';
    const elsewhere = found.team_id !== undefined && found.team_id !== team && found.enterprise_user === undefined;
    return found.is_stranger === true || found.deleted === true || elsewhere ? 'stranger' : 'member';
  } catch (failure) {
    const denied = failure instanceof api.WebAPIPlatformError && unknownToSlack.has(failure.data.error);
    return denied ? 'stranger' : 'unverified';
  }
}
