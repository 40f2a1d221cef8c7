import { expect, test } from 'vitest';
import { openBrowserWorld, ready, said, shot } from './chromium.ts';

test('somebody else answers while you look: the page says so, nothing moves, and the form is told who was first', async () => {
  const web = await openBrowserWorld();
  const { code, revision } = await web.ask({ answerers: { people: ['mara', 'otto'] } });
  await web.ask({ key: 'b', question: 'Do we ship the other one too?' });
  const page = await web.signedIn();
  await page.keyboard.press('c');
  await page.keyboard.type('I think');
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  const focused = await page.evaluate('document.activeElement.outerHTML.slice(0, 40)');

  await web.other.send('POST', `/v1/gates/${code}/answer`, { revision, option: 'none' });
  await page.locator('.banner', { hasText: 'Otto answered Neither over the API. Press J for the next.' }).waitFor();
  await said(page, 'Otto answered Neither over the API.');
  await shot(page, 'answered-by-another');

  expect(await page.evaluate('document.activeElement.outerHTML.slice(0, 40)')).toBe(focused);
  expect(await page.locator('button.primary').isDisabled()).toBe(true);
  expect(await page.locator('textarea[name=comment]').inputValue()).toBe('I think');
  const rows = await page.evaluate(
    "[...document.querySelectorAll('#queue .row')].map((row) => row.dataset.code + ' ' + row.dataset.state)",
  );
  expect(rows).toEqual(['g1 answered', 'g2 open']);
  expect(await page.title()).toBe('(1) Inbox · Gatebell');
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await page.locator('article.card[data-code=g2]').waitFor();
  expect(await web.gate(code)).toMatchObject({ answer: { by: { name: 'Otto' } } });
});

test('a form that lost the race is told by whom', async () => {
  const web = await openBrowserWorld();
  const { code, revision } = await web.ask({ answerers: { people: ['mara', 'otto'] } });
  const page = await web.visitor({ javaScriptEnabled: false });
  await page.goto(`${web.address}/login?next=/gates/${code}`);
  await page.getByLabel('Code').fill(await web.codeFor('mara'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('The small one', { exact: true }).check();

  await web.other.send('POST', `/v1/gates/${code}/answer`, { revision, option: 'none' });
  await page.getByRole('button', { name: 'Answer' }).click();

  expect(await page.locator('.told-lost').textContent()).toBe(
    'Already decided: Otto was first with "Neither" at 10:00:00 over the API. Yours was not counted.',
  );
  await shot(page, 'lost-the-race');
});

test('a question that changes keeps its old text readable, and can be sent only after a look at the new one', async () => {
  const web = await openBrowserWorld();
  const { code } = await web.ask();
  const page = await web.signedIn();
  await page.keyboard.press('1');

  await web.agent.send('POST', `/v1/gates/${code}/revise`, { question: 'Which of the three fixes do we ship?' });
  await page.locator('.banner', { hasText: 'The question of g1 changed while you read it. Press . to see it.' }).waitFor();
  expect(await page.locator('.question').textContent()).toBe('Which of the two fixes do we ship?');
  await page.keyboard.press('Enter');
  expect(await web.gate(code)).toMatchObject({ state: 'open' });
  await page.keyboard.press('.');
  await page.locator('.question', { hasText: 'three' }).waitFor();

  expect(await page.locator('input[type=radio]:checked').count()).toBe(0);
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await said(page, 'g1 answered: Neither.');
  expect(await web.gate(code)).toMatchObject({ answer: { option: 'none', revision: 2 } });
});

test('what comes is counted, and taken in when you are ready, with the current gate unchanged', async () => {
  const web = await openBrowserWorld();
  await web.ask({ key: 'a' });
  const page = await web.signedIn();

  await web.ask({ key: 'b', question: 'Shall we drop it?', deadline: '2026-12-01T09:10:00.000Z' });
  await web.ask({ key: 'c', question: 'Do we ship the other one too?' });
  await page.getByRole('button', { name: 'Show 2 new' }).waitFor();
  expect(await page.locator('#queue .row').count()).toBe(1);
  await page.keyboard.press('.');
  await page.locator('#queue .row').nth(2).waitFor();

  expect(await page.locator('#queue .row').first().getAttribute('data-code')).toBe('g2');
  expect(await page.locator('#queue a[aria-current]').count()).toBe(1);
  expect(await page.locator('article.card').getAttribute('data-code')).toBe('g1');
  expect(await page.title()).toBe('(3) Inbox · Gatebell');
});

test('what you answer in one tab is told in the other, and so is taking it back', async () => {
  const web = await openBrowserWorld();
  await web.ask({ key: 'a' });
  await web.ask({ key: 'b', question: 'Do we ship the other one too?' });
  const first = await web.signedIn();
  const second = await first.context().newPage();
  await second.goto(`${web.address}/inbox`);
  await ready(second);

  await first.keyboard.press('1');
  await first.keyboard.press('Enter');
  await second.locator('.banner', { hasText: 'You answered The small one on the web.' }).waitFor();
  expect([await first.title(), await second.title()]).toEqual(['(1) Inbox · Gatebell', '(1) Inbox · Gatebell']);
  await said(first, 'g1 answered');
  await first.keyboard.press('z');
  await second.locator('#queue .row[data-code=g1][data-state=open]').waitFor();
  await said(first, 'taken back');

  expect([await first.title(), await second.title()]).toEqual(['(2) Inbox · Gatebell', '(2) Inbox · Gatebell']);
});

test('all tabs of a browser share one stream, and the next one takes over when its tab is closed', async () => {
  const web = await openBrowserWorld();
  const { code, revision } = await web.ask({ answerers: { people: ['mara', 'otto'] } });
  const first = await web.signedIn();
  const context = first.context();
  const tabs = [first];
  for (let at = 0; at < 8; at += 1) {
    const tab = await context.newPage();
    await tab.goto(`${web.address}/inbox`);
    await ready(tab);
    tabs.push(tab);
  }

  expect(web.parts.metrics.eventReaders.count).toBe(1);
  await first.locator('html[data-leader]').waitFor();
  await first.close();
  await expect
    .poll(() => Promise.all(tabs.slice(1).map((tab) => tab.locator('html[data-leader]').count())), { timeout: 5_000 })
    .toContain(1);
  await expect.poll(() => web.parts.metrics.eventReaders.count).toBe(1);
  await web.other.send('POST', `/v1/gates/${code}/answer`, { revision, option: 'none' });

  // A tab that looks again as the stream is taken over may learn that it is decided before it learns by whom.
  for (const tab of tabs.slice(1)) await tab.locator('.banner', { hasText: /answered|no longer waits/ }).waitFor();
});
