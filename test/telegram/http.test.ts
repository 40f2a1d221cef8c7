import { describe, expect, test } from 'vitest';
import { createHttpReceiver } from '../../bots/telegram/http.ts';
import { NotTaken } from '../../bots/telegram/not-taken.ts';

const secret = 'hush-hush_1';

function aReceiver(take: (update: unknown) => Promise<void> = async () => {}) {
  const taken: unknown[] = [];
  const receive = createHttpReceiver({
    secret,
    take: async (update) => {
      taken.push(update);
      await take(update);
    },
  });
  return { receive, taken };
}

function posted(body: string, given: string | null = secret): Request {
  return new Request('http://localhost/telegram/webhook', {
    method: 'POST',
    body,
    headers: given === null ? {} : { 'x-telegram-bot-api-secret-token': given },
  });
}

describe('a request', () => {
  test.each([
    ['with the secret', secret, 200],
    ['with another secret', 'hush-hush_2', 401],
    ['with a part of the secret', 'hush', 401],
    ['with an empty secret', '', 401],
    ['without a secret', null, 401],
  ])('%s gets %s', async (_name, given, status) => {
    const { receive, taken } = aReceiver();

    const response = await receive(posted('{"update_id":1}', given));

    expect(response.status).toBe(status);
    expect(taken).toEqual(status === 200 ? [{ update_id: 1 }] : []);
  });

  test('of another method, too long or no JSON is not looked at', async () => {
    const { receive, taken } = aReceiver();

    const responses = [
      await receive(new Request('http://localhost/telegram/webhook')),
      await receive(posted('x'.repeat(1_000_001))),
      await receive(posted('not json')),
      await receive(posted('')),
    ];

    expect(responses.map(({ status }) => status)).toEqual([405, 413, 400, 400]);
    expect(taken).toEqual([]);
  });

  test('whose update cannot be kept is to come again', async () => {
    const { receive } = aReceiver(() => Promise.reject(new NotTaken()));

    expect((await receive(posted('{}'))).status).toBe(503);
  });
});
