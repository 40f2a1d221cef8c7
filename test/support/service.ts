import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { callerAt } from './caller.ts';
import type { Caller } from './caller.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const operatorToken = 'gb_op_end-to-end-0123456789abcdef0123456789';

const startWithinMs = 40_000;

export type ServiceOptions = {
  /** Keeps the database and the files; made in the temporary folder when absent. */
  readonly folder?: string;
  readonly database?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A command that runs the service, such as a tracer. It must exec, so that the pid is the service's. */
  readonly under?: readonly string[];
};

/** The built service in a process of its own, on a temporary folder. */
export type Service = {
  readonly address: string;
  readonly folder: string;
  readonly database: string;
  readonly operator: Caller;
  readonly pid: () => number;
  as(token: string): Caller;
  /** A caller without a credential. */
  stranger(): Caller;
  /** Types one line into the terminal platform. */
  type(line: string): void;
  output(): string;
  /** Resolves with the output as soon as it holds this text. */
  shows(text: string): Promise<string>;
  /** SIGTERM, then the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, then its end. */
  kill(): Promise<void>;
  /** Starts it again on the same folder and address; it must have ended. */
  restart(): Promise<void>;
  /** Kills what runs and removes the folder. */
  remove(): Promise<void>;
};

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'gatebell-')));
  const database = options.database ?? join(folder, 'gatebell.db');
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  let child = launch({ ...options, folder, database }, port);
  await ready(child, address);
  return {
    address,
    folder,
    database,
    operator: callerAt(address, operatorToken),
    pid: () => child.pid,
    as: (token) => callerAt(address, token),
    stranger: () => callerAt(address),
    type: (line) => void child.process.stdin.write(`${line}\n`),
    output: () => child.output(),
    shows: (text) => child.shows(text),
    stop: () => ended(child, 'SIGTERM'),
    kill: async () => void (await ended(child, 'SIGKILL')),
    restart: async () => {
      child = launch({ ...options, folder, database }, port);
      await ready(child, address);
    },
    remove: async () => {
      await ended(child, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the service where it is expected to refuse: gives its exit code and everything it said. */
export async function failingStart(
  options: ServiceOptions & { readonly folder: string },
): Promise<{ code: number | null; output: string }> {
  const child = launch({ database: join(options.folder, 'gatebell.db'), ...options }, await freePort());
  const deadline = setTimeout(() => child.process.kill('SIGKILL'), startWithinMs);
  const code = await child.exit;
  clearTimeout(deadline);
  return { code, output: child.output() };
}

/** Runs the built command line to its end. */
export async function gatebell(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string }> {
  const child = watched(
    spawn(process.execPath, [built('server/cli/gatebell.js'), ...argv], { env: { ...process.env, ...environment }, cwd: root }),
  );
  child.process.stdin.end();
  return { code: await child.exit, output: child.output() };
}

type Child = ReturnType<typeof watched>;

function launch(options: ServiceOptions & { folder: string; database: string }, port: number): Child {
  const [command = process.execPath, ...argv] = [...(options.under ?? []), process.execPath, built('server/main.js')];
  const env = {
    ...process.env,
    PORT: String(port),
    GATEBELL_DB_URL: `file:${options.database}`,
    GATEBELL_FILES_DIR: join(options.folder, 'files'),
    GATEBELL_OPERATOR_TOKEN: operatorToken,
    LOG_LEVEL: 'info',
    ...options.environment,
  };
  return watched(spawn(command, argv, { env, cwd: options.folder }));
}

function watched(process: ChildProcessWithoutNullStreams) {
  let text = '';
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    text += chunk.toString();
    for (const listener of listeners) listener();
  };
  process.stdout.on('data', hear);
  process.stderr.on('data', hear);
  process.stdin.on('error', () => undefined);
  const exit = new Promise<number | null>((resolve, reject) => {
    process.once('error', reject);
    process.once('close', resolve);
  });
  running.add(process);
  void exit.finally(() => running.delete(process)).catch(() => undefined);
  const shows = (wanted: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (!text.includes(wanted)) return;
        listeners.delete(look);
        resolve(text);
      };
      listeners.add(look);
      look();
      void exit.then(() => reject(new Error(`It ended before it showed "${wanted}". It said:\n${text}`)), reject);
    });
  return { process, pid: process.pid ?? 0, exit, output: () => text, shows };
}

const running = new Set<ChildProcessWithoutNullStreams>();

process.once('exit', () => {
  for (const left of running) left.kill('SIGKILL');
});

async function ready(child: Child, address: string): Promise<void> {
  let over = false;
  void child.exit.then(() => (over = true));
  for (const until = Date.now() + startWithinMs; !over && Date.now() < until; ) {
    const response = await fetch(`${address}/readyz`).catch(() => undefined);
    await response?.text();
    if (response?.ok) return;
    await pause(10);
  }
  child.process.kill('SIGKILL');
  throw new Error(`The service did not become ready. It said:\n${child.output()}`);
}

async function ended(child: Child, signal: NodeJS.Signals): Promise<number | null> {
  child.process.kill(signal);
  return child.exit;
}

function built(file: string): string {
  const path = join(root, 'dist', file);
  if (!existsSync(path)) throw new Error(`dist/${file} is not there. Run "npm run build" first.`);
  return path;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
