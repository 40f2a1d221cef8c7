import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hostileDiff, hostileQuestion, hostileSvg } from '../web/hostile.ts';
import { openBrowserWorld, ready, shot } from './chromium.ts';
import type { BrowserWorld } from './chromium.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const looks: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['forced', { forcedColors: 'active' }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' }],
];

test.each(looks)('in %s every page is clean to axe and wider than nothing that it shows', async (name, options) => {
  const web = await openBrowserWorld();
  const digest = await fill(web);
  const page = await web.signedIn('mara', options);

  for (const path of [
    '/inbox',
    '/gates/g1',
    '/gates/g2',
    '/gates/g3',
    '/gates/g4',
    '/goals',
    '/goals/ship',
    '/goals/ship/ledger',
    '/goals/ship/ledger/3',
    '/ledger',
    '/digests',
    digest,
    '/settings',
    '/me',
    '/login',
    '/gates/g999',
    '/inbox?q=nothing',
  ]) {
    await page.goto(web.address + path);
    await ready(page);
    await shot(page, `${name}${path === digest ? '-digest' : path.replaceAll(/[/?=]/g, '-')}`);
    expect([path, await faultsOf(page)]).toEqual([path, []]);
    expect([path, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([path, true]);
  }
  await page.goto(`${web.address}/gates/g1`);
  await ready(page);
  await page.keyboard.press('1');
  await page.keyboard.press('?');
  await shot(page, `${name}-keys`);
  expect(await faultsOf(page)).toEqual([]);
});

test('at 320 px nothing is wider than the page, also with the text spacing that a reader may set', async () => {
  const web = await openBrowserWorld();
  const digest = await fill(web);
  const page = await web.signedIn('mara', { viewport: { width: 320, height: 700 } });

  for (const path of [
    '/inbox',
    '/gates/g1',
    '/gates/g4',
    '/goals/ship',
    '/goals/ship/ledger',
    '/goals/ship/ledger/3',
    digest,
    '/me',
    '/settings',
    '/login',
  ]) {
    await page.goto(web.address + path);
    await ready(page);
    await shot(page, `narrow${path === digest ? '-digest' : path.replaceAll('/', '-')}`);
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 320]);
    await page.evaluate(spacing);
    expect([path, 'with wide text', await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 'with wide text', 320]);
  }
});

test('hostile text in every field is inert: no script, no request elsewhere, and the page keeps its shape', async () => {
  const web = await openBrowserWorld();
  await fill(web);
  const page = await web.signedIn();

  for (const path of ['/inbox', '/inbox?g=g4', '/gates/g4', '/gates/g5', '/goals/ship', '/goals/ship/ledger', '/settings']) {
    await page.goto(web.address + path);
    await ready(page);
    await page.keyboard.press('1');
    await shot(page, `hostile${path.replaceAll(/[/?=]/g, '-')}`);
    expect([path, await page.evaluate('window.owned'), await page.locator('h1').count()]).toEqual([path, undefined, 1]);
    expect([path, await page.locator('main h1, main h2, main h3').allTextContents()].join()).not.toContain('Owned,');
  }
  const svg = await page.goto(`${web.address}/files/${svgOf.get(web)}`).catch((error: Error) => error.message);
  expect(String(svg)).toMatch(/Download is starting|ERR_ABORTED/);
});

/** What WCAG 1.4.12 lets a reader set, as a sheet that no policy of ours concerns. */
const spacing = `
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }');
  document.adoptedStyleSheets = [sheet];
`;

const svgOf = new WeakMap<BrowserWorld, string>();

/** Gates of every kind and state: a choice with proof, one that cannot be undone, a text, hostile ones, an answered one. And a digest. */
async function fill(web: BrowserWorld): Promise<string> {
  const keep = async (bytes: Buffer, type: string) =>
    String((await web.agent.send('PUT', '/v1/files', new Uint8Array(bytes), { 'content-type': type })).body.sha256);
  const png = await keep(Buffer.from(pixel, 'base64'), 'image/png');
  const diff = await keep(Buffer.from(hostileDiff), 'text/x-diff');
  const svg = await keep(Buffer.from(hostileSvg), 'image/svg+xml');
  svgOf.set(web, svg);
  const artifact = (sha256: string, media_type: string, name: string) => ({ kind: 'artifact', sha256, media_type, name });
  await web.operator.send('POST', '/v1/goals/ship/todos', { lane: 'main', title: 'Ship the small fix' });
  await web.operator.send('POST', '/v1/goals/ship/lanes', { slug: 'docs', title: 'Docs' });
  await web.operator.send('POST', '/v1/goals/ship/todos', { lane: 'docs', title: 'Write the changelog', priority: 'P1' });
  await web.ask({
    key: 'proof',
    context:
      'We have **two** fixes. See [the run](https://ci.example/1).\n\n- the small one\n- the big one, with `--force`\n\n> It worked yesterday.\n\n```\nnpm test\n```',
    evidence: [
      { kind: 'tests', tool: 'vitest', passed: 412, failed: 1, skipped: 2, excerpt: 'AssertionError: expected 1 to be 2' },
      { kind: 'metric', name: 'form errors', value: 0.3, unit: '%', baseline: 0.4, better: 'lower' },
      {
        kind: 'command',
        argv: ['npm', 'run', 'deploy', '--', '--to', 'ten percent'],
        exit_code: 0,
        duration_ms: 3_200,
        stdout_sha256: 'a'.repeat(64),
      },
      { kind: 'statement', text: 'I looked at it and it is *fine*.', valid_for_s: 1 },
      artifact(png, 'image/png', 'signup.png'),
      artifact(diff, 'text/x-diff', 'fix.diff'),
    ],
  });
  await web.ask({
    key: 'drop',
    question: 'Shall we drop the old table of orders for good?',
    risk: 'irreversible',
    deadline: '2026-12-01T09:37:00.000Z',
  });
  await web.ask({ key: 'cost', question: 'How much may the load test cost each day at most?', answer: { kind: 'text', max: 200 } });
  await web.ask(hostileQuestion());
  const { code, revision } = await web.ask({ ...hostileQuestion(), key: 'decided' });
  await web.person.send('POST', `/v1/gates/${code}/answer`, { revision, option: 'a', comment: '<b>Yes</b>' });
  web.world.clock.advance(5_000);
  const route = await web.operator.send('POST', '/v1/routes', {
    goal: 'ship',
    platform: 'slack',
    address: 'C0SHIP',
    purposes: ['digests'],
  });
  const schedule = { goal: 'ship', cron: '0 9 * * *', time_zone: 'Europe/Berlin', audience: { route: route.body.id } };
  const added = await web.operator.send('POST', '/v1/schedules', schedule);
  const run = await web.operator.send('POST', `/v1/schedules/${added.body.id}/run`, {});
  return `/digests/${run.body.id}`;
}

async function faultsOf(page: Page): Promise<readonly unknown[]> {
  await page.evaluate(axe);
  const rules =
    "{ rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true }, 'focus-order-semantics': { enabled: true } } }";
  const found = (await page.evaluate(
    `axe.run(document, ${rules}).then((ran) => ran.violations.map((v) => [v.id, v.nodes[0].html, v.nodes[0].failureSummary]))`,
  )) as unknown[];
  return found;
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
