import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { AgentProcess, Said } from './agent-process.ts';
import { startAgent } from './agent-process.ts';
import type { Api } from './api.ts';
import { apiOf } from './api.ts';
import { answerByItself } from './gates-to-answer.ts';
import { reportMerges } from './merge-feed.ts';
import type { Service } from './service.ts';
import { startService } from './service.ts';
import { setUp } from './set-up.ts';
import { pairs, story } from './story.ts';
import { summaryOf } from './summary.ts';
import { tell, tellTerminal } from './tell.ts';

export type Choices = { readonly auto: boolean; readonly keep: boolean };

type Running = { readonly service: Service; readonly operator: Api; readonly reporter: Api; readonly agents: readonly AgentProcess[] };

const listedTodos = z.looseObject({ items: z.array(z.looseObject({ state: z.string() })) });

/** The main job on a temporary database: the service, two agents, and a person at the terminal. Gives the exit code. */
export async function tellDemo(choices: Choices): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebell-demo-'));
  const stop = new AbortController();
  const interrupted = () => stop.abort();
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await play(folder, choices, stop);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) tell('', 'Stopped before the end.');
    else process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return stop.signal.aborted ? 130 : 1;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    if (!choices.keep) rmSync(folder, { recursive: true });
  }
}

async function play(folder: string, choices: Choices, stop: AbortController): Promise<void> {
  const databaseFile = join(folder, 'gatebell.db');
  const operatorToken = `gb_op_${randomBytes(24).toString('base64url')}`;
  opening(choices);
  let told = false;
  const service = await startService({
    databaseFile,
    filesDir: join(folder, 'files'),
    operatorToken,
    terminalPerson: story.person.slug,
    onLine: (line) => (told ? tellTerminal(line) : undefined),
  });
  const agents: AgentProcess[] = [];
  try {
    const operator = apiOf(service.url, operatorToken);
    const cast = await setUp(operator);
    agents.push(...cast.agents.map((agent) => startAgent(service.url, agent, tellSaid)));
    tell('', `service: process ${service.pid} at ${service.url}`);
    for (const agent of agents) tell('', `${agent.name}: process ${agent.pid}`);
    told = true;
    await runToTheEnd({ service, operator, reporter: apiOf(service.url, cast.signalToken), agents }, choices, stop.signal);
    for (const agent of agents) await agent.stop();
    await tellSummary(operator, service, agents);
  } finally {
    for (const agent of agents) await agent.stop();
    await service.stop();
  }
  ending(databaseFile, choices);
}

async function runToTheEnd({ service, operator, reporter, agents }: Running, choices: Choices, interrupted: AbortSignal): Promise<void> {
  const over = new AbortController();
  const stop = AbortSignal.any([interrupted, over.signal]);
  const keyboard = choices.auto ? undefined : createInterface({ input: process.stdin }).on('line', service.type);
  const beside = [reportMerges(reporter, (pair) => tell('merges', `pull ${pair.pull} merged at ${pair.mergedAt}`), stop)];
  if (choices.auto) beside.push(answerByItself(operator, service, (line) => tell('you', `type: ${line}`), stop));
  try {
    await Promise.race([
      everythingDone(operator, stop),
      firstFailure([...beside, ...agents.map(endedWell), ...(keyboard ? [keyboardStays(keyboard)] : [])]),
    ]);
  } finally {
    over.abort();
    keyboard?.close();
    await Promise.allSettled(beside);
  }
}

/** Never resolves: it only tells of the first that fails. */
async function firstFailure(all: readonly Promise<void>[]): Promise<never> {
  await Promise.all(all);
  return new Promise(() => {});
}

async function endedWell({ name, ended }: AgentProcess): Promise<void> {
  const code = await ended;
  if (code !== 0) throw new Error(`The agent ${name} ended with ${code === null ? 'a signal' : `code ${code}`}: see what it wrote above.`);
}

async function keyboardStays(keyboard: Interface): Promise<void> {
  await once(keyboard, 'close');
  throw new Error('The input ended, so nobody can answer. Try: npm run demo -- --auto');
}

async function everythingDone(operator: Api, stop: AbortSignal): Promise<void> {
  for (;;) {
    const { items } = await operator.get(`/v1/goals/${story.goal}/todos?limit=200`, listedTodos);
    if (items.every((todo) => todo.state !== 'open')) return;
    await pause(250, undefined, { signal: stop });
  }
}

function opening({ auto }: Choices): void {
  tell('', 'Gatebell demo: two agents work, a person decides, nothing is lost.');
  tell('', '');
  tell('', `Real facts: ${pairs().length} issues of volcengine/OpenViking, their pulls, and the times`);
  tell('', 'when those were merged, with days passing in seconds. Made up: what the');
  tell('', 'agents say and ask. Lines with | are the terminal platform, where a person');
  tell('', auto ? 'answers; here the recommended answers are typed for you.' : 'answers: that is you. Type for example: g1 small');
  tell('', '');
}

function tellSaid(name: string, said: Said): void {
  tell(name, said.text);
  if (said.receipt !== undefined) tell('', `         receipt ${said.receipt}`);
}

async function tellSummary(operator: Api, service: Service, agents: readonly AgentProcess[]): Promise<void> {
  tell('', '');
  tell('', 'What happened, each line with its receipt:');
  tell('', '');
  for (const { text, receipt } of await summaryOf(operator)) tell('', `  ${text.padEnd(50).slice(0, 50)} ${receipt}`);
  tell('', '');
  tell('', `Processes: service ${service.pid}, ${agents.map((agent) => `${agent.name} ${agent.pid}`).join(', ')}`);
}

function ending(databaseFile: string, { keep }: Choices): void {
  if (!keep) {
    tell('', 'The database is gone. Keep it and check it: npm run demo -- --keep');
    return;
  }
  tell('', `The database is kept: ${databaseFile}`);
  tell('', 'Check it (every receipt above is an entry there):');
  tell('', '');
  tell('', `  npx gatebell verify --db ${databaseFile}`);
  tell('', `  npx gatebell ledger --json --db ${databaseFile}`);
}
