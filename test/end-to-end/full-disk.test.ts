import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Caller, Json, Problem, Reply } from '../support/caller.ts';
import { ledgerEntries, ledgerHeads } from '../support/ledger-heads.ts';
import { startService } from '../support/service.ts';
import { aSetting } from './setting.ts';

test('on a full disk a change is refused with storage-failed, nothing is lost, and it goes on when there is space', {
  timeout: 60_000,
}, async () => {
  const disk = aSmallDisk('8m');
  const ballast = join(disk, 'ballast');
  const service = await startService({ folder: disk });
  onTestFinished(() => service.kill());
  const { ann, goal } = await aSetting(service);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, freeBytes(disk) - 512 * 1024)));

  const { acknowledged, refusal } = await notesUntilRefused(ann, goal);
  const full = ledgerHeads(service.database);
  const again = await ann.post<Problem>('/v1/notes', aNote(goal, 'still full'));

  expect(refusal).toMatchObject({ status: 503, body: { code: 'storage-failed' } });
  expect(again).toMatchObject({ status: 503, body: { code: 'storage-failed' } });
  expect(ledgerHeads(service.database)).toEqual(full);
  expect((await service.stranger().get('/healthz')).status).toBe(200);

  rmSync(ballast);
  const after = await ann.post('/v1/notes', aNote(goal, 'there is space'));

  expect(after.status).toBe(201);
  const kept = ledgerEntries(service.database).flatMap((entry) => (entry.type === 'note-left' ? [markOf(entry.data)] : []));
  expect(kept).toEqual([...acknowledged, 'there is space']);
});

async function notesUntilRefused(ann: Caller, goal: string): Promise<{ acknowledged: string[]; refusal: Reply<Json> }> {
  const acknowledged: string[] = [];
  for (let nth = 0; nth < 2_000; nth += 1) {
    const mark = `note ${nth}`;
    const reply = await ann.post('/v1/notes', aNote(goal, mark));
    if (reply.status !== 201) return { acknowledged, refusal: reply };
    acknowledged.push(mark);
  }
  throw new Error('The disk never became full.');
}

function aNote(goal: string, mark: string) {
  return { goal, text: `${mark}|${'x'.repeat(3_500)}` };
}

function markOf(entry: string): string {
  const { text } = JSON.parse(entry) as { text: string }; // a note-left entry
  return text.split('|')[0] ?? '';
}

/** A file system of its own, so that it can be filled. Needs the right to mount; without it the test fails and says so. */
function aSmallDisk(size: string): string {
  const disk = join(mkdtempSync(join(tmpdir(), 'gatebell-disk-')), 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', disk]);
    rmSync(join(disk, '..'), { recursive: true, force: true });
  });
  return disk;
}

function freeBytes(disk: string): number {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
}
