import { expect, test } from 'vitest';
import { openWebWorld } from './web-world.ts';

test('without script: sign in, queue, gate, answer, undo', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask();
  const browser = web.browser();

  const first = await browser.get('/inbox');
  const signIn = await browser.get(first.headers.get('location') ?? '');
  const entered = await browser.submit(signIn, '/login', { code: await web.codeFor('mara') });
  const queue = await browser.get(entered.headers.get('location') ?? '');
  const page = await browser.get(`/gates/${code}`);
  const answered = await browser.submit(page, `/gates/${code}/answer`, { option: 'small', comment: 'Go.' });
  const outcome = await browser.get(answered.headers.get('location') ?? '');
  const stands = await web.gate(code);
  const undone = await browser.submit(outcome, `/gates/${code}/undo`);

  expect([first.status, first.headers.get('location')]).toEqual([303, '/login?next=%2Finbox']);
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/inbox']);
  expect(queue.text).toContain(`href="/gates/${code}"`);
  expect(queue.text).toContain('(1) Inbox');
  expect([answered.status, answered.headers.get('location')]).toEqual([303, `/gates/${code}`]);
  expect(outcome.text).toContain('You</span> answered <strong dir="auto">The small one');
  expect(stands).toMatchObject({
    state: 'answered',
    held: true,
    answer: { option: 'small', comment: 'Go.', where: { surface: 'web' }, by: { name: 'Mara' } },
  });
  expect(undone.status).toBe(303);
  expect(await web.gate(code)).toMatchObject({ state: 'open' });
  expect(web.faults).toEqual([]);
});

test.each(['/goals', '/goals/ship', '/goals/ship/ledger', '/goals/ship/ledger/1', '/ledger', '/digests', '/settings', '/me', '/inbox'])(
  'the page %s is there for who is signed in, and leads to sign-in who is not',
  async (path) => {
    const web = await openWebWorld();
    const browser = await web.signedIn();

    const page = await browser.get(path);
    const stranger = await web.browser().get(path);

    expect([page.status, page.text.startsWith('<!doctype html><html lang="en"')]).toEqual([200, true]);
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, `/login?next=${encodeURIComponent(path)}`]);
    expect(web.faults).toEqual([]);
  },
);
