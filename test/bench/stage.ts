import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import type { Load, Measured } from './load.ts';

const agentsPerGoal = 8;

/** Goals with eight agents and sixteen todos each. */
export async function manyAgents(service: Service, count: number, prefix: string): Promise<Load['agents']> {
  const goals = Array.from({ length: Math.ceil(count / agentsPerGoal) }, (_, nth) => `${prefix}-${nth}`);
  const agents = await Promise.all(goals.map((goal) => oneGoal(service, goal)));
  return agents.flat().slice(0, count);
}

async function oneGoal(service: Service, goal: string): Promise<Load['agents']> {
  await expectMade(service, '/v1/people', { slug: goal, name: goal, time_zone: 'Europe/Berlin' });
  await expectMade(service, '/v1/goals', { slug: goal, title: goal, vision: 'Is measured', owners: [goal] });
  for (const lane of ['left', 'right']) {
    await expectMade(service, `/v1/goals/${goal}/lanes`, { slug: lane, title: lane });
    for (let todo = 0; todo < agentsPerGoal; todo += 1)
      await expectMade(service, `/v1/goals/${goal}/todos`, { lane, title: `Todo ${todo}` });
  }
  const slugs = Array.from({ length: agentsPerGoal }, (_, nth) => `${goal}-agent-${nth}`);
  const added = await Promise.all(slugs.map((slug) => expectMade(service, '/v1/agents', { slug, runtime: 'bench', goals: [goal] })));
  return added.map(({ token }) => ({ token: String(token), goal }));
}

async function expectMade(service: Service, path: string, body: unknown): Promise<Readonly<Record<string, unknown>>> {
  const reply = await service.operator.post(path, body);
  if (reply.status !== 201) throw new Error(`POST ${path} gave ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** Runs the load in a process of its own. */
export async function underLoad(service: Service, load: Omit<Load, 'port'>): Promise<Measured> {
  const whole: Load = { ...load, port: Number(new URL(service.address).port) };
  return JSON.parse(await inItsOwnProcess('load.ts', JSON.stringify(whole))) as Measured; // printed by load.ts
}

export async function rawFsyncsPerSecond(folder: string, environment: Readonly<Record<string, string>> = {}): Promise<number> {
  return Number(await inItsOwnProcess('raw-fsync.ts', folder, environment));
}

async function inItsOwnProcess(file: string, argument: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const argv = ['--import', 'tsx', join(root, 'test/bench', file), argument];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: root, env: { ...process.env, ...environment } });
  return stdout;
}

/** Resident memory of the service, in MB. */
export async function memoryMb(service: Service): Promise<number> {
  const status = await readFile(`/proc/${service.pid()}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

/** Processor time of the service so far, over all its threads, in milliseconds. */
export async function processorMs(service: Service): Promise<number> {
  const stat = await readFile(`/proc/${service.pid()}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * tickMs;
}

const tickMs = 10;
