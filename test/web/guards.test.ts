import { expect, test } from 'vitest';
import { refuseOtherHost } from '../../server/web/guard.ts';
import { openWebWorld, ownForm } from './web-world.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types gatebell";

test('every page has the strict policy, no script or style of its own, and is cached by nobody else', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask();
  const browser = await web.signedIn();

  const paths = [
    '/inbox',
    `/gates/${code}`,
    '/goals',
    '/goals/ship',
    '/goals/ship/ledger',
    '/goals/ship/ledger/1',
    '/digests',
    '/settings',
    '/me',
    '/login',
    '/gates/g999',
  ];
  for (const path of paths) {
    const { headers, text } = await browser.get(path);
    expect([path, headers.get('content-security-policy')]).toEqual([path, policy]);
    expect(
      Object.fromEntries(
        ['cache-control', 'x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy'].map((name) => [
          name,
          headers.get(name),
        ]),
      ),
    ).toEqual({
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(text).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?! type="module" src="\/assets\/inbox\.[0-9a-f]{12}\.js">)/);
  }
});

test('script and style are found under names of their bytes, and are kept for good', async () => {
  const web = await openWebWorld();
  const { text } = await web.browser().get('/login');

  const script = await web.browser().get(/src="([^"]+)"/.exec(text)?.[1] ?? '');
  const style = await web.browser().get(/rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? '');

  for (const [asset, type] of [
    [script, 'text/javascript; charset=utf-8'],
    [style, 'text/css; charset=utf-8'],
  ] as const) {
    expect([asset.status, asset.headers.get('content-type'), asset.headers.get('cache-control')]).toEqual([
      200,
      type,
      'public, max-age=31536000, immutable',
    ]);
  }
});

test.each(['/inbox', '/login', '/v1/goals', '/healthz', '/docs', '/live'])('%s answers for no other host', async (path) => {
  const { app, operator, world } = await openWebWorld();
  const before = await world.engine.reads.lastPosition();

  const refused = await app.request(`http://evil.example${path}`, { headers: { authorization: `Bearer ${operator.token}` } });
  const posted = await app.request(`http://evil.example:8787${path}`, { method: 'POST', body: '{}', headers: { 'content-length': '2' } });

  expect([refused.status, posted.status]).toEqual([421, 421]);
  expect(await refused.json()).toMatchObject({ code: 'wrong-host' });
  expect(await world.engine.reads.lastPosition()).toBe(before);
});

test.each([
  ['127.0.0.1', undefined, 'http://127.0.0.1:8787', true],
  ['127.0.0.1', undefined, 'http://localhost:9999', true],
  ['127.0.0.1', undefined, 'http://[::1]:8787', true],
  ['127.0.0.1', undefined, 'http://10.0.0.5:8787', false],
  ['127.0.0.1', undefined, 'http://localhost.evil.example', false],
  ['127.0.0.1', 'https://gate.example', 'https://gate.example', true],
  ['127.0.0.1', 'https://gate.example', 'http://gate.example', true],
  ['127.0.0.1', 'https://gate.example', 'https://gate.example:444', false],
  ['127.0.0.1', 'https://gate.example', 'https://not.gate.example', false],
  ['0.0.0.0', 'https://gate.example', 'http://10.0.0.5:8787', true],
  ['0.0.0.0', 'https://gate.example', 'http://evil.example:8787', false],
  ['10.0.0.5', 'https://gate.example', 'http://10.0.0.5:8787', true],
])('listening on %s, reached at %s: a request for %s is ours: %s', (host, publicUrl, requested, ours) => {
  const look = () => refuseOtherHost({ host, publicUrl }, new URL(requested));

  if (ours) expect(look).not.toThrow();
  else expect(look).toThrow(/wrong-host/);
});

test.each([
  ['nothing that says where it comes from', {}],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' }],
  ['a sister site', { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost' }],
  ['another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }],
  ['our site, with the origin of another', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
  ['an origin that is hidden', { origin: 'null' }],
  ['the address bar', { 'sec-fetch-site': 'none' }],
])('a form from %s is refused and changes nothing', async (_, headers) => {
  const web = await openWebWorld();
  const { code, revision } = await web.ask();
  const browser = await web.signedIn();
  const sessionCode = await web.codeFor('otto');
  const before = await web.world.engine.reads.lastPosition();

  const answer = await browser.post(`/gates/${code}/answer`, { revision: String(revision), option: 'small' }, headers);
  const signIn = await browser.post('/login', { code: sessionCode }, headers);
  const logout = await browser.post('/logout', {}, headers);

  expect([answer.status, signIn.status, logout.status]).toEqual([403, 403, 403]);
  expect(answer.text).toContain('Another site sent this');
  expect(await web.world.engine.reads.lastPosition()).toBe(before);
});

test.each([
  ['an old browser that says only its origin', { origin: 'http://localhost' }],
  ['a browser that says only that it is the same', { 'sec-fetch-site': 'same-origin' }],
  ['a browser that says both', ownForm],
])('our own form counts from %s', async (_, headers) => {
  const web = await openWebWorld();
  const { code, revision } = await web.ask();
  const browser = await web.signedIn();

  const answer = await browser.post(`/gates/${code}/answer`, { revision: String(revision), option: 'small' }, headers);

  expect(answer.status).toBe(303);
});

test('another site may link to a page, and neither frame it nor read from it', async () => {
  const web = await openWebWorld();
  const browser = await web.signedIn();
  const from = (mode: string, dest: string) =>
    browser.get('/inbox', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest });

  expect((await from('navigate', 'document')).status).toBe(200);
  for (const [mode, dest] of [
    ['navigate', 'iframe'],
    ['no-cors', 'image'],
    ['cors', 'empty'],
    ['no-cors', 'script'],
  ] as const)
    expect((await from(mode, dest)).status).toBe(403);
});

test('a form of another type, one that is too large and one with a field twice are refused', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask();
  const browser = await web.signedIn();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = (body: string, type = 'application/x-www-form-urlencoded') =>
    web.app.request(`/gates/${code}/answer`, {
      method: 'POST',
      body,
      headers: { cookie, 'content-type': type, 'content-length': String(body.length), ...ownForm },
    });

  const statuses = await Promise.all([
    send('{}', 'application/json'),
    send('a=1', 'text/plain'),
    send('option=small&option=none'),
    send(`comment=${'x'.repeat(60_000)}`),
  ]);

  expect(statuses.map(({ status }) => status)).toEqual([415, 415, 422, 413]);
  expect(await web.gate(code)).toMatchObject({ state: 'open' });
});
