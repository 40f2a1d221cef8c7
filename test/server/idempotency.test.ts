import { expect, test } from 'vitest';
import { aQuestion, openHttpWorld } from './http-world.ts';
import type { HttpWorld } from './http-world.ts';

const key = (text: string) => ({ 'idempotency-key': text });

const calls = [
  ['a goal', 'operator', '/v1/goals', { slug: 'two', title: 'Two', vision: 'Two.' }],
  ['a lane', 'operator', '/v1/goals/ship/lanes', { slug: 'side', title: 'Side' }],
  ['a todo', 'operator', '/v1/goals/ship/todos', { lane: 'main', title: 'Do it' }],
  ['an agent, whose token is shown', 'operator', '/v1/agents', { slug: 'bo', runtime: 'script', goals: ['ship'] }],
  ['a signal token', 'operator', '/v1/signal-tokens', { goal: 'ship', key_prefix: 'merge:' }],
  ['a login code', 'operator', '/v1/people/mara/login-codes', {}],
  ['a route', 'operator', '/v1/routes', { goal: 'ship', platform: 'terminal', address: 'here' }],
  ['a signal', 'operator', '/v1/signals', { goal: 'ship', key: 'merge:1' }],
  ['a note', 'person', '/v1/notes', { goal: 'ship', text: 'Mind the gap.' }],
  ['a further token', 'person', '/v1/sessions/tokens', {}],
  ['a gate', 'agent', '/v1/gates', aQuestion()],
] as const satisfies readonly (readonly [string, keyof HttpWorld, string, Readonly<Record<string, unknown>>])[];

test.each(calls)('%s that is sent twice under one key happens once, and gives the same reply', async (_what, who, path, fields) => {
  const http = await openHttpWorld();
  const before = await http.world.engine.reads.lastPosition();

  const first = await http[who].send('POST', path, fields, key('k-1'));
  const between = await http.world.engine.reads.lastPosition();
  const again = await http[who].send('POST', path, fields, key('k-1'));

  expect(first.status).toBeLessThan(300);
  expect(again.status).toBe(first.status);
  expect(again.body).toEqual(first.body);
  expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  expect(between).toBeGreaterThan(before);
  expect(await http.world.engine.reads.lastPosition()).toBe(between);
});

test('the same key with another body is a mismatch', async () => {
  const { operator } = await openHttpWorld();
  await operator.send('POST', '/v1/goals/ship/lanes', { slug: 'side', title: 'Side' }, key('k-1'));

  const refused = await operator.send('POST', '/v1/goals/ship/lanes', { slug: 'side', title: 'Other' }, key('k-1'));

  expect(refused).toMatchObject({ status: 422, body: { code: 'idempotency-mismatch' } });
});

test('keys are per token', async () => {
  const { person, other } = await openHttpWorld();
  await person.send('POST', '/v1/notes', { goal: 'ship', text: 'Mine.' }, key('k-1'));

  const theirs = await other.send('POST', '/v1/notes', { goal: 'ship', text: 'Theirs.' }, key('k-1'));

  expect(theirs).toMatchObject({ status: 201, body: { text: 'Theirs.' } });
});

test('a refusal is not kept under its key', async () => {
  const { operator } = await openHttpWorld();
  const todo = { lane: 'side', title: 'Do it' };
  const refused = await operator.send('POST', '/v1/goals/ship/todos', todo, key('k-1'));
  await operator.send('POST', '/v1/goals/ship/lanes', { slug: 'side', title: 'Side' });

  const accepted = await operator.send('POST', '/v1/goals/ship/todos', todo, key('k-1'));

  expect(refused.status).toBe(404);
  expect(accepted.status).toBe(201);
});

test('a lost race is a refusal, and is not kept under its key either', async () => {
  const { agent, person } = await openHttpWorld();
  await agent.send('POST', '/v1/gates', aQuestion());
  await person.send('POST', '/v1/gates/g1/answer', { revision: 1, option: 'small' });
  const lost = await person.send('POST', '/v1/gates/g1/answer', { revision: 1, option: 'none' }, key('k-1'));
  await person.send('POST', '/v1/gates/g1/revoke');

  const won = await person.send('POST', '/v1/gates/g1/answer', { revision: 1, option: 'none' }, key('k-1'));

  expect(lost.status).toBe(409);
  expect(won).toMatchObject({ status: 200, body: { result: 'counted' } });
});

test.each(['', 'x'.repeat(129)])('a key of the wrong length is refused', async (text) => {
  const { operator } = await openHttpWorld();

  const refused = await operator.send('POST', '/v1/signals', { goal: 'ship', key: 'a' }, key(text));

  expect(refused).toMatchObject({ status: 422, body: { code: 'bad-input' } });
});

test('a session opened twice under one key is one session; without the key the code is spent', async () => {
  const { operator, stranger } = await openHttpWorld();
  const { body } = await operator.send('POST', '/v1/people/mara/login-codes');
  const code = { code: body.code };

  const first = await stranger.send('POST', '/v1/sessions', code, key('k-1'));
  const again = await stranger.send('POST', '/v1/sessions', code, key('k-1'));
  const spent = await stranger.send('POST', '/v1/sessions', code);

  expect(first.body.token).toMatch(/^gb_pe_/);
  expect(again.body).toEqual(first.body);
  expect(spent).toMatchObject({ status: 401, body: { code: 'code-spent' } });
});
