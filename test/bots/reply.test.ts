import { expect, test } from 'vitest';
import { identifyByAccount } from '../../bots/identify-by-account.ts';
import { hearPress } from '../../bots/inbound.ts';
import type { Press, Private } from '../../bots/port.ts';
import { createShown } from '../../bots/shown.ts';
import { createTokenCodec } from '../../bots/token.ts';
import type { GateId, RouteId } from '../../src/ids.ts';
import { epochMs, plusMs } from '../../src/time.ts';
import { aGoal, anOpenGate, aPerson, aPost, aRoute, clockAt, noon, readsOf, rowsOf } from './builders.ts';
import type { Rows } from './builders.ts';
import { terminalTraits } from './fake-platform.ts';

const thread = aRoute({ id: 'route_t' as RouteId, goal: aGoal().id, platform: 'slack', address: 'C1', thread: '17.1', person: null });
const g4 = anOpenGate({ id: 'gate_4' as GateId, code: 'g4', number: 4 });
const identity = {
  id: 'slack:T1:U1',
  platform: 'slack',
  account: 'T1:U1',
  person: aPerson().id,
  how: 'operator',
  linked_at: noon,
} as const;
const put = (gate: GateId, message: string) =>
  aPost({ id: `${gate}@route_t`, subject: { kind: 'gate', gate }, route: thread.id, state: 'sent', put: 1, message, revision: 1 });

/** Mara in the thread of a channel in which two gates stand. */
function setting(differences: Partial<Rows> = {}) {
  const reads = readsOf(
    rowsOf({
      gates: [anOpenGate(), g4],
      routes: [thread],
      posts: [put(anOpenGate().id, 'm3'), put(g4.id, 'm4')],
      identities: [identity],
      ...differences,
    }),
  );
  const executed: unknown[] = [];
  const told: string[] = [];
  const view = { ...anOpenGate(), answerers: null, state: 'answered', held: true };
  const desk = {
    execute: async (_name: string, _actor: unknown, input: unknown) => {
      executed.push(input);
      return { reply: { result: 'counted', deliver_at: plusMs(noon, 10_000), gate: view }, replayed: false };
    },
    reads,
    clock: clockAt(noon),
    shown: createShown(reads),
    tokens: createTokenCodec({ current: 'a secret of this test', previous: null }),
    prompts: { keepPrompt: async () => {} },
    typed: (command: string) => `/gatebell ${command}`,
  };
  const platform = {
    traits: { ...terminalTraits, platform: 'slack' as const },
    acknowledge: async () => {},
    async tellPrivately(_press: Press, { lines }: Private) {
      told.push(...lines);
      return null;
    },
  };
  const report = (failure: unknown) => {
    throw failure;
  };
  const reply = (text: string, message = '17.1', inThread = '17.1', at = noon, direct = false) => {
    const from = { addresses: ['C1'], thread: inThread };
    const press: Press = {
      id: null,
      account: 'T1:U1',
      standing: async () => 'member',
      from,
      saidAtMs: epochMs(at),
      said: { kind: 'reply', message, direct, text },
    };
    return hearPress(desk, platform, identifyByAccount('slack', reads), press, report);
  };
  return { reply, executed, told };
}

test('a bare reply in a thread with two gates decides nothing, and says how to name one', async () => {
  const { reply, executed, told } = setting();

  await reply('yes');

  expect(executed).toEqual([]);
  expect(told).toEqual(['This thread is about g3, g4, so nothing was counted. Say which: g3 and your answer.']);
});

test('a reply in a thread with two gates counts for the one that it names', async () => {
  const { reply, executed } = setting();

  await reply('g4 merge it');

  expect(executed).toEqual([{ gate: 'gate_4', revision: 1, option: 'yes' }]);
});

test('a reply cannot name a gate that does not stand in its thread', async () => {
  const { reply, executed, told } = setting({ gates: [anOpenGate(), g4, anOpenGate({ id: 'gate_9' as GateId, code: 'g9', number: 9 })] });

  await reply('g9 yes');

  expect(executed).toEqual([]);
  expect(told[0]).toContain('nothing was counted');
});

test('talk in a thread that has nothing to do with gates is nobody’s business', async () => {
  const { reply, told, executed } = setting();

  await reply('yes', '99.9', '99.9');

  expect([told, executed]).toEqual([[], []]);
});

test('a reply that comes late, to a question that changed since, is not counted for the new one', async () => {
  const revised = anOpenGate({
    revision: 2,
    revisions: [
      { revision: 1, changed: [], at: plusMs(noon, -60_000) },
      { revision: 2, changed: ['question'], at: noon },
    ],
  });
  const shown = { ...put(revised.id, 'm3'), revision: 2 };
  const { reply, executed, told } = setting({ gates: [revised], posts: [shown] });

  await reply('yes', '17.1', '17.1', plusMs(noon, -1));
  const late = [...executed];
  await reply('yes');

  expect(late).toEqual([]);
  expect(told[0]).toBe('The question of g3 changed since you saw it, so nothing was counted. Look again:');
  expect(executed).toEqual([{ gate: 'gate_3', revision: 2, option: 'yes' }]);
});

test('a reply to a gate that never changed counts, also when the clock of its platform is behind ours', async () => {
  const gate = anOpenGate({ revisions: [{ revision: 1, changed: [], at: noon }] });
  const { reply, executed } = setting({ gates: [gate] });

  await reply('yes', '17.1', '17.1', plusMs(noon, -5_000));

  expect(executed).toEqual([{ gate: 'gate_3', revision: 1, option: 'yes' }]);
});

test('a number does not do under a gate whose scope the goal calls irreversible since it was asked', async () => {
  const gate = anOpenGate({ blocks: { lanes: [], todos: [], scopes: ['merge:main'] } });
  const { reply, executed, told } = setting({ gates: [gate], goals: [aGoal({ irreversible_scopes: ['merge:main'] })] });

  await reply('1');
  const numbered = [...executed];
  await reply('yes');

  expect(numbered).toEqual([]);
  expect(told[0]).toContain('Here only a whole key or label counts. Nothing was counted.');
  expect(executed).toHaveLength(1);
});

test('where many gates stand in one thread, a reply to one card means that one', async () => {
  const { reply, executed } = setting();

  await reply('merge it', 'm4', '17.1', noon, true);

  expect(executed).toEqual([{ gate: 'gate_4', revision: 1, option: 'yes' }]);
});
