import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../db/engine/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { verify } from '../../db/verify.ts';
import type { Actor } from '../../src/actor.ts';
import { createGoal } from '../../src/goal/create-goal.ts';
import type { TokenId } from '../../src/ids.ts';
import { service } from '../support/world.ts';
import { aFolder } from './programs.ts';

const writerThread = new URL('../support/writer-thread.boot.mjs', import.meta.url);
const dyingThread = new URL('./dying-thread.mjs', import.meta.url);

async function aFile(): Promise<string> {
  const file = join(aFolder(), 'gatebell.db');
  await migrate(file);
  return file;
}

test('the writer in its thread takes work, answers after the commit, and drains on close', async () => {
  const file = await aFile();
  const reports: unknown[] = [];
  const engine = await openEmbedded({ file, report: (what, error) => reports.push([what, error]), thread: writerThread });
  await engine.operations.keepAlive();

  const closing = Promise.allSettled([engine.operations.keepAlive(), engine.operations.purge(), engine.close()]);

  expect((await closing).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  await expect(engine.operations.keepAlive()).rejects.toMatchObject({ code: 'stopping' });
  expect(reports).toEqual([]);
  expect(verify(file)).toEqual({ entries: 0, faults: [] });
});

test('a refusal crosses the threads with its code and words', async () => {
  const engine = await openEmbedded({ file: await aFile(), report: () => undefined, thread: writerThread });
  const agent: Actor = { kind: 'operator', token: 'token_unknown' as TokenId };

  const refused = engine.execute('create-goal', agent, createGoal.input.parse({ slug: 'one', title: 't', vision: 'v' }));

  await expect(refused).rejects.toMatchObject({ name: 'Refusal', code: 'unauthorized', fix: expect.stringContaining('credential') });
  await engine.close();
});

test('when the writer dies everyone who waits is told, once, and the operator too', async () => {
  const reports: string[] = [];
  let ended = 0;
  const onWriterEnded = () => {
    ended += 1;
  };
  const engine = await openEmbedded({ file: await aFile(), report: (what) => reports.push(what), onWriterEnded, thread: dyingThread });

  const waiting = await Promise.allSettled([1, 2, 3].map(() => engine.execute('anything', service, {})));

  expect(waiting.map((one) => one.status === 'rejected' && (one.reason as { code: string }).code)).toEqual([
    'internal',
    'internal',
    'internal',
  ]);
  await expect(engine.execute('anything', service, {})).rejects.toMatchObject({ code: 'internal' });
  expect([reports, ended]).toEqual([['the writer ended'], 1]);
  await engine.close();
});

test('when too much waits the next one is refused as busy', async () => {
  const engine = await openEmbedded({ file: await aFile(), report: () => undefined, thread: writerThread });

  const waiting = Array.from({ length: 4_096 }, () => engine.operations.keepAlive());
  const next = engine.operations.keepAlive();

  await expect(next).rejects.toMatchObject({ code: 'busy' });
  await Promise.all(waiting);
  await engine.operations.keepAlive();
  await engine.close();
});
