import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';

const demo = fileURLToPath(new URL('../../dist/server/demo/demo.js', import.meta.url));

test('the demo plays to its end, and every receipt that it prints is in the database that it keeps', { timeout: 120_000 }, async () => {
  const told = await play(['--auto', '--keep']);
  const file = /The database is kept:\s+(\S+)/.exec(told.output)?.[1] ?? '';

  const ledger = await runCli(['ledger', '--json', '--db', file]);
  const verified = await runCli(['verify', '--json', '--db', file]);

  expect(told.code).toBe(0);
  const receipts = [...new Set(told.output.match(/en_[0-9a-f]{24}/g) ?? [])];
  const entries = (JSON.parse(ledger.stdout) as { items: { id: string }[] }).items.map((entry) => entry.id);
  expect(receipts.length).toBeGreaterThanOrEqual(20);
  expect(receipts.filter((receipt) => !entries.includes(receipt))).toEqual([]);
  expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, faults: [] });
  const pids = /Processes: service (\d+), fixer-1 (\d+), fixer-2 (\d+)/.exec(told.output)?.slice(1) ?? [];
  expect(new Set(pids).size).toBe(3);
  expect(told.output).toMatch(/fixer-\d went on beside g1: /);
  expect(told.output).toMatch(/You answered g1: small/);
  expect(told.output).toMatch(/You answered g2: ask/);
  expect(told.output.split('\n').filter((line) => line.length > 80 && !line.includes(file))).toEqual([]);
});

test('stopped half-way, the demo ends its service and agents and leaves no database', async () => {
  const told = await play(['--auto'], ' asks: ');

  const pids = [...told.output.matchAll(/process (\d+)/g)].map((match) => Number(match[1]));
  expect(told.code).toBe(130);
  expect(told.output).toContain('Stopped before the end.');
  expect(pids).toHaveLength(3);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(told.left).toEqual([]);
});

test('without a person at the keyboard the demo says so instead of waiting for ever', async () => {
  const told = await play([]);

  expect(told.code).toBe(1);
  expect(told.output).toContain('npm run demo -- --auto');
});

/** Runs the demo to its end, or until it says something and is interrupted. */
async function play(
  argv: readonly string[],
  interruptAt?: string,
): Promise<{ code: number | null; output: string; left: readonly string[] }> {
  const temporary = mkdtempSync(join(tmpdir(), 'gatebell-demo-test-'));
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
  const env = { ...process.env, TMPDIR: temporary };
  const child = spawn(process.execPath, [demo, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let interrupted = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      if (interruptAt === undefined || interrupted || !output.includes(interruptAt)) return;
      interrupted = true;
      child.kill('SIGINT');
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, output, left: readdirSync(temporary) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
