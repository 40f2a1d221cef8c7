import { expect, test } from 'vitest';
import { buildApp } from '../../server/http/app.ts';
import type { RouteId } from '../../src/ids.ts';
import { openHttpWorld } from './http-world.ts';

const trouble = { reason: 'the channel is archived', fix: 'Unarchive it.' };

test('a broken route shows what is wrong and what to do: where the service is asked, on the board, and as a route', async () => {
  const { world, operator, stranger } = await openHttpWorld();
  const added = await operator.send('POST', '/v1/routes', { goal: 'ship', platform: 'slack', address: 'C0SHIP' });
  await world.engine.operations.breakRoute(added.body['id'] as RouteId, trouble);

  const ready = await stranger.send('GET', '/readyz');
  const board = await operator.send('GET', '/v1/goals/ship/board');
  const route = await operator.send('GET', `/v1/routes/${added.body['id']}`);

  const stands = { ...trouble, since: world.clock.now() };
  expect(ready).toMatchObject({ status: 200, body: { ok: true, broken_routes: [{ route: added.body['id'], ...stands }] } });
  expect(board.body).toMatchObject({ routes: [{ address: 'C0SHIP', trouble: stands }] });
  expect(route.body).toMatchObject({ trouble: stands });
});

test('a route that is closed is in nobody’s way', async () => {
  const { world, operator, stranger } = await openHttpWorld();
  const added = await operator.send('POST', '/v1/routes', { goal: 'ship', platform: 'slack', address: 'C0SHIP' });
  await world.engine.operations.breakRoute(added.body['id'] as RouteId, trouble);

  await operator.send('DELETE', `/v1/routes/${added.body['id']}`);

  expect((await stranger.send('GET', '/readyz')).body).toMatchObject({ broken_routes: [] });
});

test('a person makes a code, and gives the one of an account; an agent may not', async () => {
  const { world, person, agent } = await openHttpWorld();
  const offered = await world.run<{ code: string }>('offer-link', { kind: 'service' }, { platform: 'slack', account: 'T0SHIP:U0MARA' });

  const made = await person.send('POST', '/v1/links', {});
  const linked = await person.send('POST', '/v1/links', { code: offered.code });
  const refused = await agent.send('POST', '/v1/links', {});

  expect(made).toMatchObject({ status: 200, body: { result: 'code', code: expect.stringMatching(/^\S{4}(-\S{4}){3}$/) } });
  expect(linked).toMatchObject({ status: 200, body: { result: 'linked', platform: 'slack', account: 'T0SHIP:U0MARA' } });
  expect(refused).toMatchObject({ status: 403 });
});

test('owners pause and resume their goals over HTTP', async () => {
  const { person, other } = await openHttpWorld();

  const paused = await person.send('POST', '/v1/goals/ship/pause', {});
  const refused = await other.send('POST', '/v1/goals/ship/resume', {});
  const resumed = await person.send('POST', '/v1/goals/ship/resume', {});

  expect(paused).toMatchObject({ status: 200, body: { state: 'paused' } });
  expect(refused).toMatchObject({ status: 403, body: { code: 'not-allowed', detail: expect.stringContaining('mara') } });
  expect(resumed).toMatchObject({ status: 200, body: { state: 'active' } });
});

test.each([
  [{ identities: [{ platform: 'slack', account: '@mara' }] }, 'bad-input'],
  [{ identities: [{ platform: 'discord', account: '1' }] }, 'bad-input'],
])('%j is refused as %s', async (fields, code) => {
  const { operator } = await openHttpWorld();

  const refused = await operator.send('PATCH', '/v1/people/mara', fields);

  expect(refused).toMatchObject({ status: 422, body: { code } });
});

test('what Slack sends goes to its receiver as it came, and is not found where Slack is not received', async () => {
  const { app, parts } = await openHttpWorld();
  const receiving = buildApp({
    ...parts,
    slack: async (request) => new Response(`${request.headers.get('x-slack-signature')} ${await request.text()}`),
  });
  const sent = { method: 'POST', headers: { 'x-slack-signature': 'v0=1' }, body: 'payload=%7B%7D' };

  const taken = await receiving.request('/slack/events', sent);
  const off = await app.request('/slack/events', sent);

  expect(await taken.text()).toBe('v0=1 payload=%7B%7D');
  expect(off.status).toBe(404);
});
