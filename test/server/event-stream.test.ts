import { expect, test, vi } from 'vitest';
import { eventStream, streamLimits } from '../../server/http/event-stream.ts';
import type { EventStream } from '../../server/http/event-stream.ts';
import { openTail } from '../../server/http/tail.ts';
import { anEntry, ledgerInMemory } from './entry-row.ts';
import { handTimers } from './hand-timers.ts';

async function following(given: Partial<EventStream> & { readonly before?: number }) {
  const ledger = ledgerInMemory();
  for (let position = 1; position <= (given.before ?? 0); position++) ledger.commit(anEntry({ position }));
  const tail = await openTail(ledger.kernel);
  const timers = handTimers();
  const stopping = new AbortController();
  const ended = vi.fn();
  const failed = vi.fn();
  const stalled = vi.fn();
  const stream = eventStream({
    tail,
    timers,
    after: 0,
    stopping: stopping.signal,
    viewer: async () => () => true,
    onFault: failed,
    whenGone: () => () => {},
    onStalled: stalled,
    onEnd: ended,
    ...given,
  });
  const reader = stream.getReader();
  const read = async () => {
    const { value } = await reader.read();
    return value === undefined ? undefined : new TextDecoder().decode(value);
  };
  await read();
  return { ledger, tail, timers, stopping, reader, read, ended, failed, stalled };
}

test('a reader gets each entry with its position, its type and itself', async () => {
  const { ledger, read } = await following({});

  ledger.commit(anEntry({ position: 1 }));

  expect(await read()).toBe(`id: 1\nevent: note-left\ndata: ${JSON.stringify(anEntry({ position: 1 }))}\n\n`);
});

test('a reader that names a position gets what came after it, from the database and then from the shared tail', async () => {
  const { ledger, read } = await following({ before: 3, after: 1 });

  const old = await read();
  ledger.commit(anEntry({ position: 4 }));
  const fresh = await read();

  expect(idsOf(old)).toEqual([2, 3]);
  expect(idsOf(fresh)).toEqual([4]);
});

test('many readers of the newest entries cost the database one page', async () => {
  const ledger = ledgerInMemory();
  const tail = await openTail(ledger.kernel);

  ledger.commit(anEntry({ position: 1 }), anEntry({ position: 2 }));
  await new Promise<void>((resolve) => tail.whenAfter(0, resolve));
  const pages = await Promise.all(Array.from({ length: 50 }, () => tail.page(0)));

  expect(pages.every((page) => page.length === 2)).toBe(true);
  expect(ledger.asked.pages).toBe(1);
});

test('while nobody follows, a commit costs no read', async () => {
  const ledger = ledgerInMemory();
  await openTail(ledger.kernel);

  ledger.commit(anEntry({ position: 1 }));

  expect(ledger.asked.pages).toBe(0);
});

test('whoever comes after a long silence of readers misses nothing', async () => {
  const ledger = ledgerInMemory();
  const tail = await openTail(ledger.kernel);
  ledger.commit(...Array.from({ length: 2_000 }, (_, at) => anEntry({ position: at + 1 })));

  const positions: number[] = [];
  for (let page = await tail.page(0); page.length > 0; page = await tail.page(positions.at(-1) ?? 0)) {
    positions.push(...page.map((entry) => entry.position));
  }

  expect(positions).toEqual(Array.from({ length: 2_000 }, (_, at) => at + 1));
});

test('a read that fails ends the stream, and is reported', async () => {
  const { ledger, read, failed, ended } = await following({});
  ledger.kernel.reads.entriesByPosition = async () => {
    throw new Error('no disk');
  };

  ledger.commit(anEntry({ position: 1 }));

  expect(await read()).toBeUndefined();
  expect(failed).toHaveBeenCalledOnce();
  expect(ended).toHaveBeenCalledOnce();
});

test('entries that the viewer may not see are passed over', async () => {
  const { ledger, read } = await following({ viewer: async () => (entry) => entry.position !== 1 });

  ledger.commit(anEntry({ position: 1 }), anEntry({ position: 2 }));

  expect(idsOf(await read())).toEqual([2]);
});

test('a silence is filled with a comment', async () => {
  const { timers, read } = await following({});

  const reading = read();
  await vi.waitFor(() => expect(timers.waiting()).toBe(1));
  timers.pass(streamLimits.heartbeatMs);

  expect(await reading).toBe(': nothing new\n\n');
});

test('a stalled reader holds one chunk and is let go', async () => {
  const { reader, timers, stalled, ended } = await following({ before: 2_000 });

  await reader.read();
  timers.pass(streamLimits.stallMs);

  expect(stalled).toHaveBeenCalledOnce();
  expect(ended).toHaveBeenCalledOnce();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

test('no chunk grows far beyond its bound, however large the entries are', async () => {
  const { ledger, read } = await following({});
  const data = { text: 'x'.repeat(30_000) };

  ledger.commit(...[1, 2, 3, 4, 5].map((position) => anEntry({ position, data })));

  expect(idsOf(await read())).toEqual([1, 2, 3]);
  expect(idsOf(await read())).toEqual([4, 5]);
});

test('a stop ends the stream', async () => {
  const { stopping, read, ended } = await following({});

  const reading = read();
  stopping.abort();

  expect(await reading).toBeUndefined();
  expect(ended).toHaveBeenCalledOnce();
});

test('a credential that was revoked ends the stream at that entry', async () => {
  let valid = true;
  const { ledger, read } = await following({ viewer: async () => (valid ? () => true : undefined) });
  const reading = read();
  await Promise.resolve();

  valid = false;
  ledger.commit(anEntry({ position: 1, stream: 'house', type: 'token-revoked' }));

  expect(await reading).toBeUndefined();
});

test('a reader that leaves is forgotten', async () => {
  const { reader, ended, timers } = await following({});

  await reader.cancel();

  expect(ended).toHaveBeenCalledOnce();
  expect(timers.waiting()).toBe(0);
});

function idsOf(chunk: string | undefined): number[] {
  return [...(chunk ?? '').matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
}
