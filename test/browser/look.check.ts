import { test } from 'vitest';
import { openBrowserWorld, ready, shot } from './chromium.ts';

test('look', async () => {
  const web = await openBrowserWorld();
  await web.ask({
    key: 'a',
    context: 'We have **two** fixes. See [the run](https://ci.example/1).\n\n- small\n- big',
    evidence: [
      { kind: 'tests', tool: 'vitest', passed: 412, failed: 1, skipped: 2, excerpt: 'AssertionError: expected 1 to be 2' },
      { kind: 'metric', name: 'form errors', value: 0.3, unit: '%', baseline: 0.4, better: 'lower' },
      { kind: 'statement', text: 'I looked at it and it is *fine*.' },
    ],
  });
  await web.ask({
    key: 'b',
    question: 'Shall we drop the old table of orders for good?',
    risk: 'irreversible',
    deadline: '2026-12-01T09:37:00.000Z',
  });
  await web.ask({ key: 'c', question: 'How much may the load test cost each day at most?', answer: { kind: 'text', max: 200 } });
  const page = await web.signedIn();
  await shot(page, 'inbox-light');
  await page.keyboard.press('1');
  await shot(page, 'inbox-armed');
  for (const path of ['/goals', '/goals/ship', '/goals/ship/ledger', '/goals/ship/ledger/3', '/settings', '/me', '/gates/g1', '/login']) {
    await page.goto(web.address + path);
    await ready(page);
    await shot(page, path.slice(1).replaceAll('/', '-'));
  }
});
