import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { Logger } from 'pino';
import type { PlatformHealth } from '../bots/health.ts';
import type { Bots } from '../bots/open-bots.ts';
import { openBots } from '../bots/open-bots.ts';
import { deriveSecret, derivingSetting } from '../db/engine/derived-secret.ts';
import { openEmbedded } from '../db/engine/embedded.ts';
import type { Engine } from '../db/engine/engine.ts';
import type { Lock } from '../db/engine/lock.ts';
import { DatabaseFault } from '../db/fault.ts';
import { claimDatabase } from '../db/open.ts';
import type { Trouble } from '../bots/port.ts';
import type { Clock } from '../src/ports.ts';
import type { Route } from '../src/post/route.ts';
import { Refusal } from '../src/refusal.ts';
import { instantOf } from '../src/time.ts';
import type { Chats } from './chats.ts';
import { createChats } from './chats.ts';
import { watchCommits } from './commit-watch.ts';
import type { CommitWatch } from './commit-watch.ts';
import { reachedAt, readConfig, settingsOfLaterParts } from './config.ts';
import type { Config } from './config.ts';
import { openFileStore } from './file-store.ts';
import { buildApp } from './http/app.ts';
import type { HttpParts } from './http/parts.ts';
import { openTail } from './http/tail.ts';
import type { Kernel } from './kernel.ts';
import { listen } from './listener.ts';
import type { Listener } from './listener.ts';
import { makeUpForDowntime, startLoops } from './loops.ts';
import type { Loops } from './loops.ts';
import { openMetrics } from './metrics.ts';
import type { Metrics } from './metrics.ts';
import { adoptOperatorToken } from './operator-token.ts';
import type { PlatformStatus } from './platform-status.ts';
import { rememberTokens } from './remember-tokens.ts';
import { signingSecrets } from './secrets.ts';
import { keepTerminalOpen } from './terminal-person.ts';
import { systemTimers } from './timers.ts';
import { createWakeCall } from './wake-call.ts';
import { callDueWakes } from './wake-ups.ts';
import { readAssets } from './web/assets.ts';

/** Exit codes of sysexits.h: a fault of the configuration or of the database file, and a fault of the service itself. */
const exitConfiguration = 78;
const exitSoftware = 70;
const stopGraceMs = 10_000;
const afterGraceMs = 2_000;

const clock: Clock = { now: () => instantOf(Date.now()) };

await main();

async function main(): Promise<void> {
  const config = readConfig(process.env);
  if ('faults' in config) return exitWith(exitConfiguration, config.faults);
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined); // a terminal that closed stops nothing
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
  for (const name of settingsOfLaterParts(process.env))
    log.warn({ setting: name }, 'this setting belongs to a later part and does nothing');
  try {
    const service = await startService(config, log);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void service.stop(signal));
  } catch (error) {
    if (error instanceof DatabaseFault) return exitWith(exitConfiguration, [error.message]);
    if (error instanceof Refusal && error.code !== 'internal')
      return exitWith(exitConfiguration, [`Gatebell cannot start here: ${error.detail} ${error.fix}`]);
    if (isSystemFault(error)) return exitWith(exitConfiguration, [`Gatebell cannot start here: ${error.message}.`]);
    log.fatal({ err: error }, 'the service did not start');
    process.exit(exitSoftware);
  }
}

async function startService(config: Config, log: Logger): Promise<{ readonly stop: (why: string) => Promise<void> }> {
  const fault = (error: unknown, where: string) => log.error({ err: error, where }, 'fault');
  await mkdir(dirname(config.databaseFile), { recursive: true });
  const lock = await claimDatabase(config.databaseFile);
  const metrics = openMetrics();
  const embedded = await openEmbedded({
    file: config.databaseFile,
    report: (what, error) => log.error({ err: error }, what),
    onWriterEnded: () => process.exit(exitSoftware),
  });
  const engine: Engine = { ...embedded, execute: metrics.counting(embedded.execute) };
  const { execute, reads, operations } = engine;
  const downMs = await makeUpForDowntime({ execute, clock, operations });
  const operatorToken = await adoptOperatorToken(execute, config.operatorToken);
  const kernel: Kernel = { ...engine, clock, tokenByHash: rememberTokens(engine) };
  const commits = watchCommits(kernel);
  await keepTerminalOpen({ execute, commits, onFault: (error) => fault(error, 'open-terminal') }, config.terminalPerson);
  const onBotFault = (error: unknown) => fault(error, 'bots');
  const chats = createChats(config, { reads, downMs, report: onBotFault });
  const bots = await startBots(config, engine, { chats, report: onBotFault, log });
  const stopping = new AbortController();
  const parts = await httpParts(config, kernel, { commits, bots, chats, engine, metrics, stopping: stopping.signal, fault });
  const listener = await listen(buildApp(parts), config, systemTimers);
  const callWakes = await wakeUps(config, engine);
  const loops = startLoops({ execute, reads, clock, operations, timers: systemTimers, callWakes, onFault: fault });

  if (operatorToken !== null) say(`Operator token (shown once, kept only as a hash): ${operatorToken}`);
  say(`Gatebell listens on ${listener.address} (process ${process.pid})`);
  log.info({ address: listener.address, file: config.databaseFile, down_ms: downMs }, 'ready');
  return { stop: (why) => stopInOrder(why, { log, stopping, listener, loops, bots, engine, lock }) };
}

type Running = {
  readonly log: Logger;
  readonly stopping: AbortController;
  readonly listener: Listener;
  readonly loops: Loops;
  readonly bots: Bots;
  readonly engine: Engine;
  readonly lock: Lock;
};

/** Nothing new is taken, streams and waits end, what was taken is answered and written; then the process ends. */
async function stopInOrder(why: string, { log, stopping, listener, loops, bots, engine, lock }: Running): Promise<void> {
  log.info({ why }, 'stopping');
  systemTimers.after(stopGraceMs + afterGraceMs, () => process.exit(0));
  stopping.abort();
  await listener.close(stopGraceMs);
  await loops.stop();
  await bots.stop();
  await engine.close();
  lock.release();
  log.info('stopped');
  process.exit(0);
}

async function wakeUps(config: Config, { wakes, reads, operations }: Engine): Promise<() => Promise<void>> {
  const from = await operations.setting(derivingSetting, randomBytes(32).toString('base64url'));
  const secretOf = (name: string) => deriveSecret(from, name);
  const call = createWakeCall(config.wakePrivateHosts);
  return () => callDueWakes({ wakes, reads, clock, secretOf, call });
}

type BotParts = { readonly chats: Chats; readonly report: (error: unknown) => void; readonly log: Logger };

async function startBots(config: Config, engine: Engine, { chats, report, log }: BotParts): Promise<Bots> {
  const { execute, reads, posts, journal, operations } = engine;
  const secrets = await signingSecrets(config, operations.setting);
  const tellTrouble = ({ route, trouble }: { readonly route: Route; readonly trouble: Trouble | null }) => {
    const where = { route: route.id, platform: route.platform, address: route.address };
    if (trouble === null) log.info(where, 'the route works again');
    else log.warn({ ...where, ...trouble }, 'nothing can be put on the route');
  };
  const beside = { clock, timers: systemTimers, report, tellTrouble };
  const rows = { posts, journal, routes: operations, chats: operations };
  const publicUrl = reachedAt(config);
  const bots = await openBots({ execute, reads, ...rows, secrets, publicUrl, ...beside }, chats.connected);
  engine.onCommitted(() => bots.wake());
  return bots;
}

type Beside = {
  readonly commits: CommitWatch;
  readonly bots: Bots;
  readonly chats: Chats;
  readonly engine: Engine;
  readonly metrics: Metrics;
  readonly stopping: AbortSignal;
  readonly fault: (error: unknown, where: string) => void;
};

async function httpParts(
  config: Config,
  kernel: Kernel,
  { commits, bots, chats, engine, metrics, stopping, fault }: Beside,
): Promise<HttpParts> {
  const platforms = () => bots.health().map(statusOf);
  engine.onCommitted(metrics.committed);
  metrics.gauge({ queued: engine.queued, platforms });
  return {
    kernel,
    timers: systemTimers,
    tail: await openTail(kernel),
    commits,
    files: await openFileStore(config.filesDir),
    metrics,
    platforms,
    slack: chats.slack,
    telegram: chats.telegram,
    web: {
      publicUrl: config.publicUrl,
      host: config.host,
      assets: await readAssets(fileURLToPath(new URL('./web/client', import.meta.url))),
    },
    stopping,
    onFault: fault,
  };
}

function statusOf({ platform, failing, lastEventAt, lastPostAt, sockets, trouble }: PlatformHealth): PlatformStatus {
  const ok = failing === null && trouble === null;
  return { platform, ok, failing, last_event_at: lastEventAt, last_post_at: lastPostAt, sockets, trouble };
}

function exitWith(code: number, sentences: readonly string[]): never {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

/** The system refused a port or a folder: the setting is to be changed, not the program. */
function isSystemFault(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
