import { expect, test } from 'vitest';
import { openBrowserWorld, ready, said, shot } from './chromium.ts';
import type { BrowserWorld } from './chromium.ts';
import type { Page } from 'playwright-core';

test('a sign-in link fills in its code, shows it to nobody and waits for a press', async () => {
  const web = await openBrowserWorld();
  const code = await web.codeFor('mara');
  const page = await web.visitor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));

  await page.goto(`${web.address}/login#${code}`);
  await ready(page);
  await page.reload();
  await page.goto(`${web.address}/login#${code}`);
  await ready(page);
  const filled = await page.getByLabel('Code').inputValue();

  expect(filled).toBe(code);
  expect(page.url()).toBe(`${web.address}/login`);
  expect(asked.filter((request) => request.includes(code))).toEqual([]);
  await shot(page, 'sign-in');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/inbox');
  expect(asked.filter((request) => request.includes(code))).toEqual([`POST ${web.address}/login next=%2Finbox&code=${code}`]);
});

test('a queue is cleared by keys alone: reversible, irreversible and a text', async () => {
  const web = await openBrowserWorld();
  await askThree(web);
  const page = await web.signedIn();
  const posts = postsOf(page);

  expect(await page.locator('input[type=radio]:checked').count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('1');
  await said(page, 'Press Enter to answer.');
  await page.keyboard.press('2');
  await page.keyboard.press('Escape');
  await said(page, 'Nothing is armed.');
  expect(posts).toEqual([]);

  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.className')).toBe('confirm');
  expect(posts).toEqual([]);
  await page.keyboard.type('g9');
  await page.keyboard.press('Enter');
  await said(page, 'This gate is g2.');
  await shot(page, 'wrong-code');
  await page.locator('.confirm').fill('');
  await page.keyboard.type('g2');
  await page.keyboard.press('Enter');
  await said(page, 'g2 answered: The small one. Next: Which of the two fixes do we ship? 2 left.');
  await shot(page, 'after-an-answer');

  expect(await page.locator('input[type=radio]:checked').count()).toBe(0);
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await said(page, 'g1 answered: Neither.');
  await page.keyboard.press('a');
  await page.keyboard.type('jk1x?z');
  await page.keyboard.press('Control+Enter');
  await said(page, 'g3 answered: jk1x?z. Nothing else waits for you.');
  await shot(page, 'cleared');

  expect(posts.map((path) => path.split(' ')[1])).toEqual(['g2', 'g2', 'g1', 'g3'].map((code) => `/gates/${code}/answer`));
  expect(await page.title()).toBe('Inbox · Gatebell');
  for (const [code, answer] of [
    ['g1', { option: 'none' }],
    ['g2', { option: 'small' }],
    ['g3', { value: 'jk1x?z' }],
  ] as const)
    expect(await web.gate(code)).toMatchObject({ state: 'answered', answer: { ...answer, where: { surface: 'web' } } });
});

test('a held Enter decides one gate and leaves the next untouched', async () => {
  const web = await openBrowserWorld();
  await web.ask({ key: 'a' });
  await web.ask({ key: 'b', question: 'Do we ship the other one too?' });
  const page = await web.signedIn();
  const posts = postsOf(page);

  await page.keyboard.press('1');
  for (let at = 0; at < 10; at += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await said(page, 'g1 answered');

  expect(posts).toHaveLength(1);
  expect(await web.gate('g2')).toMatchObject({ state: 'open' });
});

test('z takes the last answer back while it is held, and the gate is open again', async () => {
  const web = await openBrowserWorld();
  await web.ask({ key: 'a' });
  await web.ask({ key: 'b', question: 'Do we ship the other one too?' });
  const page = await web.signedIn();

  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await said(page, 'g1 answered');
  await page.keyboard.press('z');
  await said(page, 'The answer to g1 is taken back: it is open again.');

  expect(await web.gate('g1')).toMatchObject({ state: 'open' });
  expect(await page.locator('#queue .row[data-state=open]').count()).toBe(2);
  expect(await page.locator('article.card').getAttribute('data-code')).toBe('g1');
});

test('letters and digits do nothing once the keys are switched off, and Tab and Space still answer', async () => {
  const web = await openBrowserWorld();
  await web.ask();
  const page = await web.signedIn();
  await page.goto(`${web.address}/me`);
  await page.getByRole('button', { name: 'Switch the keys off' }).click();
  await page.goto(`${web.address}/inbox`);
  await ready(page);
  const posts = postsOf(page);

  for (const key of 'abcdefghijklmnopqrstuvwxyz123456789./?') await page.keyboard.press(key);
  expect([await page.locator('input[type=radio]:checked').count(), posts, await page.locator('dialog[open]').count()]).toEqual([0, [], 0]);
  await page.locator('input[type=radio]').first().focus();
  await page.keyboard.press('Space');
  await page.locator('button.primary').focus();
  await page.keyboard.press('Enter');
  await said(page, 'g1 answered');
});

test('many keys at once are dictation or a scanner, and arm nothing', async () => {
  const web = await openBrowserWorld();
  await web.ask();
  const page = await web.signedIn();

  await page.evaluate(
    `for (const key of ['1', '2', '1', '2']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: 'Digit' + key, bubbles: true }))`,
  );

  await said(page, 'Keys paused: that looked like typing.');
  expect(await page.locator('input[type=radio]:checked').count()).toBe(0);
});

test('without script: queue, gate, plain form, undo, sign-out', async () => {
  const web = await openBrowserWorld();
  await askThree(web);
  const page = await web.visitor({ javaScriptEnabled: false });
  await page.goto(`${web.address}/login`);
  await page.getByLabel('Code').fill(await web.codeFor('mara'));
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page
    .getByRole('link', { name: /Which of the two fixes/ })
    .first()
    .click();
  await shot(page, 'gate-without-script');
  await page.getByLabel('Neither', { exact: true }).check();
  await page.getByRole('button', { name: 'Answer' }).click();
  expect(await page.locator('.outcome').textContent()).toContain('You answered Neither at 10:00:00 on the web.');
  await shot(page, 'answered-without-script');
  expect(await web.gate('g1')).toMatchObject({ state: 'answered', answer: { option: 'none' } });
  await page.getByRole('button', { name: 'Undo g1' }).click();
  expect(await web.gate('g1')).toMatchObject({ state: 'open' });

  await page.goto(`${web.address}/gates/g2`);
  await page.getByLabel('The small one', { exact: true }).check();
  await page.getByRole('button', { name: 'Answer' }).click();
  expect(await page.locator('.fault').textContent()).toContain('This gate is g2. Type g2 to confirm.');
  await page.locator('.confirm').fill('g2');
  await page.getByRole('button', { name: 'Answer' }).click();
  expect(await web.gate('g2')).toMatchObject({ state: 'answered' });

  await page.goto(`${web.address}/me`);
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await page.goto(`${web.address}/inbox`);
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('a gate page is answered by keys and leads on to the next', async () => {
  const web = await openBrowserWorld();
  await web.ask({ key: 'a' });
  await web.ask({ key: 'b', question: 'Do we ship the other one too?' });
  const page = await web.signedIn();
  await page.goto(`${web.address}/gates/g1`);
  await ready(page);

  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.locator('.outcome').waitFor();
  await page.keyboard.press('j');
  await page.waitForURL('**/gates/g2');

  expect(await web.gate('g1')).toMatchObject({ state: 'answered', answer: { option: 'small' } });
});

test('Tab from a row reaches the card, every time, and one row is a tab stop', async () => {
  const web = await openBrowserWorld();
  for (let at = 0; at < 60; at += 1) await web.ask({ key: `k${at}` });
  const page = await web.signedIn();

  for (let at = 0; at < 15; at += 1) {
    await page.locator('#queue a[aria-current]').focus();
    await page.keyboard.press('Tab');
    const inside = await page.evaluate(`document.activeElement.closest('#undo, #pane') !== null`);
    expect([at, inside]).toEqual([at, true]);
  }
  expect(await page.locator('#queue .row a[tabindex="0"]').count()).toBe(1);
});

async function askThree(web: BrowserWorld): Promise<void> {
  await web.ask({ key: 'a' });
  await web.ask({
    key: 'b',
    question: 'Shall we drop the old table of orders for good?',
    risk: 'irreversible',
    deadline: '2026-12-01T09:37:00.000Z',
  });
  await web.ask({ key: 'c', question: 'How much may the load test cost each day at most?', answer: { kind: 'text', max: 200 } });
}

function postsOf(page: Page): readonly string[] {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(`POST ${new URL(request.url()).pathname}`);
  });
  return posts;
}
