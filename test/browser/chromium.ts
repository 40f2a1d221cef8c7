import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';
import { listen } from '../../server/listener.ts';
import { systemTimers } from '../../server/timers.ts';
import { readAssets } from '../../server/web/assets.ts';
import { bundle } from '../../server/web/bundle.mjs';
import { openWebWorld } from '../web/web-world.ts';

const executablePath = process.env.GATEBELL_CHROMIUM ?? '/usr/bin/chromium';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

let running: Promise<Browser> | undefined;

afterAll(async () => {
  await (await running)?.close();
  running = undefined;
});

export type BrowserWorld = Awaited<ReturnType<typeof openBrowserWorld>>;

/** The service in this process on a port of its own, with a clock that stands still, and Debian's Chromium before it. */
export async function openBrowserWorld() {
  const web = await openWebWorld(await builtAssets());
  const listener = await listen(web.app, { host: '127.0.0.1', port: 0 }, systemTimers);
  const contexts: BrowserContext[] = [];
  onTestFinished(async () => {
    for (const context of contexts) await context.close();
    web.stopping.abort();
    await listener.close(1_000);
  });
  const visitor = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await (await launched()).newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 }, ...options });
    contexts.push(context);
    return watched(await context.newPage(), listener.address);
  };
  return {
    ...web,
    address: listener.address,
    visitor,
    /** A page of somebody who pressed the sign-in link. */
    signedIn: async (person = 'mara', options: BrowserContextOptions = {}) => {
      const page = await visitor(options);
      await page.goto(`${listener.address}/login#${await web.codeFor(person)}`);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('**/inbox');
      await ready(page);
      return page;
    },
  };
}

/** Waits until the script of the page runs; without script there is nothing to wait for. */
export async function ready(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor();
}

export async function said(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('#say').filter({ hasText: text }).waitFor();
}

const shots = process.env.GATEBELL_SHOTS;

/** Keeps a picture for whoever wants to look, where `GATEBELL_SHOTS` says. */
export async function shot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}

/** At its end every page is held to this: nothing was blocked, nothing was asked of another host, no script failed. */
async function watched(page: Page, address: string): Promise<Page> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) faults.push(`blocked: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith('data:')) faults.push(`asked elsewhere: ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  onTestFinished(() => expect(faults).toEqual([]));
  return page;
}

function launched(): Promise<Browser> {
  if (!existsSync(executablePath))
    throw new Error(`There is no Chromium at ${executablePath}. Install Debian's package "chromium", or set GATEBELL_CHROMIUM.`);
  running ??= chromium.launch({ executablePath, args: quiet });
  return running;
}

let assets: ReturnType<typeof readAssets> | undefined;

function builtAssets(): ReturnType<typeof readAssets> {
  assets ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatebell-assets-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    await bundle(folder);
    return readAssets(folder);
  })();
  return assets;
}
