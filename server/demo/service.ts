import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The real service as a process of its own, and what stands before its terminal platform: a line to type, lines to read. */
export type Service = {
  readonly url: string;
  readonly pid: number;
  readonly type: (line: string) => void;
  readonly stop: () => Promise<void>;
};

export type Setup = {
  readonly databaseFile: string;
  readonly filesDir: string;
  readonly operatorToken: string;
  readonly terminalPerson: string | undefined;
  readonly onLine: (line: string) => void;
};

const readyWithinMs = 20_000;
const stopWithinMs = 15_000;

export async function startService(setup: Setup): Promise<Service> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { GATEBELL_TERMINAL_PERSON: _, ...outer } = process.env;
  const env = {
    ...outer,
    PORT: String(port),
    HOST: '127.0.0.1',
    GATEBELL_DB_URL: `file:${setup.databaseFile}`,
    GATEBELL_FILES_DIR: setup.filesDir,
    GATEBELL_OPERATOR_TOKEN: setup.operatorToken,
    LOG_LEVEL: 'error',
    ...(setup.terminalPerson === undefined ? {} : { GATEBELL_TERMINAL_PERSON: setup.terminalPerson }),
  };
  // In a group of its own: Ctrl-C goes to the demo, which stops the service in order.
  const child = spawn(process.execPath, [fileURLToPath(new URL('../main.js', import.meta.url))], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = once(child, 'exit');
  createInterface({ input: child.stdout }).on('line', setup.onLine);
  const stop = async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    await exited;
    clearTimeout(late);
  };
  try {
    await ready(url, () => child.exitCode !== null);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    pid: child.pid ?? 0,
    type: (line) => child.stdin.write(`${line}\n`),
    stop,
  };
}

async function ready(url: string, ended: () => boolean): Promise<void> {
  const until = Date.now() + readyWithinMs;
  while (Date.now() < until) {
    if (ended()) throw new Error('The service ended before it was ready: see what it wrote above.');
    const answered = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answered?.ok) return;
    await pause(50);
  }
  throw new Error(`The service was not ready after ${readyWithinMs / 1_000} s.`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The probe got no port.');
  return address.port;
}
