import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { failingStart, startService } from '../support/service.ts';
import { aSetting } from './setting.ts';

test('a file that is no database is refused with one sentence and left as it is', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatebell-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const garbage = Buffer.alloc(64 * 1024, 'this is not a database, ');
  await writeFile(join(folder, 'gatebell.db'), garbage);

  const start = await failingStart({ folder });

  expect(start.code).toBe(78);
  expect(sentencesNaming(start.output, 'gatebell.db')).toHaveLength(1);
  expect(start.output).not.toContain('    at ');
  expect(garbage.equals(await readFile(join(folder, 'gatebell.db')))).toBe(true);
});

test('a truncated database is refused with one sentence and left as it is', { timeout: 60_000 }, async () => {
  const service = await startService();
  onTestFinished(() => service.remove());
  await aSetting(service);
  await service.stop();
  const { size } = await stat(service.database);
  const half = Math.floor(size / 2 / 4_096) * 4_096;
  await truncate(service.database, half);
  const before = await readFile(service.database);

  const start = await failingStart({ folder: service.folder });

  expect(start.code).toBe(78);
  expect(sentencesNaming(start.output, 'gatebell.db')).toHaveLength(1);
  expect(start.output).not.toContain('    at ');
  expect(before.equals(await readFile(service.database))).toBe(true);
});

function sentencesNaming(output: string, name: string): readonly string[] {
  return output.split('\n').filter((line) => line.includes(name));
}
