import { expect, test } from 'vitest';
import { openWebWorld } from './web-world.ts';

test('a digest is shown as it was sent, with its gates, its receipts and what its numbers count now', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask();
  const route = await web.operator.send('POST', '/v1/routes', {
    goal: 'ship',
    platform: 'slack',
    address: 'C0SHIP',
    purposes: ['digests'],
  });
  const schedule = { goal: 'ship', cron: '0 9 * * *', time_zone: 'Europe/Berlin', audience: { route: route.body.id } };
  const added = await web.operator.send('POST', '/v1/schedules', schedule);
  await web.operator.send('POST', `/v1/schedules/${added.body.id}/run`, {});
  const browser = await web.signedIn();

  const list = await browser.get('/digests');
  const path = /href="(\/digests\/[^"]+)"/.exec(list.text)?.[1] ?? '';
  const page = await browser.get(path);

  expect(added.status).toBe(201);
  expect(list.text).toContain('ship, 10:00:00');
  expect(page.status).toBe(200);
  expect(page.text).toContain(`<a href="/gates/${code}">${code}</a>`);
  expect(page.text).toContain('counted now: the same');
  expect(page.text).toMatch(/It says what its entry says, and \d+ numbers? counted again (?:is|are) the same\./);
  expect(page.text).toMatch(/href="\/goals\/ship\/ledger\/\d+"/);
  expect(web.faults).toEqual([]);
});

test('an unknown digest is said to be unknown', async () => {
  const web = await openWebWorld();
  const browser = await web.signedIn();

  expect((await browser.get('/digests/digest_unknown')).status).toBe(404);
});
