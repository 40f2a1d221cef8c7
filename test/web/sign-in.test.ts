import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { ownPath } from '../../server/web/login.tsx';
import { openWebWorld, ownForm } from './web-world.ts';

test('looking a sign-in link up, in any way and any number of times, spends nothing', async () => {
  const web = await openWebWorld();
  const code = await web.codeFor('mara');
  const before = await web.world.engine.reads.lastPosition();

  for (let at = 0; at < 10; at += 1) {
    for (const method of ['GET', 'HEAD']) {
      for (const path of ['/login', `/login?code=${code}`, `/login?next=/inbox&code=${code}`]) {
        const seen = await web.app.request(path, { method });
        expect([seen.status, seen.headers.get('set-cookie')]).toEqual([200, null]);
      }
    }
  }

  expect(await web.world.engine.reads.lastPosition()).toBe(before);
  const browser = web.browser();
  expect((await browser.post('/login', { code })).status).toBe(303);
});

test('a code opens one session; the second time the page says when it was used', async () => {
  const web = await openWebWorld();
  const code = await web.codeFor('mara');

  const first = await web.browser().post('/login', { code });
  const second = await web.browser().post('/login', { code });

  expect([first.status, second.status, second.headers.get('set-cookie')]).toEqual([303, 401, null]);
  expect(second.text).toContain('This code was used at 2026-12-01 09:00 UTC.');
});

test('a code that two tabs send at once opens one session', async () => {
  const web = await openWebWorld();
  const code = await web.codeFor('mara');

  const both = await Promise.all([web.browser().post('/login', { code }), web.browser().post('/login', { code })]);

  expect(both.map(({ status }) => status).sort()).toEqual([303, 401]);
});

test('the code of somebody who left opens nothing, and says so', async () => {
  const web = await openWebWorld();
  const code = await web.codeFor('mara');
  await web.operator.send('PATCH', '/v1/people/mara', { state: 'left' });

  const refused = await web.browser().post('/login', { code });

  expect([refused.status, refused.headers.get('set-cookie')]).toEqual([401, null]);
  expect(refused.text).toContain('its person has left');
});

test('an old code and one that never was open nothing, each with its own sentence', async () => {
  const web = await openWebWorld();
  const code = await web.codeFor('mara');
  web.world.clock.advance(limits.loginCodeMs);

  const old = await web.browser().post('/login', { code });
  const none = await web.browser().post('/login', { code: 'aaaa-bbbb-cccc-dddd' });
  const empty = await web.browser().post('/login', {});

  expect([old.status, none.status, empty.status]).toEqual([401, 401, 401]);
  expect(old.text).toContain('This code is older than 15 minutes.');
  for (const page of [none, empty]) expect(page.text).toContain('There is no such code.');
});

test('the cookie is for this service alone, is read by no script and is sent with no form of another site', async () => {
  const web = await openWebWorld();

  const plain = await web.browser().post('/login', { code: await web.codeFor('mara') });

  expect(plain.headers.get('set-cookie')).toMatch(/^gb=gb_pe_[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
});

test('behind an https address the cookie is bound to it', async () => {
  const web = await openWebWorld();
  Object.assign(web.parts.web, { publicUrl: 'https://gate.example' });
  const body = `code=${await web.codeFor('mara')}`;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
    origin: 'https://gate.example',
  };

  const entered = await web.app.request('http://gate.example/login', { method: 'POST', body, headers });

  expect(entered.status).toBe(303);
  expect(entered.headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect((await web.app.request('http://localhost/login')).headers.get('strict-transport-security')).toBeNull();
  expect(entered.headers.get('set-cookie')).toMatch(/^__Host-gb=gb_pe_[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);
});

test('no token of an agent, an operator or nobody is a session', async () => {
  const web = await openWebWorld();

  for (const token of [web.agent.token, web.operator.token, 'gb_pe_never-issued', '']) {
    const browser = web.browser();
    browser.cookies.set('gb', token);
    expect((await browser.get('/inbox')).headers.get('location')).toBe('/login?next=%2Finbox');
  }
});

test('the sessions of a person are listed with their browser; an ended one is over at once', async () => {
  const web = await openWebWorld();
  const here = await web.signedIn();
  const there = web.browser();
  await there.post(
    '/login',
    { code: await web.codeFor('mara') },
    { ...ownForm, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  );
  const page = await here.get('/me');
  const token = /name="token" value="([^"]+)"[^>]*>(?:(?!<\/form>).)*Firefox on Linux/s.exec(page.text)?.[1] ?? '';

  const ended = await here.post('/me/sessions/end', { token });

  expect(page.text).toContain('Firefox on Linux, since 10:00:00');
  expect(page.text).toContain(': this one');
  expect(ended.status).toBe(303);
  expect((await there.get('/inbox')).status).toBe(303);
  expect((await here.get('/inbox')).status).toBe(200);
  expect((await here.get('/me')).text).not.toContain('Firefox on Linux');
});

test('nobody ends the session of somebody else', async () => {
  const web = await openWebWorld();
  const mara = await web.signedIn();
  const otto = await web.signedIn('otto');
  const page = await mara.get('/me');
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';

  const refused = await otto.post('/me/sessions/end', { token });

  expect(refused.status).toBe(403);
  expect((await mara.get('/inbox')).status).toBe(200);
});

test('signing out ends the session itself, not only its cookie', async () => {
  const web = await openWebWorld();
  const browser = await web.signedIn();
  const cookies = new Map(browser.cookies);

  const out = await browser.post('/logout', {});
  const copied = web.browser();
  for (const [name, value] of cookies) copied.cookies.set(name, value);

  expect([out.status, browser.cookies.size]).toEqual([303, 0]);
  expect((await copied.get('/inbox')).status).toBe(303);
});

test('a form of a session that ended is told so, and sends nothing', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask();
  const browser = await web.signedIn();
  const page = await browser.get(`/gates/${code}`);
  await web.operator.send('PATCH', '/v1/people/mara', { state: 'left' });

  const refused = await browser.submit(page, `/gates/${code}/answer`, { option: 'small' });

  expect(refused.status).toBe(401);
  expect(refused.text).toContain('Your session ended, so nothing was sent.');
});

test.each([
  ['/gates/g12', '/gates/g12'],
  ['/inbox?g=g3', '/inbox?g=g3'],
  ['/inbox?q=two+fixes&risk=', '/inbox?q=two+fixes&risk='],
  ['//evil.example', '/inbox'],
  ['/\\evil.example', '/inbox'],
  ['https://evil.example', '/inbox'],
  ['javascript:alert(1)', '/inbox'],
  ['/login', '/inbox'],
  ['/logout', '/inbox'],
  ['/a\r\nset-cookie: x=1', '/inbox'],
  [`/${'a'.repeat(500)}`, '/inbox'],
  [undefined, '/inbox'],
])('after signing in for %j the way goes on to %s', (next, to) => {
  expect(ownPath(next)).toBe(to);
});
