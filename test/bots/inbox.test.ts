import { expect, test } from 'vitest';
import { createHealth } from '../../bots/health.ts';
import type { Journal } from '../../bots/inbox.ts';
import { createInbox } from '../../bots/inbox.ts';
import type { Platform, Press, Private } from '../../bots/port.ts';
import { createShown } from '../../bots/shown.ts';
import { createTokenCodec } from '../../bots/token.ts';
import { Refusal } from '../../src/refusal.ts';
import type { Instant } from '../../src/time.ts';
import { aPost, clockAt, noon, readsOf, rowsOf } from './builders.ts';
import { terminalTraits } from './fake-platform.ts';
import { identifyAtTerminal } from '../../bots/identify-at-terminal.ts';

function setting(journal: Partial<Journal> = {}, reply: unknown = {}) {
  const reads = readsOf(rowsOf({ posts: [aPost({ state: 'sent', put: 1, message: 'm1', revision: 1 })] }));
  const calls: string[] = [];
  const alarms: (() => void)[] = [];
  const commands: unknown[] = [];
  const told: Private[] = [];
  const noted: Journal = {
    keep: async () => true,
    finish: async (platform, id) => void calls.push(`finish ${platform} ${id}`),
    forget: async (platform, id) => void calls.push(`forget ${platform} ${id}`),
    unfinished: async () => [],
    ...journal,
  };
  const platform = {
    traits: terminalTraits,
    acknowledge: async () => void calls.push('acknowledge'),
    tellPrivately: async (_press: Press, outcome: Private) => {
      calls.push('tell');
      told.push(outcome);
      return null;
    },
  } as Partial<Platform> as Platform; // hearing calls nothing else
  const execute = async (_name: string, _actor: unknown, _input: unknown, command: unknown) => {
    calls.push('decide');
    commands.push(command);
    if (reply instanceof Error) throw reply;
    return { reply, replayed: false };
  };
  const tokens = createTokenCodec({ current: 'a secret of this test', previous: null });
  const health = createHealth(['terminal']);
  const prompts = { keepPrompt: async () => {} };
  const desk = { execute, reads, clock: clockAt(noon), shown: createShown(reads), tokens, prompts, typed: (command: string) => command };
  const absences = {
    keepAbsence: async (platform: string, since: Instant, until: Instant) => void calls.push(`absence ${platform} ${since} ${until}`),
  };
  const timers = {
    after(_ms: number, ring: () => void) {
      alarms.push(ring);
      return () => {};
    },
  };
  const report = (failure: unknown) => {
    throw failure;
  };
  const wake = () => void calls.push('wake');
  const inbox = createInbox(
    { desk, journal: noted, health, absences, timers, wake, tryAgain: () => void calls.push('try again'), report },
    platform,
    identifyAtTerminal(reads),
  );
  return { inbox, calls, alarms, commands, told, health };
}

function aPress(id: string | null = 'e1'): Press {
  return { id, account: 'terminal', standing: async () => 'member', from: null, said: { kind: 'line', text: 'g3 yes' } };
}

const notTheirs = { result: 'not-yours', gate: 'g3', who: [] };

test('a press is heard in order: acknowledged, decided, told, and only then finished', async () => {
  const { inbox, calls } = setting({}, notTheirs);

  await inbox.hear(aPress());

  expect(calls).toEqual(['acknowledge', 'decide', 'tell', 'finish terminal e1']);
});

test('a press that was kept is one command under its own id, so that hearing it again gives the first reply', async () => {
  const { inbox, commands } = setting({}, notTheirs);

  await inbox.hear(aPress());
  await inbox.hear(aPress());
  await inbox.hear(aPress(null));

  expect(commands).toEqual([{ id: 'press:terminal:e1', bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/) }, commands[0], undefined]);
});

test('a press that the service was too late for is kept for its next start', async () => {
  const { inbox, calls, told } = setting({}, new Refusal('stopping', 'The service is stopping.', 'Wait.'));

  await inbox.hear(aPress());

  expect(calls).toEqual(['acknowledge', 'decide', 'tell']);
  expect(told[0]?.lines).toEqual(['Gatebell is stopping. What you did is kept, and is heard when it is back.']);
});

test('what comes again is known', async () => {
  const { inbox } = setting({ keep: async (_platform, id) => id === 'e1' });

  expect([await inbox.keep('e1', '{}'), await inbox.keep('e2', '{}')]).toEqual(['new', 'known']);
});

test('what is not kept in time is refused, and forgotten once it lands, so that it may come again', async () => {
  let land = (_isNew: boolean) => {};
  const { inbox, calls, alarms } = setting({
    keep: () =>
      new Promise((resolve) => {
        land = resolve;
      }),
  });
  const keeping = inbox.keep('e1', '{}');
  const refused = expect(keeping).rejects.toThrow('it was not kept within 500 ms');

  alarms[0]?.();
  await refused;
  land(true);
  await new Promise(setImmediate);

  expect(calls).toEqual(['forget terminal e1']);
});

test('what comes again while it is still being kept is not called known, acknowledged and then forgotten', async () => {
  const rows = new Set<string>();
  const landing: (() => void)[] = [];
  const { inbox, alarms } = setting({
    // One writer: what was asked first lands first.
    keep: (_platform, id) =>
      new Promise((resolve) => {
        landing.push(() => {
          resolve(!rows.has(id));
          rows.add(id);
        });
      }),
    forget: async (_platform, id) => void rows.delete(id),
  });
  const first = inbox.keep('e1', '{}').catch(() => 'refused');
  const again = inbox.keep('e1', '{}').catch(() => 'refused');
  await new Promise(setImmediate);

  alarms[0]?.();
  await first;
  for (let turn = 0; turn < 5; turn += 1) {
    for (const land of landing.splice(0)) land();
    await new Promise(setImmediate);
  }

  expect([await first, await again]).toEqual(['refused', 'new']);
  expect([...rows]).toEqual(['e1']);
});

test('the health of a platform says when it last heard, and how it is connected', async () => {
  const { inbox, health } = setting();

  await inbox.keep('e1', '{}');
  inbox.status({ sockets: 2, trouble: { reason: 'chat:write is missing', fix: 'Install the app again.' } });

  expect(health.read()).toMatchObject([{ lastEventAt: noon, sockets: 2, trouble: { fix: 'Install the app again.' } }]);
});

test('a time in which presses were lost is recorded, and the reconciler is woken to draw the cards anew', async () => {
  const { inbox, calls } = setting();

  await inbox.away(Date.parse('2026-12-01T10:00:00Z'), Date.parse('2026-12-01T10:05:00Z'));

  expect(calls).toEqual(['absence terminal 2026-12-01T10:00:00.000Z 2026-12-01T10:05:00.000Z', 'wake']);
});
