import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aSetting } from '../end-to-end/setting.ts';
import { slowDisk } from '../support/slow-disk.ts';
import { startService } from '../support/service.ts';
import { callsOf } from './strace-log.ts';
import type { Call } from './strace-log.ts';

const straceWorks = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;
const writers = 8;
const notesPerWriter = 10;

test('every acknowledgement leaves after an fsync that began when its entry was in the log', { timeout: 60_000 }, async (context) => {
  context.skip(!straceWorks, 'strace is not here: only the slow disk below proves the order');
  const folder = await aFolder();
  const trace = join(folder, 'trace');
  const calls = ['-e', 'trace=fsync,fdatasync,read,write,writev,pwrite64,sendto,sendmsg,recvfrom'];
  const service = await startService({ under: ['strace', '-D', '-f', '-y', '-s', '5000', '-o', trace, ...calls] });
  onTestFinished(() => service.remove());
  const { ann, goal } = await aSetting(service);

  const marks = Array.from({ length: writers * notesPerWriter }, (_, nth) => `note-${String(nth).padStart(3, '0')}-mark`);
  const write = async (mine: readonly string[]) => {
    for (const text of mine) expect((await ann.post('/v1/notes', { goal, text })).status).toBe(201);
  };
  await Promise.all(Array.from({ length: writers }, (_, nth) => write(marks.filter((_mark, at) => at % writers === nth))));
  await service.stop();

  const traced = callsOf(await readFile(trace, 'latin1'));
  expect(marks.filter((mark) => !syncedBeforeAcknowledged(traced, mark))).toEqual([]);
});

test('on a disk whose fsync takes 40 ms no acknowledgement comes sooner', { timeout: 60_000 }, async (context) => {
  const folder = await aFolder();
  const environment = slowDisk(folder, 40_000);
  if (environment === undefined) return context.skip('no C compiler is here, so the slow disk cannot be built');
  const service = await startService({ environment });
  onTestFinished(() => service.remove());
  const { ann, goal } = await aSetting(service);

  const tookMs: number[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    const asked = performance.now();
    await ann.post('/v1/notes', { goal, text: `note ${nth}` });
    tookMs.push(performance.now() - asked);
  }

  expect(Math.min(...tookMs)).toBeGreaterThanOrEqual(40);
});

/** The request is read, its entry goes into the log, an fsync of the log begins and ends, and only then the reply is written. */
function syncedBeforeAcknowledged(calls: readonly Call[], mark: string): boolean {
  const request = calls.find((call) => isSocket(call) && call.name.startsWith('re') && call.text.includes(mark));
  const logged = calls.find((call) => call.name === 'pwrite64' && call.text.includes('-wal>') && call.text.includes(mark));
  if (request === undefined || logged === undefined) return false;
  const socket = socketOf(request);
  const reply = calls.find(
    (call) => call.entered > request.left && socketOf(call) === socket && !call.name.startsWith('re') && call.text.includes('HTTP/1.1 201'),
  );
  if (reply === undefined) return false;
  return calls.some((call) => isLogSync(call) && call.entered > logged.left && call.left < reply.entered);
}

function isLogSync(call: Call): boolean {
  return (call.name === 'fsync' || call.name === 'fdatasync') && call.text.includes('-wal>') && call.text.includes('= 0');
}

function isSocket(call: Call): boolean {
  return socketOf(call) !== undefined;
}

function socketOf(call: Call): string | undefined {
  return /^\w+\((\d+<(?:socket|TCP)[^>]*>)/.exec(call.text)?.[1];
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatebell-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
