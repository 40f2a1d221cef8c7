import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Starts one of the programs beside this file as a process of its own. */
export function startProgram(name: string, file: string): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL(name, import.meta.url)), file]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** What a program wrote until it ended. */
export async function outputOf(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (bytes: Buffer) => {
    out += bytes.toString();
  });
  child.stderr?.on('data', (bytes: Buffer) => {
    err += bytes.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

/** A folder of its own for this test. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatebell-db-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
