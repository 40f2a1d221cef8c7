import { expect, test } from 'vitest';
import { liveLimits } from '../../server/web/live-stream.ts';
import { aQuestion } from '../server/http-world.ts';
import { openWebWorld } from './web-world.ts';
import type { Browser, WebWorld } from './web-world.ts';

test('a page hears what became of a gate, from whom and where', async () => {
  const web = await openWebWorld();
  const { code, revision } = await web.ask();
  const live = await follow(web, await web.signedIn());

  const first = await live.next();
  await web.person.send('POST', `/v1/gates/${code}/answer`, { revision, option: 'small' });
  const told = await live.next();

  expect(first).toBe('retry: 2000\nevent: beat\ndata:\n\n');
  expect(told).toMatch(/^id: \d+\nevent: gate\ndata: /);
  expect(JSON.parse(/data: (.*)/.exec(told)?.[1] ?? '')).toEqual({
    code,
    rev: 1,
    state: 'answered',
    by: { id: (web.people.body as { id: string }).id, name: 'Mara', where: 'over the API' },
    label: 'The small one',
    at: '2026-12-01T09:00:00.000Z',
  });
  await live.stop();
});

test.each(['/inbox', '/gates/g1'])('what happens between the drawing of %s and its stream is told', async (path) => {
  const web = await openWebWorld();
  const { code, revision } = await web.ask();
  const browser = await web.signedIn();
  const position = /data-position="(\d+)"/.exec((await browser.get(path)).text)?.[1];
  await web.person.send('POST', `/v1/gates/${code}/answer`, { revision, option: 'small' });

  const live = await follow(web, browser, {}, `?after=${position}`);
  await live.next();

  expect(await live.next()).toContain('"state":"answered"');
  await live.stop();
});

test('nothing that hides or reorders is told of a label or a name', async () => {
  const web = await openWebWorld();
  await web.operator.send('PATCH', '/v1/people/mara', { name: 'Mara \u202egnol' });
  const { code, revision } = await web.ask({ answer: { kind: 'text', max: 40 } });
  const live = await follow(web, await web.signedIn());
  await live.next();

  await web.person.send('POST', `/v1/gates/${code}/answer`, { revision, value: 'pay \u202eeruces' });
  const told = JSON.parse(/data: (.*)/.exec(await live.next())?.[1] ?? '');

  expect([told.by.name, told.label]).toEqual(['Mara ⟨U+202E⟩gnol', 'pay ⟨U+202E⟩eruces']);
  await live.stop();
});

test('the stream of somebody who left ends', async () => {
  const web = await openWebWorld();
  const live = await follow(web, await web.signedIn());
  await live.next();
  const end = live.next();

  await web.operator.send('PATCH', '/v1/people/mara', { state: 'left' });

  expect(await end).toBe('');
});

test('a page that comes back hears what it missed, once', async () => {
  const web = await openWebWorld();
  const { code, revision } = await web.ask();
  const position = await web.world.engine.reads.lastPosition();
  await web.person.send('POST', `/v1/gates/${code}/answer`, { revision, option: 'small' });
  await web.person.send('POST', `/v1/gates/${code}/revoke`, {});
  const browser = await web.signedIn();

  const live = await follow(web, browser, { 'last-event-id': String(position) });
  await live.next();
  const told = await live.next();

  expect(told.match(/event: gate/g)).toHaveLength(1);
  expect(told).toContain('"state":"open"');
  await live.stop();
});

test.each(['999999', 'x', '-1'])('a position that is none of ours (%s) makes the page read again', async (id) => {
  const web = await openWebWorld();
  const live = await follow(web, await web.signedIn(), { 'last-event-id': id });

  await live.next();

  expect(await live.next()).toContain('event: resync');
  await live.stop();
});

test('a page that takes nothing keeps the newest of each gate, and beyond the limit only that it must read again', async () => {
  const web = await openWebWorld();
  const live = await follow(web, await web.signedIn());
  await live.next();
  await web.ask({ key: 'first' });

  for (let at = 0; at <= liveLimits.waitingMax; at += 1) await web.agent.send('POST', '/v1/gates', aQuestion({ key: `k${at}` }));
  let told = '';
  while (!told.includes('event: resync')) told = await live.next();

  expect((told.match(/event: gate/g) ?? []).length).toBeLessThanOrEqual(liveLimits.waitingMax);
  await live.stop();
});

test('a page that takes nothing is told of as many gates as the limit, each once', async () => {
  const web = await openWebWorld();
  const live = await follow(web, await web.signedIn());
  await live.next();

  for (let at = 0; at < liveLimits.waitingMax; at += 1) await web.agent.send('POST', '/v1/gates', aQuestion({ key: `k${at}` }));
  let told = '';
  while (!told.includes(`"g${liveLimits.waitingMax}"`)) told += await live.next();

  expect(told.match(/event: gate/g)).toHaveLength(liveLimits.waitingMax);
  expect(told).not.toContain('resync');
  await live.stop();
});

test('in silence a page hears that the service lives', async () => {
  const web = await openWebWorld();
  const live = await follow(web, await web.signedIn());
  await live.next();
  const beat = live.next();

  await settled();
  web.timers.pass(liveLimits.beatMs);

  expect(await beat).toBe('event: beat\ndata:\n\n');
  await live.stop();
});

test('an ended session ends its stream', async () => {
  const web = await openWebWorld();
  const browser = await web.signedIn();
  const live = await follow(web, browser);
  await live.next();
  const end = live.next();

  await browser.post('/logout', {});

  expect(await end).toBe('');
});

test('a service that stops ends the streams', async () => {
  const web = await openWebWorld();
  const live = await follow(web, await web.signedIn());
  await live.next();
  const end = live.next();

  await settled();
  web.stopping.abort();

  expect(await end).toBe('');
});

test('who only asks whether there are news opens no stream', async () => {
  const web = await openWebWorld();
  const browser = await web.signedIn();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  const head = await web.app.request('/live', { method: 'HEAD', headers: { cookie } });

  expect([head.status, web.parts.metrics.eventReaders.count]).toEqual([405, 0]);
});

test('nobody follows without a session', async () => {
  const web = await openWebWorld();

  expect((await web.browser().get('/live')).status).toBe(401);
});

async function follow({ app }: WebWorld, browser: Browser, headers: Readonly<Record<string, string>> = {}, query = '') {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await app.request(`/live${query}`, { headers: { cookie, ...headers } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('the stream has no body');
  const decoder = new TextDecoder();
  return {
    /** The next piece of the stream; empty at its end. */
    next: async () => decoder.decode((await reader.read()).value),
    stop: () => reader.cancel(),
  };
}

/** Lets what was begun come to its next wait. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
