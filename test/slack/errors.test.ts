import { webApi } from '@slack/bolt';
import { expect, test } from 'vitest';
import { classOf, putOf } from '../../bots/slack/errors.ts';
import { redacted, withoutTokens } from '../../bots/slack/redact.ts';

function refused(error: string, more: object = {}) {
  return new webApi.WebAPIPlatformError({ ok: false, error, ...more });
}

test.each([
  ['message_not_found', 'gone'],
  ['cant_update_message', 'gone'],
  ['ratelimited', 'retry-later'],
  ['service_unavailable', 'retry-later'],
  ['internal_error', 'unknown'],
  ['fatal_error', 'unknown'],
  ['invalid_blocks', 'unformatted'],
  ['msg_blocks_too_long', 'unformatted'],
  ['metadata_too_large', 'unformatted'],
  ['not_in_channel', 'broken-channel'],
  ['is_archived', 'broken-channel'],
  ['restricted_action_of_a_new_kind', 'broken-channel'],
  ['an_error_of_tomorrow', 'broken-channel'],
  ['thread_not_found', 'broken-channel'],
  ['team_added_to_org', 'dead'],
  ['invalid_auth', 'dead'],
  ['token_revoked', 'dead'],
])('%s is %s', (error, kind) => {
  expect(classOf(refused(error)).kind).toBe(kind);
});

test('a missing scope is named', () => {
  const failure = classOf(refused('missing_scope', { needed: 'chat:write', provided: 'commands' }));

  expect(putOf(failure)).toEqual({
    result: 'failed',
    as: 'broken-channel',
    reason: 'Slack says missing_scope (needed: chat:write)',
    fix: expect.stringContaining('Add the missing scope'),
  });
});

test('a page instead of an answer leaves it unknown what happened', () => {
  expect(classOf(refused('<!doctype html><h1>Sorry</h1>'))).toMatchObject({ kind: 'unknown' });
});

test('a connection that was never made is no doubt, and one that broke is', () => {
  const never = Object.assign(new Error('fetch failed'), { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
  const broke = Object.assign(new Error('fetch failed'), { cause: Object.assign(new Error('read'), { code: 'ECONNRESET' }) });

  expect(classOf(new webApi.WebAPIRequestError(never))).toEqual({ kind: 'retry-later', reason: 'Slack cannot be reached (ECONNREFUSED)' });
  expect(classOf(new webApi.WebAPIRequestError(broke))).toMatchObject({
    kind: 'unknown',
    reason: 'the connection to Slack broke (ECONNRESET)',
  });
});

test('a wait is told in milliseconds', () => {
  expect(putOf(classOf(new webApi.WebAPIRateLimitedError(3)))).toEqual({
    result: 'failed',
    as: 'retry-later',
    reason: 'Slack asks to wait',
    retryInMs: 3_000,
  });
});

test('nothing that opens a door is left in a text or in a payload', () => {
  const text = 'Bearer xoxb-1-2-abc and xapp-1-A0-2-def at wss://slack/link?ticket=t';

  expect(redacted(text)).toBe('Bearer [token] and [token] at [address]');
  expect(withoutTokens({ token: 'v', bot_access_token: 'xwfp-1', text: 'see xoxp-9-z', n: 1 })).toBe('{"text":"see [token]","n":1}');
});
