import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { classOf, putOf, troubleOf } from '../../bots/discord/errors.ts';

const request = { body: {}, files: [] };
const url = 'https://discord.example/api/v10/channels/1/messages';

function refused(code: number, status: number): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'said so' }, code, status, 'POST', url, request);
}

function rateLimited(retryAfter: number): RateLimitError {
  const about = { limit: 5, method: 'POST', hash: 'h', url, route: '/channels/:id/messages', majorParameter: '1', global: false } as const;
  return new RateLimitError({ ...about, timeToReset: 0, retryAfter, sublimitTimeout: 0, scope: 'user' });
}

describe('what Discord says', () => {
  test.each([
    [10003, 404, 'broken-channel'],
    [10004, 404, 'broken-channel'],
    [10008, 404, 'gone'],
    [50005, 403, 'gone'],
    [50001, 403, 'broken-channel'],
    [50013, 403, 'broken-channel'],
    [50007, 403, 'broken-channel'],
    [50278, 403, 'broken-channel'],
    [160005, 400, 'broken-channel'],
    [200000, 400, 'broken-channel'],
    [50083, 400, 'broken-channel'],
    [40001, 401, 'broken-channel'],
    [40003, 429, 'retry-later'],
    [20016, 429, 'retry-later'],
    [20028, 429, 'retry-later'],
    [30046, 429, 'retry-later'],
    [50035, 400, 'rejected'],
    [50006, 400, 'rejected'],
    [240000, 400, 'rejected'],
    [999_999, 400, 'broken-channel'],
  ])('as %i makes a post %s', (code, status, as) => {
    expect(putOf(classOf(refused(code, status)))).toMatchObject({ result: 'failed', as, reason: expect.stringContaining(String(code)) });
  });

  test.each([
    [50001, 'View Channel'],
    [50013, 'Send Messages'],
    [50007, 'direct messages'],
    [200000, 'AutoMod'],
    [160005, 'unlock'],
  ])('as %i tells what to do: %s', (code, part) => {
    expect(troubleOf(classOf(refused(code, 403))).fix).toContain(part);
  });

  test.each([
    [10062, 'late'],
    [10015, 'late'],
    [40060, 'late'],
    [50027, 'late'],
  ])('as %i of an interaction means that it takes no answer', (code, kind) => {
    expect(classOf(refused(code, 404)).kind).toBe(kind);
  });

  test('as 401 stops the platform until there is another token', () => {
    expect(classOf(refused(0, 401))).toMatchObject({ kind: 'dead', fix: expect.stringContaining('DISCORD_TOKEN') });
  });

  test('with a wait is tried after that wait, and without one when the core thinks best', () => {
    expect(putOf(classOf(rateLimited(1_250)))).toEqual({
      result: 'failed',
      reason: 'Discord asks to wait',
      as: 'retry-later',
      retryInMs: 1_250,
    });
    expect(putOf(classOf(rateLimited(Number.NaN)))).toEqual({ result: 'failed', reason: 'Discord asks to wait', as: 'retry-later' });
  });

  test('with a 5xx leaves it open whether it arrived, and that it is a fault of its own', () => {
    expect(putOf(classOf(new HTTPError(502, 'Bad Gateway', 'POST', url, request)))).toEqual({
      result: 'unknown',
      reason: 'Discord answered with status 502',
      ownFault: true,
    });
  });

  test.each([
    [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 'failed'],
    [Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }), 'unknown'],
    [Object.assign(new Error('aborted'), { name: 'AbortError' }), 'unknown'],
    [new SyntaxError('Unexpected end of JSON input'), 'unknown'],
    ['not even an error', 'unknown'],
  ])('%s', (failure, result) => {
    expect(putOf(classOf(failure))).toMatchObject({ result });
  });

  test('never names an address, in which there may be a token', () => {
    const reasons = [refused(50035, 400), rateLimited(10), new HTTPError(500, 'no', 'POST', url, request), new TypeError(url)];

    expect(reasons.map((failure) => classOf(failure).reason).filter((reason) => reason.includes('discord.example'))).toEqual([]);
  });
});
