import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';

/** What the load is told, as JSON in its first argument. Each agent has a connection of its own. */
export type Load = {
  readonly port: number;
  readonly agents: readonly { readonly token: string; readonly goal: string }[];
  readonly evidencePerCommit: number;
  /** Ends after this many commands or seconds, whichever is given. */
  readonly commands?: number;
  readonly seconds?: number;
  /** Turns per second over all agents; absent: each agent as fast as it is answered. */
  readonly turnsPerSecond?: number;
};

/** What it prints, as one line of JSON. A command is an acknowledged start or commit; times are of starts, from when each was due. */
export type Measured = {
  readonly commands: number;
  readonly seconds: number;
  readonly startMs: { readonly p50: number; readonly p99: number };
};

const load = JSON.parse(process.argv[2] ?? '') as Load; // written by bench.ts
const run = `${process.pid}-${Date.now()}`;
const evidence = Array.from({ length: load.evidencePerCommit }, (_, nth) => nth);
const startsMs: number[] = [];
let commands = 0;

const connections = await Promise.all(load.agents.map(({ token }) => openConnection(load.port, token)));
const began = performance.now();
const endsAt = began + (load.seconds ?? Number.POSITIVE_INFINITY) * 1_000;
await Promise.all(connections.map((connection, nth) => work(connection, load.agents[nth]?.goal ?? '', nth)));
const seconds = (performance.now() - began) / 1_000;
for (const connection of connections) connection.close();

startsMs.sort((a, b) => a - b);
const measured: Measured = { commands, seconds, startMs: { p50: quantile(0.5), p99: quantile(0.99) } };
process.stdout.write(`${JSON.stringify(measured)}\n`);

async function work(connection: Connection, goal: string, nth: number): Promise<void> {
  const everyMs = load.turnsPerSecond === undefined ? 0 : (1_000 * connections.length) / load.turnsPerSecond;
  let due = began + (everyMs * nth) / connections.length;
  for (let turn = 0; commands < (load.commands ?? Number.POSITIVE_INFINITY) && performance.now() < endsAt; turn += 1) {
    if (everyMs > 0) await pause(Math.max(0, due - performance.now()));
    else due = performance.now();
    await oneTurn(connection, goal, `${run}-${nth}-${turn}`, due);
    due += everyMs;
  }
}

async function oneTurn(connection: Connection, goal: string, mark: string, due: number): Promise<void> {
  const start = await connection.post('/v1/turns', JSON.stringify({ goal }), `${mark}-start`);
  startsMs.push(performance.now() - due);
  const { decision, turn } = JSON.parse(start.body) as { decision?: string; turn?: { id: string; fence: number } }; // a reply of /v1/turns
  if (decision !== 'run' || turn === undefined) throw new Error(`a start gave ${start.status} ${start.body}`);
  const body = {
    fence: turn.fence,
    outcome: 'progress',
    summary: `Went one step further: ${mark}`,
    evidence: evidence.map((step) => ({ kind: 'command', argv: ['npm', 'test'], exit_code: 0, excerpt: `step ${step} of ${mark}` })),
  };
  const commit = await connection.post(`/v1/turns/${turn.id}/commit`, JSON.stringify(body), `${mark}-commit`);
  if (commit.status !== 200) throw new Error(`a commit gave ${commit.status} ${commit.body}`);
  commands += 2;
}

function quantile(share: number): number {
  return startsMs[Math.min(startsMs.length - 1, Math.floor(startsMs.length * share))] ?? Number.NaN;
}
