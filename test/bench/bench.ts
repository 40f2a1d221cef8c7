import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { slowDisk } from '../support/slow-disk.ts';
import { measureCost } from './cost.ts';
import { row, table } from './report.ts';
import type { Row } from './report.ts';
import { measureWeb } from './web.ts';
import { manyAgents, memoryMb, processorMs, rawFsyncsPerSecond, underLoad } from './stage.ts';

const memoryFolder = process.platform === 'linux' ? '/dev/shm' : tmpdir();
const rows: Row[] = [];
const machine = machineAtStart();
const folders: string[] = [];

try {
  const real = await aFolder(tmpdir());
  rows.push(...(await onDisk('this disk', real, {}, 0.5)), await steadyStarts(real));
  const memory = await aFolder(memoryFolder);
  const slow = slowDisk(memory, 1_000);
  if (slow === undefined) rows.push(row('commits per raw fsync, 1 ms disk', 'not measured', 'no C compiler to build the slow disk with'));
  else rows.push(...(await onDisk('1 ms disk', memory, slow, 4)));
  rows.push(...(await withService(await aFolder(memoryFolder), {}, measureWeb)));
  rows.push(...(await measureCost(await aFolder(memoryFolder), await aFolder(memoryFolder))));
  process.stdout.write(`${machine}\n\n${table(rows)}`);
} finally {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
}

/** What competes for the processors makes commits per fsync too small and the p99 too large, so the reader is told. */
function machineAtStart(): string {
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  const busy = load > cores / 4 ? 'The machine is busy with other things: take no absolute number from this run.' : 'The machine is quiet.';
  return `${cores} processors, load ${load.toFixed(1)} at the start. ${busy}`;
}

async function onDisk(disk: string, folder: string, environment: Readonly<Record<string, string>>, aim: number): Promise<readonly Row[]> {
  return withService(folder, environment, async (service) => {
    const measured: Row[] = [];
    for (const count of [64, 128]) {
      const agents = await manyAgents(service, count, `goal-${count}`);
      await underLoad(service, { agents, evidencePerCommit: 1, seconds: 3 });
      const before = await rawFsyncsPerSecond(folder, environment);
      const processorBefore = await processorMs(service);
      const load = await underLoad(service, { agents, evidencePerCommit: 1, seconds: 6 });
      const processor = ((await processorMs(service)) - processorBefore) / load.commands;
      const raw = (before + (await rawFsyncsPerSecond(folder, environment))) / 2;
      const perSecond = load.commands / load.seconds;
      const why = `${perSecond.toFixed(0)} commits/s over ${raw.toFixed(0)} fsyncs/s; start p50 ${ms(load.startMs.p50)}, p99 ${ms(load.startMs.p99)}`;
      measured.push(row(`commits per raw fsync, ${count} agents, ${disk}`, perSecond / raw, why, { atLeast: aim }));
      measured.push(row(`processor time per commit, ${count} agents, ${disk}`, `${processor.toFixed(2)} ms`, 'all threads of the service'));
    }
    measured.push(row(`memory after load, ${disk}`, `${(await memoryMb(service)).toFixed(0)} MB`, 'resident'));
    return measured;
  });
}

async function steadyStarts(folder: string): Promise<Row> {
  return withService(folder, {}, async (service) => {
    const agents = await manyAgents(service, 48, 'steady');
    await underLoad(service, { agents, evidencePerCommit: 1, seconds: 3, turnsPerSecond: 50 });
    const { startMs } = await underLoad(service, { agents, evidencePerCommit: 1, seconds: 20, turnsPerSecond: 50 });
    const why = `p50 ${ms(startMs.p50)}, p99 ${ms(startMs.p99)} of about 1,000 starts`;
    return row('start at 50 turns per second: p99 over p50', startMs.p99 / startMs.p50, why, { atMost: 5 });
  });
}

async function withService<Measured>(
  folder: string,
  environment: Readonly<Record<string, string>>,
  measure: (service: Service) => Promise<Measured>,
): Promise<Measured> {
  const service = await startService({ folder, environment: { LOG_LEVEL: 'warn', ...environment } });
  try {
    return await measure(service);
  } finally {
    await service.stop();
  }
}

async function aFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'gatebell-bench-'));
  folders.push(folder);
  return folder;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
