#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { DatabaseFault } from '../../db/fault.ts';
import { Refusal } from '../../src/refusal.ts';
import { agentAdd } from './agent-add.ts';
import { backup } from './backup.ts';
import { demo } from './demo.ts';
import { digestCheck } from './digest-check.ts';
import { digestShow } from './digest-show.ts';
import { doctor } from './doctor.ts';
import { exits, Stop } from './exit.ts';
import { gateAnswer } from './gate-answer.ts';
import { gateLs } from './gate-ls.ts';
import { gateShow } from './gate-show.ts';
import { goalNew } from './goal-new.ts';
import { ledger } from './ledger.ts';
import { operatorToken } from './operator-token.ts';
import { personAdd } from './person-add.ts';
import { personLogin } from './person-login.ts';
import { printJson, printLines, wantsJson } from './print.ts';
import { restore } from './restore.ts';
import { scheduleAdd } from './schedule-add.ts';
import { scheduleList } from './schedule-list.ts';
import { scheduleRemove } from './schedule-remove.ts';
import { scheduleRun } from './schedule-run.ts';
import { serve } from './serve.ts';
import { verify } from './verify.ts';

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(exits.done);
});

// A reader that has seen enough, such as head, is no fault.
process.stdout.on('error', () => process.exit(exits.done));

await run(process.argv);

async function run(argv: readonly string[]): Promise<void> {
  try {
    await commandLine().parseAsync([...argv]);
  } catch (error) {
    const ending = endingOf(error);
    if (ending === undefined) throw error;
    process.exitCode = ending.code;
    if (wantsJson(argv) && ending.problem !== undefined) printJson(ending.problem);
    else printLines(process.stderr, ending.lines);
  }
}

function endingOf(error: unknown): Pick<Stop, 'code' | 'lines' | 'problem'> | undefined {
  if (error instanceof Stop) return error;
  if (error instanceof DatabaseFault) return { code: exits.configuration, lines: [error.message], problem: undefined };
  if (error instanceof Refusal)
    return { code: exits.refused, lines: [`${error.code}: ${error.detail}`, `What to do: ${error.fix}`], problem: undefined };
  // commander has said it already.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? exits.done : exits.usage, lines: [], problem: undefined };
  return undefined;
}

/** Most runs are of a client, so commands on the file import their storage only when they run. */
function commandLine(): Command {
  const program = new Command('gatebell')
    .description('The decision inbox and control plane of long-running agents.')
    .option('--json', 'print one JSON document')
    .showHelpAfterError('(see --help)')
    .exitOverride()
    .addHelpText(
      'after',
      `
Environment:
  GATEBELL_URL     the service (default http://127.0.0.1:8787)
  GATEBELL_TOKEN   who you are: an operator's, an agent's or a person's token
  GATEBELL_DB_URL  the database file of serve, verify, operator-token, backup, restore

Exit codes: 0 done, 1 refused, 64 wrong usage, 69 service not reached, 75 try later, 78 configuration.`,
    );
  const group = (name: string, description: string) => program.command(name).description(description);
  for (const add of [serve, demo, doctor, verify]) add(program);
  agentAdd(group('agent', 'agents and their tokens'));
  const person = group('person', 'people who decide');
  for (const add of [personAdd, personLogin]) add(person);
  goalNew(group('goal', 'what agents work towards'));
  const gate = group('gate', 'questions that wait for a person');
  for (const add of [gateLs, gateShow, gateAnswer]) add(gate);
  const schedule = group('schedule', 'when digests are written, and for whom');
  for (const add of [scheduleAdd, scheduleList, scheduleRun, scheduleRemove]) add(schedule);
  const digest = group('digest', 'reports of what changed, each line with its proof');
  for (const add of [digestShow, digestCheck]) add(digest);
  for (const add of [ledger, operatorToken, backup, restore]) add(program);
  return program;
}
