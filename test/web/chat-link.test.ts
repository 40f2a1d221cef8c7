import { expect, test } from 'vitest';
import { hearPress } from '../../bots/inbound.ts';
import type { Press, Private } from '../../bots/port.ts';
import { createShown } from '../../bots/shown.ts';
import { createTokenCodec } from '../../bots/token.ts';
import { reachedAt } from '../../server/config.ts';
import { terminalTraits } from '../bots/fake-platform.ts';
import { openWebWorld } from './web-world.ts';
import type { WebWorld } from './web-world.ts';

test.each(['gates', 'link'])('"%s" in a chat gives who asks a link that signs them in on the web, once', async (line) => {
  const web = await openWebWorld();
  await web.ask();

  const lines = await typed(web, line, 'https://gate.example/');
  const [, address, code] = /(https:\/\/gate\.example\/login)#(\S+)$/.exec(lines.at(-1) ?? '') ?? [];
  const browser = web.browser();
  const entered = await browser.post('/login', { code: code ?? '' });
  const again = await web.browser().post('/login', { code: code ?? '' });

  expect(address).toBe('https://gate.example/login');
  expect(lines.at(-1)).toContain('once, until 2026-12-01 10:15:00 GMT+1 (Europe/Berlin); show it to nobody');
  expect([entered.status, again.status]).toEqual([303, 401]);
  expect((await browser.get('/me')).text).toContain('<h1 dir="auto">Mara</h1>');
});

test('a link that was asked for is in the ledger, and is no notice to the person who asked', async () => {
  const web = await openWebWorld();
  const place = { platform: 'slack', account: 'T0SHIP:U0MARA' };
  const { code } = await web.world.run<{ code: string }>('offer-link', { kind: 'service' }, place);
  await web.person.send('POST', '/v1/links', { code });
  const before = await web.world.engine.reads.lastPosition();

  await typed(web, 'gates', 'https://gate.example');

  const entries = await web.world.engine.reads.entriesByPosition(before, 10);
  expect(entries.map(({ type, actor, data }) => [type, actor, data.own])).toEqual([
    ['login-code-issued', `person:${(web.people.body as { id: string }).id}`, true],
  ]);
  const due = await web.world.engine.posts.due(web.world.clock.now(), 50);
  expect(due.filter(({ subject }) => subject.kind === 'notice' && subject.position > before)).toEqual([]);
});

test('where no address is known there is no link, and no code is made', async () => {
  const web = await openWebWorld();
  const before = await web.world.engine.reads.lastPosition();

  const lines = await typed(web, 'gates', undefined);

  expect(lines).toEqual(['No gate waits for you.']);
  expect(await web.world.engine.reads.lastPosition()).toBe(before);
});

test('the link leads to the public address, else to where the service listens', () => {
  expect(reachedAt({ publicUrl: 'https://gate.example', host: '0.0.0.0', port: 8787 })).toBe('https://gate.example');
  expect(reachedAt({ publicUrl: undefined, host: '127.0.0.1', port: 8787 })).toBe('http://127.0.0.1:8787');
  expect(reachedAt({ publicUrl: undefined, host: '::1', port: 8787 })).toBe('http://[::1]:8787');
  expect(reachedAt({ publicUrl: undefined, host: '127.0.0.1', port: 0 })).toBeUndefined();
});

async function typed({ world }: WebWorld, text: string, publicUrl: string | undefined): Promise<readonly string[]> {
  const told: Private[] = [];
  const reads = world.engine.reads;
  const person = await reads.person('mara');
  if (person === undefined) throw new Error('mara is not there');
  const platform = {
    traits: terminalTraits,
    acknowledge: async () => undefined,
    tellPrivately: async (_: Press, outcome: Private) => {
      told.push(outcome);
      return null;
    },
  };
  const desk = {
    execute: world.engine.execute,
    reads,
    clock: world.clock,
    shown: createShown(reads),
    tokens: createTokenCodec({ current: 'a secret of this test', previous: null }),
    prompts: { keepPrompt: async () => undefined },
    typed: (command: string) => command,
    publicUrl,
  };
  const press: Press = { id: null, account: 'terminal', standing: async () => 'member', from: null, said: { kind: 'line', text } };
  const asker = { person, platform: 'terminal' as const, routes: [], press };
  await hearPress(
    desk,
    platform,
    async () => ({ kind: 'known', asker }),
    press,
    (failure) => {
      throw failure;
    },
  );
  return told.flatMap(({ lines }) => lines);
}
