import { expect, test } from 'vitest';
import { boundVerbs, boundViews } from '../../server/http/bound.ts';
import { verbBindings, viewBindings } from '../../server/http/bindings.ts';
import { refusalTitles } from '../../src/refusal.ts';
import { openHttpWorld } from './http-world.ts';

test('OpenAPI has every call of the catalog, with its fields and its reply', async () => {
  const { stranger } = await openHttpWorld();

  const { body } = await stranger.send('GET', '/openapi.json');

  const paths = body.paths as Record<
    string,
    Record<string, { operationId: string; requestBody?: unknown; responses: Record<string, unknown> }>
  >;
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods).map((call) => call.operationId));
  expect(body.openapi).toBe('3.1.0');
  expect(calls.sort()).toEqual(
    [...boundVerbs().map(({ verb }) => verb.name), ...boundViews().map(({ view }) => view.name), 'events', 'read-file'].sort(),
  );
  expect(paths['/v1/goals']?.post).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { required: ['slug', 'title', 'vision'] } } } },
    responses: { 201: expect.anything() },
  });
});

test('the docs name every call, every refusal with its fix, and every entry type', async () => {
  const { stranger } = await openHttpWorld();

  const { body, headers } = await stranger.send('GET', '/docs');

  const page = String(body.text);
  const bindings = [...Object.values(verbBindings), ...Object.values(viewBindings)].filter((binding) => binding !== 'internal');
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  for (const { method, path } of bindings) expect(page).toContain(`${method} ${path}`);
  for (const code of Object.keys(refusalTitles)) expect(page).toContain(`<tr id="${code}">`);
  expect(page).toContain('gate-answered');
  expect(page).toContain('beside-a-gate');
});

test('health, readiness and metrics need no credential', async () => {
  const { stranger, operator } = await openHttpWorld();
  await operator.send('GET', '/v1/goals/nowhere');

  const health = await stranger.send('GET', '/healthz');
  const ready = await stranger.send('GET', '/readyz');
  const metrics = await stranger.send('GET', '/metrics');

  expect(health.body).toEqual({ ok: true });
  expect(ready).toMatchObject({ status: 200, body: { ok: true, database: { ok: true }, platforms: {} } });
  expect(metrics.body.text).toContain('gatebell_refusals_total{code="not-found"} 1');
});

test('a service that stops is alive and not ready', async () => {
  const { stranger, stopping } = await openHttpWorld();
  stopping.abort();

  const health = await stranger.send('GET', '/healthz');
  const ready = await stranger.send('GET', '/readyz');

  expect(health.status).toBe(200);
  expect(ready).toMatchObject({ status: 503, body: { ok: false, stopping: true } });
});
