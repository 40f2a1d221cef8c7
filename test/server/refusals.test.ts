import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { aQuestion, openHttpWorld } from './http-world.ts';
import type { Answered } from './http-world.ts';

const problem = (answered: Answered) => [answered.status, answered.body.code];

test('a problem says what was expected, what came and what to do, as problem+json', async () => {
  const { operator } = await openHttpWorld();

  const refused = await operator.send('GET', '/v1/goals/nowhere');

  expect(refused.headers.get('content-type')).toBe('application/problem+json');
  expect(refused.body).toEqual({
    type: '/docs#not-found',
    title: 'There is no such thing here',
    status: 404,
    code: 'not-found',
    detail: expect.stringContaining('nowhere'),
    fix: expect.any(String),
  });
});

test.each([
  ['no credential', ''],
  ['an unknown token', 'gb_op_nobody-ever-issued-this'],
])('%s is unauthorized', async (_what, token) => {
  const { clientOf } = await openHttpWorld();

  const refused = await clientOf(token).send('GET', '/v1/goals');

  expect(problem(refused)).toEqual([401, 'unauthorized']);
  expect(refused.headers.get('www-authenticate')).toContain('Bearer');
});

test('a revoked token is unauthorized at once, however often it was used before', async () => {
  const { person } = await openHttpWorld();
  const made = await person.send('POST', '/v1/sessions/tokens');
  await person.send('GET', '/v1/goals');
  const before = await person.send('GET', '/v1/goals');
  const mine = await person.send('GET', '/v1/tokens');
  const ids = (mine.body.items as { id: string }[]).map(({ id }) => id).filter((id) => id !== made.body.token_id);
  await Promise.all(ids.map((id) => person.send('DELETE', `/v1/tokens/${id}`)));

  const after = await person.send('GET', '/v1/goals');

  expect(before.status).toBe(200);
  expect(problem(after)).toEqual([401, 'unauthorized']);
});

test('a revoked agent is unauthorized at once', async () => {
  const { operator, agent } = await openHttpWorld();
  await agent.send('GET', '/v1/goals');
  await operator.send('DELETE', '/v1/agents/ada');

  const refused = await agent.send('GET', '/v1/goals');

  expect(problem(refused)).toEqual([401, 'unauthorized']);
});

test('an expired session is unauthorized', async () => {
  const { world, person } = await openHttpWorld();
  world.clock.advance(limits.sessionMs + 1);

  const refused = await person.send('GET', '/v1/goals');

  expect(problem(refused)).toEqual([401, 'unauthorized']);
});

test('an agent may not set things up', async () => {
  const { agent } = await openHttpWorld();

  const refused = await agent.send('POST', '/v1/goals', { slug: 'own' });

  expect(problem(refused)).toEqual([403, 'not-allowed']);
});

test('neither operator nor agent answers a gate, whatever they send', async () => {
  const { operator, agent } = await openHttpWorld();
  await agent.send('POST', '/v1/gates', aQuestion());

  const byOperator = await operator.send('POST', '/v1/gates/g1/answer', { revision: 1, option: 'small' });
  const byAgent = await agent.send('POST', '/v1/gates/g1/answer', {});

  expect(problem(byOperator)).toEqual([403, 'not-a-person']);
  expect(problem(byAgent)).toEqual([403, 'not-a-person']);
});

test('malformed JSON, other JSON and no JSON are told apart', async () => {
  const { operator } = await openHttpWorld();

  const malformed = await operator.send('POST', '/v1/goals', '{"slug":');
  const notUtf8 = await operator.send('POST', '/v1/goals', new Uint8Array([0x7b, 0xff, 0x7d]));
  const list = await operator.send('POST', '/v1/goals', '[]');
  const form = await operator.send('POST', '/v1/goals', 'slug=a', { 'content-type': 'application/x-www-form-urlencoded' });

  expect([malformed, notUtf8, list, form].map(problem)).toEqual([
    [400, 'bad-json'],
    [400, 'bad-json'],
    [422, 'bad-input'],
    [415, 'wrong-content-type'],
  ]);
});

test('a body of the limit is read, one byte more is refused by its length alone', async () => {
  const { operator } = await openHttpWorld();
  const padded = (bytes: number) => `{"slug":"x"${' '.repeat(bytes - 12)}}`;

  const atLimit = await operator.send('POST', '/v1/goals', padded(limits.bodyBytesMax));
  const past = await operator.send('POST', '/v1/goals', padded(limits.bodyBytesMax + 1));
  const lying = await operator.send('POST', '/v1/goals', padded(limits.bodyBytesMax + 1), { 'content-length': '12' });
  const chunked = await operator.send('POST', '/v1/goals', '{}', { 'transfer-encoding': 'chunked' });

  expect([atLimit, past, lying, chunked].map(problem)).toEqual([
    [422, 'bad-input'],
    [413, 'body-too-large'],
    [413, 'body-too-large'],
    [411, 'length-required'],
  ]);
});

test('every fault of a body is named', async () => {
  const { operator } = await openHttpWorld();

  const refused = await operator.send('POST', '/v1/goals', { slug: 'Not A Slug', title: 7, colour: 'red' });

  expect(problem(refused)).toEqual([422, 'bad-input']);
  expect(refused.body.issues).toEqual(
    expect.arrayContaining([
      { path: 'slug', expected: expect.stringContaining('lower-case letters'), came: '"Not A Slug"' },
      { path: 'title', expected: 'expected string', came: '7' },
      { path: 'vision', expected: 'expected string', came: 'nothing' },
      { path: 'body', expected: 'expected no field "colour"', came: 'it' },
    ]),
  );
});

test('what the path names cannot be contradicted by the body', async () => {
  const { operator } = await openHttpWorld();

  const refused = await operator.send('POST', '/v1/goals/ship/lanes', { goal: 'other', slug: 'b', title: 'B' });

  expect(problem(refused)).toEqual([422, 'bad-input']);
});

test('fields and calls of a later part are not available, by name', async () => {
  const { operator, person } = await openHttpWorld();

  const field = await operator.send('PATCH', '/v1/goals/ship', { quota: { turns: 3 } });
  const call = await person.send('POST', '/v1/gates/g1/snooze', { until: '2026-12-02T09:00:00Z' });

  expect(problem(field)).toEqual([422, 'not-available']);
  expect(field.body.field).toBe('quota');
  expect(problem(call)).toEqual([422, 'not-available']);
});

test('a wrong path is not found, and a wrong method is told which ones there are', async () => {
  const { operator } = await openHttpWorld();

  const path = await operator.send('GET', '/v1/nothing');
  const method = await operator.send('PUT', '/v1/goals');

  expect(problem(path)).toEqual([404, 'not-found']);
  expect(problem(method)).toEqual([405, 'wrong-method']);
  expect(method.headers.get('allow')).toBe('POST,GET');
});

test('what only GET serves is not opened by HEAD', async () => {
  const { operator, parts } = await openHttpWorld();

  const refused = await operator.send('HEAD', '/v1/events');

  expect(refused.status).toBe(405);
  expect(parts.metrics.eventReaders.count).toBe(0);
});

test('a hostile body costs a short refusal', async () => {
  const { operator } = await openHttpWorld();
  const deep = `{"slug":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const wide = JSON.stringify({ invariants: Array.from({ length: 100_000 }, () => 0) });
  const unknown = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field-${at}`, 0])));

  const refused = await Promise.all([deep, wide, unknown].map((body) => operator.send('POST', '/v1/goals', body)));

  expect(refused.map(problem)).toEqual([
    [422, 'bad-input'],
    [422, 'bad-input'],
    [422, 'bad-input'],
  ]);
  for (const { body } of refused) expect(JSON.stringify(body).length).toBeLessThan(10_000);
});

test('query texts are parsed, and refused, like a body', async () => {
  const { operator } = await openHttpWorld();

  const good = await operator.send('GET', '/v1/goals?limit=1');
  const bad = await operator.send('GET', '/v1/goals?limit=201');
  const unknown = await operator.send('GET', '/v1/goals?colour=red');

  expect(good.body).toMatchObject({ items: [{ slug: 'ship' }] });
  expect(problem(bad)).toEqual([422, 'bad-input']);
  expect(problem(unknown)).toEqual([422, 'bad-input']);
});

test('a vague question and one with six options are refused', async () => {
  const { agent } = await openHttpWorld();
  const options = Array.from({ length: 6 }, (_, at) => ({ key: `k${at}`, label: `L${at}`, effect: 'E.', lets: 'go' }));

  const vague = await agent.send('POST', '/v1/gates', aQuestion({ question: 'thoughts on this' }));
  const six = await agent.send('POST', '/v1/gates', aQuestion({ answer: { kind: 'choice', options } }));

  expect(vague).toMatchObject({ status: 422, body: { code: 'vague-gate' } });
  expect(six.status).toBe(422);
});

test('after a stop has begun, calls are refused and told to come again', async () => {
  const { operator, stopping } = await openHttpWorld();
  stopping.abort();

  const refused = await operator.send('GET', '/v1/goals');

  expect(problem(refused)).toEqual([503, 'stopping']);
  expect(refused.headers.get('retry-after')).toBe('1');
});

test('half of a surrogate pair is no text, wherever it stands; a whole pair and a written backslash are', async () => {
  const { operator } = await openHttpWorld();
  const note = (text: string) => operator.send('POST', '/v1/notes', `{"goal":"ship","text":${text}}`);
  const deep = `${'['.repeat(100_000)}"\\udfff"${']'.repeat(100_000)}`;

  const refused = [await note('"a\\ud800"'), await note('"x","\\uDC00":1'), await note(deep)];
  const kept = [await note('"\\ud83d\\ude00"'), await note('"\\\\ud800"')];

  expect(refused.map(problem)).toEqual(refused.map(() => [400, 'bad-json']));
  expect(kept.map(({ body }) => body.text)).toEqual(['😀', '\\ud800']);
});

test.each(['limit=', 'limit=1e2', 'limit=0x10', 'limit=%201', 'limit=1.5', 'limit=201', 'limit=0'])(
  '?%s is no size of a page',
  async (query) => {
    const { operator } = await openHttpWorld();

    expect(problem(await operator.send('GET', `/v1/goals?${query}`))).toEqual([422, 'bad-input']);
    expect(problem(await operator.send('GET', `/v1/goals/ship/ledger?${query}`))).toEqual([422, 'bad-input']);
  },
);

test.each(['zzz', '-1', '1e3', '9007199254740993'])(
  'a list that counts does not begin anew at %s, which is no next of it',
  async (after) => {
    const { operator } = await openHttpWorld();

    for (const path of ['/v1/gates', '/v1/goals/ship/todos', '/v1/goals/ship/ledger']) {
      expect(problem(await operator.send('GET', `${path}?after=${after}`))).toEqual([422, 'bad-input']);
    }
  },
);
