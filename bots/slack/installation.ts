import type { webApi } from '@slack/bolt';
import type { Trouble } from '../port.ts';
import type { Self } from './arrival.ts';

/** The scopes of manifest.json: what each is for stands in README.md. */
export const neededScopes = [
  'chat:write',
  'commands',
  'im:write',
  'im:history',
  'channels:history',
  'groups:history',
  'users:read',
] as const;

/** Who the app is, and what it lacks to work. */
export type Installation = { readonly self: Self; readonly lacks: Trouble | null };

/** Asks Slack whose token this is. Rejects as the calls of Slack do. */
export async function askInstallation(client: webApi.WebClient): Promise<Installation> {
  const { team_id, user_id, bot_id, response_metadata } = await client.auth.test();
  if (team_id === undefined || user_id === undefined) throw new Error('Slack took the token and did not say whose it is');
  const granted = response_metadata?.scopes;
  const missing = granted === undefined ? [] : neededScopes.filter((scope) => !granted.includes(scope));
  return { self: { team: team_id, user: user_id, bot: bot_id ?? null }, lacks: missing.length === 0 ? null : lacking(missing) };
}

function lacking(missing: readonly string[]): Trouble {
  const scopes = missing.join(', ');
  return {
    reason: `The app has no scope ${scopes}`,
    fix: `Add ${scopes} to the app, install it again, and set SLACK_BOT_TOKEN to its new token.`,
  };
}
