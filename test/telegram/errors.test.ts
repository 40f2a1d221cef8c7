import { GrammyError, HttpError } from 'grammy';
import { expect, test } from 'vitest';
import { classOf, putOf } from '../../bots/telegram/errors.ts';
import { harmless, redacted } from '../../bots/telegram/redact.ts';

const token = '7100000001:AAfake-token-of-the-fake-telegram-01';

function refused(error_code: number, description: string, parameters: object = {}) {
  return new GrammyError("Call to 'sendMessage' failed!", { ok: false, error_code, description, parameters }, 'sendMessage', {});
}

test.each([
  [400, 'Bad Request: message is not modified: specified new message content is exactly the same', 'unchanged'],
  [400, 'Bad Request: message to edit not found', 'gone'],
  [400, 'Bad Request: MESSAGE_ID_INVALID', 'gone'],
  [400, "Bad Request: message can't be edited", 'gone'],
  [400, 'Bad Request: can\'t parse entities: Unsupported start tag "x" at byte offset 3', 'unformatted'],
  [400, 'Bad Request: BUTTON_DATA_INVALID', 'unformatted'],
  [400, 'Bad Request: message is too long', 'unformatted'],
  [400, 'Bad Request: reply markup is too long', 'unformatted'],
  [400, 'Bad Request: message text is empty', 'rejected'],
  [403, 'Forbidden: bot was kicked from the supergroup chat', 'broken-channel'],
  [403, 'Forbidden: bot is not a member of the channel chat', 'broken-channel'],
  [403, 'Forbidden: bot was blocked by the user', 'broken-channel'],
  [403, 'Forbidden: user is deactivated', 'broken-channel'],
  [403, "Forbidden: bot can't initiate conversation with a user", 'broken-channel'],
  [400, 'Bad Request: chat not found', 'broken-channel'],
  [400, 'Bad Request: not enough rights to send text messages to the chat', 'broken-channel'],
  [403, 'Forbidden: CHAT_WRITE_FORBIDDEN', 'broken-channel'],
  [400, 'Bad Request: TOPIC_CLOSED', 'broken-channel'],
  [400, 'Bad Request: message thread not found', 'broken-channel'],
  [400, 'Bad Request: AN_ERROR_OF_TOMORROW', 'broken-channel'],
  [401, 'Unauthorized', 'dead'],
  [404, 'Not Found', 'dead'],
  [409, 'Conflict: terminated by other getUpdates request', 'conflict'],
  [500, 'Internal Server Error', 'unknown'],
  [502, 'Bad Gateway', 'unknown'],
])('%i "%s" is %s', (code, description, kind) => {
  expect(classOf(refused(code, description)).kind).toBe(kind);
});

test.each([
  ['Forbidden: bot was kicked from the group chat', /^Invite the bot/],
  ['Forbidden: bot was blocked by the user', /press Start/],
  ['Bad Request: TOPIC_CLOSED', /Reopen the topic/],
  ['Bad Request: message thread not found', /The topic is gone/],
  ['Bad Request: not enough rights to send text messages to the chat', /Let the bot write/],
])('"%s" comes with what to do', (description, fix) => {
  expect(classOf(refused(400, description))).toMatchObject({ fix: expect.stringMatching(fix) });
});

test('a chat that moved tells where', () => {
  const failure = refused(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: -1_001_071_000_021 });

  expect(classOf(failure)).toMatchObject({ kind: 'moved', address: '-1001071000021' });
});

test('a wait is told in milliseconds, also when Telegram does not say how long', () => {
  const reason = 'Telegram says: Too Many Requests: retry after 3';

  expect(classOf(refused(429, 'Too Many Requests: retry after 3', { retry_after: 3 }))).toEqual({
    kind: 'retry-later',
    reason,
    retryInMs: 3_000,
  });
  expect(classOf(refused(429, 'Too Many Requests: retry after 3'))).toEqual({ kind: 'retry-later', reason });
});

test('a connection that was never made is no doubt; one that broke, a page and silence are', () => {
  const inner = (more: object, message = 'it failed') => new HttpError('failed', Object.assign(new Error(message), more));

  expect(classOf(inner({ code: 'ECONNREFUSED' }))).toEqual({
    kind: 'retry-later',
    reason: 'Telegram cannot be reached (ECONNREFUSED)',
  });
  expect(classOf(inner({ code: 'ECONNRESET' }))).toMatchObject({ kind: 'unknown', ownFault: false });
  expect(classOf(inner({ type: 'invalid-json' }))).toMatchObject({ kind: 'unknown', ownFault: true });
  expect(classOf(inner({}, "Request to 'sendMessage' timed out after 15 seconds"))).toMatchObject({
    reason: 'Telegram did not answer in time',
  });
});

test.each([[undefined], [null], ['text'], [new TypeError('cannot read')], [refused(undefined as never, undefined as never)]])(
  'whatever else is thrown (%s) leaves it unknown what happened',
  (failure) => {
    expect(classOf(failure)).toMatchObject({ kind: 'unknown', ownFault: true });
  },
);

test('an operator can read what to do when the token is dead', () => {
  const failure = classOf(refused(401, 'Unauthorized'));

  expect(failure.kind === 'dead' && putOf(failure)).toEqual({
    result: 'failed',
    as: 'broken-channel',
    reason: 'Telegram says: Unauthorized',
    fix: expect.stringContaining('TELEGRAM_TOKEN'),
  });
});

test('no token is left in what may be logged, wherever the library hid it', () => {
  const hidden = new HttpError(
    "Network request for 'getMe' failed!",
    new Error(`request to https://api.telegram.org/bot${token}/getMe failed`),
  );

  const told = harmless(hidden);

  expect(`${told.stack} ${JSON.stringify(Object.entries(told))}`).not.toContain('AAfake');
  expect(redacted(`see https://api.telegram.org/bot${token}/getMe with ${token}`)).toBe('see [address] with [token]');
});
