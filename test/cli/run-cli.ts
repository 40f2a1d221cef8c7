import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/server/cli/gatebell.js', import.meta.url));

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs the built command line to its end, with nothing of Gatebell in its environment but what is given. */
export async function runCli(argv: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:GATEBELL_|PORT$|HOST$)/.test(name)));
  const child = spawn(process.execPath, [program, ...argv], { env: { ...own, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}
