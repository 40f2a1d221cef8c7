import { startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { row } from './report.ts';
import type { Row } from './report.ts';
import { manyAgents, memoryMb, underLoad } from './stage.ts';

const longHistory = Number(process.env.GATEBELL_BENCH_ENTRIES ?? 1_000_000);
const shortHistory = 1_000;
const roundsOfCost = 12;
const commandsPerRound = 200;
const evidencePerCommit = 38;
const entriesPerTurn = evidencePerCommit + 2;

/** The cost of the same turns on a long and on a short history, measured in turn, both in memory so that the disk does not count. */
export async function measureCost(shortFolder: string, longFolder: string): Promise<readonly Row[]> {
  const short = await startService({ folder: shortFolder, environment: { LOG_LEVEL: 'warn' } });
  const long = await startService({ folder: longFolder, environment: { LOG_LEVEL: 'warn' } });
  try {
    const shortTeam = await withHistory(short, shortHistory);
    const longTeam = await withHistory(long, longHistory);
    const shortReadyMs = await readyAgainMs(short);
    const longReadyMs = await readyAgainMs(long);
    const ratio = await ratioOf(
      () => commandMs(long, longTeam),
      () => commandMs(short, shortTeam),
    );
    const memory = `${(await memoryMb(long)).toFixed(0)} MB`;
    return [
      row(`cost at ${longHistory.toLocaleString('en')} entries over ${shortHistory.toLocaleString('en')}`, ratio.value, ratio.from, {
        atMost: 1.2,
      }),
      row(
        `time to ready, ${longHistory.toLocaleString('en')} entries`,
        `${longReadyMs.toFixed(0)} ms`,
        `from start to readyz; ${shortReadyMs.toFixed(0)} ms with the short history`,
      ),
      row(`memory, ${longHistory.toLocaleString('en')} entries`, memory, 'resident, after the cost was measured'),
    ];
  } finally {
    await Promise.all([short.stop(), long.stop()]);
  }
}

async function readyAgainMs(service: Service): Promise<number> {
  await service.stop();
  const asked = performance.now();
  await service.restart();
  return performance.now() - asked;
}

type Team = Awaited<ReturnType<typeof manyAgents>>;

/** Turns with much evidence until the ledger is that long, spread over eight goals. Gives the agents that are measured. */
async function withHistory(service: Service, entries: number): Promise<Team> {
  const team = await manyAgents(service, 64, 'history');
  await underLoad(service, { agents: team, evidencePerCommit, commands: Math.max(0, (2 * (entries - 700)) / entriesPerTurn) });
  return team.slice(0, 1);
}

async function commandMs(service: Service, agents: Team): Promise<number> {
  const { commands, seconds } = await underLoad(service, { agents, evidencePerCommit: 1, commands: commandsPerRound });
  return (seconds * 1_000) / commands;
}

async function ratioOf(long: () => Promise<number>, short: () => Promise<number>): Promise<{ value: number; from: string }> {
  const longMs: number[] = [];
  const shortMs: number[] = [];
  for (let round = 0; round < roundsOfCost; round += 1) {
    longMs.push(await long());
    shortMs.push(await short());
  }
  const [longMedian, shortMedian] = [median(longMs), median(shortMs)];
  return {
    value: longMedian / shortMedian,
    from: `${longMedian.toFixed(2)} ms over ${shortMedian.toFixed(2)} ms per command, medians of ${roundsOfCost}`,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
