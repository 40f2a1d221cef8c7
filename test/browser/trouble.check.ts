import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowserWorld, ready, said } from './chromium.ts';
import type { BrowserWorld } from './chromium.ts';

test('an address with a broken fragment stops no key', async () => {
  const web = await openBrowserWorld();
  await web.ask();
  const page = await web.signedIn();

  await page.goto(`${web.address}/gates/g1#%E0%A4%A`);
  await ready(page);
  await page.keyboard.press('1');

  await said(page, 'Press Enter to answer.');
});

test('while the card of the current row is not there yet, keys decide nothing', async () => {
  const web = await openBrowserWorld();
  await askTwo(web);
  const page = await web.visitor();
  const cards = held();
  await page.route('**/gates/*?part=1', async (route) => {
    await cards.open;
    await route.continue();
  });
  await signIn(web, page);

  await page.keyboard.press('j');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await said(page, 'g2 is not shown yet. Nothing was sent.');
  cards.release();
  await page.locator('article.card[data-code=g2]').waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await said(page, 'g2 answered');

  expect([(await web.gate('g1')).state, (await web.gate('g2')).state]).toEqual(['open', 'answered']);
});

test('what was typed stays with its gate: while others are looked at, and when what came is let in', async () => {
  const web = await openBrowserWorld();
  await askTwo(web);
  const page = await web.signedIn();
  await page.keyboard.press('c');
  await page.keyboard.type('I think');
  await page.keyboard.press('Escape');

  await page.keyboard.press('j');
  await page.locator('article.card[data-code=g2]').waitFor();
  const there = await page.locator('textarea[name=comment]').inputValue();
  await page.keyboard.press('k');
  await page.locator('article.card[data-code=g1]').waitFor();
  const back = await page.locator('textarea[name=comment]').inputValue();
  await web.agent.send('POST', '/v1/gates/g1/revise', { question: 'Which of the three fixes do we ship?' });
  await page.locator('.banner', { hasText: 'changed' }).waitFor();
  await page.keyboard.press('.');
  await page.locator('.question', { hasText: 'three' }).waitFor();

  expect([there, back, await page.locator('textarea[name=comment]').inputValue()]).toEqual(['', 'I think', 'I think']);
  expect(await page.locator('input[type=radio]:checked').count()).toBe(0);
});

test('a filtered queue stays filtered: its address, and what is offered as new', async () => {
  const web = await openBrowserWorld();
  await askTwo(web);
  const page = await web.signedIn();
  await page.goto(`${web.address}/inbox?q=do+we+ship`);
  await ready(page);
  await page.keyboard.press('j');
  await page.locator('article.card[data-code=g2]').waitFor();

  await web.ask({ key: 'c', question: 'Shall we drop the old table of orders?' });
  await web.ask({ key: 'd', question: 'Do we ship the third one?' });
  await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
  await page.getByRole('button', { name: 'Show 1 new' }).click();
  await page.locator('#queue .row').nth(2).waitFor();

  expect(new URL(page.url()).search).toBe('?q=do+we+ship&g=g2');
  expect(await page.evaluate("[...document.querySelectorAll('#queue .row')].map((row) => row.dataset.code).sort().join()")).toBe(
    'g1,g2,g4',
  );
  expect(await page.evaluate('document.activeElement.closest(".row")?.dataset.code')).toBe('g2');
});

test('a row that better ones push out of the first hundred is not said to wait no longer', async () => {
  const web = await openBrowserWorld();
  for (let at = 0; at < 100; at += 1) await web.ask({ key: `k${at}` });
  const page = await web.signedIn();

  await web.ask({ key: 'soon', deadline: '2026-12-01T09:10:00.000Z' });
  await page.getByRole('button', { name: 'Show 1 new' }).waitFor();

  expect(await page.locator('#queue .row[data-state=open]').count()).toBe(100);
  expect(await page.title()).toBe('(101) Inbox · Gatebell');
});

test('when the reply is lost, the page asks the gate and tells the truth', async () => {
  const web = await openBrowserWorld();
  await askTwo(web);
  const page = await web.signedIn();
  await page.route('**/gates/g1/answer', async (route) => {
    await route.fetch();
    await route.abort();
  });

  await page.keyboard.press('1');
  await page.keyboard.press('Enter');

  await said(page, 'g1 is answered.');
  expect(await page.locator('#queue .row[data-code=g1]').getAttribute('data-state')).toBe('answered');
  expect(await page.title()).toBe('(1) Inbox · Gatebell');
});

test('when the gate cannot be asked either, nothing is claimed, and sending again is one answer', async () => {
  const web = await openBrowserWorld();
  await askTwo(web);
  const page = await web.visitor();
  await page.route('**/live**', (route) => route.abort());
  await signIn(web, page);
  await page.route('**/gates/g1/answer', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.route('**/gates/g1?part=1', (route) => route.fulfill({ status: 503, json: { code: 'stopping' } }));

  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await said(page, 'nothing is known of your answer yet. It is safe to send it again.');
  const position = await web.world.engine.reads.lastPosition();
  await page.unroute('**/gates/g1/answer');
  await page.getByRole('button', { name: 'Answer: The small one' }).click();
  await said(page, 'g1 answered: The small one.');

  expect(await web.world.engine.reads.lastPosition()).toBe(position);
});

test('a stream that was refused is opened again, and what was missed is read', async () => {
  const web = await openBrowserWorld();
  const { revision } = await web.ask({ key: 'a' });
  const page = await web.visitor();
  await page.clock.install();
  let refused = 0;
  await page.route('**/live**', async (route) => {
    refused += 1;
    await (refused === 1 ? route.fulfill({ status: 503, body: '' }) : route.continue());
  });
  await signIn(web, page);
  await expect.poll(() => refused).toBe(1);

  await web.ask({ key: 'b', question: 'Do we ship the other one too?' });
  await web.person.send('POST', '/v1/gates/g1/answer', { revision, option: 'none' });
  await page.clock.fastForward(31_000);
  await expect.poll(() => web.parts.metrics.eventReaders.count).toBe(1);
  await page.clock.fastForward(1_000);

  await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
  await page.locator('.banner', { hasText: /You answered Neither over the API|g1 no longer waits for you/ }).waitFor();
  expect(await page.title()).toBe('(1) Inbox · Gatebell');
});

test('a gate page whose stream was refused learns what became of its gate', async () => {
  const web = await openBrowserWorld();
  const { revision } = await web.ask();
  const page = await web.visitor();
  await page.clock.install();
  await signIn(web, page);
  await page.route('**/live**', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(`${web.address}/gates/g1`);
  await ready(page);

  await web.person.send('POST', '/v1/gates/g1/answer', { revision, option: 'none' });
  await page.clock.fastForward(61_000);

  await page.locator('.banner', { hasText: 'g1 is answered: nothing that is pressed here counts.' }).waitFor();
  expect(await page.locator('button.primary').isDisabled()).toBe(true);
});

async function askTwo(web: BrowserWorld): Promise<void> {
  await web.ask({ key: 'a' });
  await web.ask({ key: 'b', question: 'Do we ship the other one too?' });
}

async function signIn(web: BrowserWorld, page: Page): Promise<void> {
  await page.goto(`${web.address}/login#${await web.codeFor('mara')}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/inbox');
  await ready(page);
}

function held() {
  let release = () => {};
  const open = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { open, release: () => release() };
}
