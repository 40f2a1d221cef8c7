import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openInline } from '../../db/engine/inline.ts';
import { migrate } from '../../db/migrate.ts';
import { verify } from '../../db/verify.ts';
import { instantOf } from '../../src/time.ts';
import { service } from '../support/world.ts';
import { planted } from './planted.ts';
import { aFolder } from './programs.ts';

/** A disk of its own that is soon full. Needs the right to mount; without it this fails, and says so. */
function aSmallDisk(): string {
  const folder = aFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
  });
  return folder;
}

function fill(file: string): void {
  const opened = openSync(file, 'w');
  try {
    for (;;) writeSync(opened, Buffer.alloc(4_096));
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('ENOSPC')) throw error;
  } finally {
    closeSync(opened);
  }
}

test('on a full disk a change is refused, nothing is half done, and the next one works when there is space again', async () => {
  const folder = aSmallDisk();
  const file = join(folder, 'gatebell.db');
  await migrate(file);
  const clock = { now: () => instantOf(Date.parse('2026-12-01T09:00:00Z')) };
  const engine = await openInline(file, { verbs: planted, clock, randomBytes, report: () => undefined });
  await engine.execute('plant-goal', service, { slug: 'before' });
  fill(join(folder, 'filler'));

  const refused = await Promise.allSettled(
    Array.from({ length: 40 }, (_, place) => engine.execute('plant-goal', service, { slug: `full-${place}` })),
  );
  rmSync(join(folder, 'filler'));
  await engine.execute('plant-goal', service, { slug: 'after' });

  const written = refused.filter(({ status }) => status === 'fulfilled').length;
  const reasons = refused.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  expect(reasons.length).toBeGreaterThan(0);
  expect(reasons).toEqual(
    reasons.map(() => expect.objectContaining({ code: 'storage-failed', detail: expect.stringContaining('Nothing was changed') })),
  );
  expect((await engine.reads.goals({ after: undefined, limit: 100 })).items).toHaveLength(written + 2);
  await engine.close();
  expect(verify(file)).toEqual({ entries: written + 2, faults: [] });
});
