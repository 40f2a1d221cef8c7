import { expect, test } from 'vitest';
import { noticeText } from '../../bots/notice.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import { plusMs } from '../../src/time.ts';
import { noon } from './builders.ts';

const reads = {
  agent: async () => ({ slug: 'builder' }) as never,
  person: async () => undefined,
  todo: async () => ({ title: 'Merge 3115' }) as never,
};

function anEntry(type: string, data: Entry['data'], actor = 'operator:token_1'): Entry {
  return { id: 'en_1', position: 7, stream: 'house', seq: 7, type, at: noon, actor, command: 'c', data, hash: 'h', previous: 'p' };
}

test('a lapsed lease names the agent and the work', async () => {
  const entry = anEntry('lease-lapsed', { agent: 'agent_1', todo: 'todo_1', turn: 'turn_1', fence: 2 }, 'service');

  expect(await noticeText(reads, entry, null)).toBe(
    'Agent builder fell silent and lost its lease on "Merge 3115". Another agent may take it now; what builder still sends is not counted.',
  );
});

test('an issued token is told to its person, with who issued it and when, in their zone', async () => {
  const entry = anEntry('token-issued', { token: 'token_9', bearer: { kind: 'person', person: 'person_mara' }, hash: 'secret-hash' });

  expect(await noticeText(reads, entry, 'Europe/Berlin')).toBe(
    'The operator issued token_9, with which one can answer as you, at 2026-12-01 13:00:00 GMT+1 (Europe/Berlin). ' +
      'If you did not expect this, have an operator revoke your tokens.',
  );
});

test('a token that a login code gave is told as that, not as the work of a stranger', async () => {
  const entry = anEntry('token-issued', { token: 'token_9', bearer: { kind: 'person', person: 'person_mara' }, hash: 'h' }, 'stranger');

  expect(await noticeText(reads, entry, null)).toBe(
    'Your login code was used: with token_9 one can answer as you since 2026-12-01 12:00:00 UTC. ' +
      'If you did not expect this, have an operator revoke your tokens.',
  );
});

test('an issued login code is told to its person, and its hash is not', async () => {
  const entry = anEntry('login-code-issued', { person: 'person_mara', hash: 'secret-hash', expires_at: plusMs(noon, 900_000) });

  const text = await noticeText(reads, entry, null);

  expect(text).toMatch(/^The operator issued a login code, with which one can answer as you until 2026-12-01 12:15:00 UTC\./);
  expect(text).not.toMatch(/secret/);
});

test('an entry that tells nobody anything is a fault', async () => {
  await expect(noticeText(reads, anEntry('goal-created', {}), null)).rejects.toThrow('no notice is written for that');
});
