import { expect, test } from 'vitest';
import { openBots } from '../../bots/open-bots.ts';
import type { Inbox, Platform } from '../../bots/port.ts';
import type { RouteId } from '../../src/ids.ts';
import { anInbox } from './an-inbox.ts';
import { aRoute, clockAt, noon, readsOf, rowsOf } from './builders.ts';
import { terminalTraits } from './fake-platform.ts';
import { fakePosts } from './fake-posts.ts';

const dead = { reason: 'Slack says token_revoked', fix: 'Install the app again.' };

/** The bots with one platform on which a route is broken. */
async function setting() {
  const route = aRoute({ id: 'route_s' as RouteId, platform: 'slack' });
  const retried: string[] = [];
  let status: Inbox['status'] = anInbox.status;
  const platform: Platform = {
    traits: { ...terminalTraits, platform: 'slack' },
    listen(inbox) {
      status = inbox.status;
    },
    start: async () => {},
    stop: async () => {},
    post: async () => ({ result: 'sent', message: 'm1' }),
    edit: async () => ({ result: 'sent', message: 'm1' }),
    acknowledge: async () => {},
    tellPrivately: async () => null,
  };
  const bots = await openBots(
    {
      execute: async () => ({ reply: null, replayed: false }),
      reads: readsOf(rowsOf({ routes: [route], troubles: [{ route: route.id, since: noon, ...dead }] })),
      posts: fakePosts([]),
      journal: { keep: async () => true, finish: async () => {}, forget: async () => {}, unfinished: async () => [] },
      routes: { breakRoute: async () => true, healRoute: async () => true, retryPlatform: async (platform) => void retried.push(platform) },
      chats: { keepPrompt: async () => {}, keepAbsence: async () => {} },
      secrets: { current: 'a secret of this test', previous: null },
      clock: clockAt(noon),
      timers: { after: () => () => {} },
      report: (failure) => {
        throw failure;
      },
      tellTrouble: () => {},
    },
    [{ platform, identify: async () => ({ kind: 'unknown' }) }],
  );
  return { bots, retried, tell: (told: Parameters<Inbox['status']>[0]) => status(told) };
}

test('what waits for a broken route is tried at the start, and once whenever a trouble of its platform is over', async () => {
  const { retried, tell, bots } = await setting();
  const atStart = retried.length;

  tell({ sockets: 2, trouble: null });
  tell({ sockets: 2, trouble: dead });
  tell({ sockets: 1, trouble: dead });
  await new Promise(setImmediate);
  const inTrouble = retried.length;
  tell({ sockets: 2, trouble: null });
  tell({ sockets: 2, trouble: null });
  await new Promise(setImmediate);

  expect([atStart, inTrouble, retried.length]).toEqual([1, 1, 2]);
  await bots.stop();
});
