import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { failingStart } from '../support/service.ts';

test('a start with a wrong environment lists every fault, one a line, and exits with 78', async () => {
  const environment = { PORT: 'x', HOST: '0.0.0.0', LOG_LEVEL: 'loud' };

  const { code, output } = await failingStart({ folder: folderOfTest(), environment });

  expect(code).toBe(78);
  expect(output.trim().split('\n')).toEqual([
    expect.stringMatching(/^PORT: /),
    expect.stringMatching(/^GATEBELL_PUBLIC_URL: /),
    expect.stringMatching(/^LOG_LEVEL: /),
  ]);
});

test('a database server is told to belong to a later part', async () => {
  const environment = { GATEBELL_DB_URL: 'libsql://db.example' };

  const { code, output } = await failingStart({ folder: folderOfTest(), environment });

  expect(code).toBe(78);
  expect(output).toContain('comes with a later part');
});

test('a port that is taken is said in one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo; // it listens on a port, not on a pipe

  const { code, output } = await failingStart({ folder: folderOfTest(), environment: { PORT: String(port) } });

  expect(code).toBe(78);
  expect(output.trim()).toBe(`Gatebell cannot start here: listen EADDRINUSE: address already in use 127.0.0.1:${port}.`);
});

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatebell-main-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
