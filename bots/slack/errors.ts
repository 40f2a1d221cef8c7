import { webApi } from '@slack/bolt';
import type { Put, Trouble } from '../port.ts';

/**
 * What an error of Slack means for a post or an edit. `unformatted`: Slack takes the message, but not in this form.
 * `dead`: nothing works until the operator mends the installation.
 */
export type Failure =
  | { readonly kind: 'unknown'; readonly reason: string; readonly ownFault: boolean }
  | { readonly kind: 'retry-later'; readonly reason: string; readonly retryInMs?: number }
  | { readonly kind: 'broken-channel' | 'dead'; readonly reason: string; readonly fix: string }
  | { readonly kind: 'gone' | 'rejected' | 'unformatted'; readonly reason: string };

type Meaning =
  | 'unknown'
  | 'retry-later'
  | 'gone'
  | 'rejected'
  | 'unformatted'
  | { readonly kind: 'broken-channel' | 'dead'; readonly fix: string };

const invite = channelFix('Invite the bot to the channel: /invite @gatebell.');
const findChannel = channelFix(
  'Check the channel id of the route; a private channel is visible only once the bot is invited: /invite @gatebell.',
);
const unarchive = channelFix('Unarchive the channel, or close the route and add another.');
const allowPosting = channelFix('Let the bot post there (channel settings), or close the route and add another.');
const allowDirect = channelFix('Let the app receive messages (App Home, Messages Tab), or add a route to a channel.');
const otherPerson = channelFix('The person cannot be reached there: add a route to a channel, or to another account.');
const otherThread = channelFix(
  'The thread takes no replies: close the route and add one without a thread, or with the first message of one.',
);
const movedTeam = dead('The workspace moves to an organisation: wait for that, then install the app again.');
const newToken = dead('Install the app again and set SLACK_BOT_TOKEN to its new token.');

/** Every error that Slack documents for the calls that the adapter makes, and what is to be done. */
const meanings = {
  ratelimited: 'retry-later',
  rate_limited: 'retry-later',
  message_limit_exceeded: 'retry-later',
  service_unavailable: 'retry-later',
  request_timeout: 'retry-later',
  internal_error: 'unknown',
  fatal_error: 'unknown',
  message_not_found: 'gone',
  cant_update_message: 'gone',
  edit_window_closed: 'gone',
  invalid_blocks: 'unformatted',
  invalid_blocks_format: 'unformatted',
  invalid_attachments: 'unformatted',
  msg_too_long: 'unformatted',
  msg_blocks_too_long: 'unformatted',
  metadata_too_large: 'unformatted',
  invalid_metadata_format: 'unformatted',
  invalid_metadata_schema: 'unformatted',
  metadata_must_be_sent_from_app: 'unformatted',
  markdown_text_conflict: 'unformatted',
  no_text: 'rejected',
  invalid_arguments: 'unformatted',
  invalid_arg_name: 'rejected',
  invalid_json: 'rejected',
  channel_not_found: findChannel,
  not_in_channel: invite,
  is_archived: unarchive,
  is_inactive: unarchive,
  restricted_action: allowPosting,
  restricted_action_read_only_channel: allowPosting,
  restricted_action_thread_only_channel: allowPosting,
  restricted_action_non_threadable_channel: allowPosting,
  restricted_action_thread_locked: allowPosting,
  thread_not_found: otherThread,
  cannot_reply_to_message: otherThread,
  messages_tab_disabled: allowDirect,
  cannot_dm_bot: otherPerson,
  user_not_found: otherPerson,
  users_not_found: otherPerson,
  user_disabled: otherPerson,
  user_is_restricted: otherPerson,
  user_not_visible: otherPerson,
  ekm_access_denied: channelFix('The keys of the workspace are withdrawn: ask the administrator of Slack.'),
  team_access_not_granted: channelFix('Grant the app access to this workspace, in the settings of the organisation.'),
  team_not_found: channelFix('Check the workspace that the app is installed in.'),
  missing_scope: dead('Add the missing scope to the app, install it again, and set SLACK_BOT_TOKEN to its new token.'),
  not_allowed_token_type: dead('SLACK_BOT_TOKEN must be the bot token (xoxb) and SLACK_APP_TOKEN the app-level token (xapp).'),
  invalid_auth: newToken,
  not_authed: newToken,
  account_inactive: newToken,
  token_revoked: newToken,
  token_expired: newToken,
  no_permission: newToken,
  access_denied: newToken,
  app_missing_action_url: dead('Switch on interactivity in the settings of the app.'),
  user_removed_from_team: newToken,
  team_disabled: dead('The workspace is disabled: ask the administrator of Slack.'),
  team_added_to_org: movedTeam,
  org_login_required: movedTeam,
} as const satisfies Readonly<Record<string, Meaning>>;

/** Classes whatever a call of Slack threw. The reason names no token and no address. */
export function classOf(failure: unknown): Failure {
  if (failure instanceof webApi.WebAPIPlatformError) return platformFailure(failure.data);
  if (failure instanceof webApi.WebAPIRateLimitedError) {
    return { kind: 'retry-later', reason: 'Slack asks to wait', retryInMs: failure.retryAfter * 1000 };
  }
  if (failure instanceof webApi.WebAPIHTTPError) return httpFailure(failure.statusCode);
  if (failure instanceof webApi.WebAPIRequestError) return requestFailure(failure.original);
  if (failure instanceof Error && failure.message.startsWith('Retry header')) {
    return { kind: 'retry-later', reason: 'Slack asks to wait and does not say how long' };
  }
  return { kind: 'unknown', reason: 'the answer of Slack broke off', ownFault: false };
}

/** The failure as the port tells it. */
export function putOf(failure: Failure): Put {
  const { reason } = failure;
  switch (failure.kind) {
    case 'unknown':
      return { result: 'unknown', reason, ownFault: failure.ownFault };
    case 'retry-later':
      return {
        result: 'failed',
        reason,
        as: 'retry-later',
        ...(failure.retryInMs === undefined ? {} : { retryInMs: failure.retryInMs }),
      };
    case 'broken-channel':
    case 'dead':
      return { result: 'failed', reason, as: 'broken-channel', fix: failure.fix };
    case 'gone':
      return { result: 'failed', reason, as: 'gone' };
    case 'rejected':
    case 'unformatted':
      return { result: 'failed', reason, as: 'rejected' };
  }
}

/** What the operator should do when the whole platform does not work. */
export function troubleOf(failure: Failure): Trouble {
  const fix =
    failure.kind === 'dead' || failure.kind === 'broken-channel' ? failure.fix : 'Gatebell tries again by itself; check status.slack.com.';
  return { reason: failure.reason, fix };
}

type Answer = { readonly error: string; readonly needed?: unknown; readonly provided?: unknown };

function platformFailure(answer: Answer): Failure {
  const { error } = answer;
  if (!/^[a-z][a-z0-9_]{1,60}$/.test(error))
    return { kind: 'unknown', reason: 'Slack answered with something that is not its own', ownFault: true };
  const meaning = meaningOf(error);
  if (typeof meaning === 'object') {
    const needed = typeof answer.needed === 'string' ? ` (needed: ${answer.needed})` : '';
    return { kind: meaning.kind, reason: `Slack says ${error}${needed}`, fix: meaning.fix };
  }
  const reason = `Slack says ${error}`;
  return meaning === 'unknown' ? { kind: meaning, reason, ownFault: true } : { kind: meaning, reason };
}

function meaningOf(error: string): Meaning {
  if (Object.hasOwn(meanings, error)) return meanings[error as keyof typeof meanings]; // just looked up
  if (error.startsWith('restricted_action')) return allowPosting;
  if (error.startsWith('invalid_blocks') || error.startsWith('metadata_')) return 'unformatted';
  return channelFix(`Look up "${error}" in the documentation of Slack; the message was refused and is tried again.`);
}

function httpFailure(status: number): Failure {
  const reason = `Slack answered with status ${status}`;
  return status >= 500 ? { kind: 'unknown', reason, ownFault: true } : { kind: 'retry-later', reason };
}

const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

function requestFailure(original: Error): Failure {
  const code = codeOf(original) ?? codeOf(original.cause);
  if (code !== null && neverSent.has(code)) return { kind: 'retry-later', reason: `Slack cannot be reached (${code})` };
  if (original.name === 'TimeoutError') return { kind: 'unknown', reason: 'Slack did not answer in time', ownFault: false };
  return { kind: 'unknown', reason: `the connection to Slack broke (${code ?? original.name})`, ownFault: false };
}

function codeOf(failure: unknown): string | null {
  if (!(failure instanceof Error) || !('code' in failure)) return null;
  return typeof failure.code === 'string' && /^[A-Z_]{2,40}$/.test(failure.code) ? failure.code : null;
}

function channelFix(fix: string): { readonly kind: 'broken-channel'; readonly fix: string } {
  return { kind: 'broken-channel', fix };
}

function dead(fix: string): { readonly kind: 'dead'; readonly fix: string } {
  return { kind: 'dead', fix };
}
