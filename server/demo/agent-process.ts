import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export type AgentProcess = {
  readonly name: string;
  readonly pid: number /** Resolves when it ended: after `stop`, with 0. */;
  readonly ended: Promise<number | null>;
  readonly stop: () => Promise<number | null>;
};

const said = z.object({ text: z.string(), receipt: z.string().optional() });

export type Said = z.infer<typeof said>;

export function startAgent(
  url: string,
  agent: { readonly name: string; readonly token: string },
  onSaid: (name: string, line: Said) => void,
): AgentProcess {
  const program = fileURLToPath(new URL('./agent.js', import.meta.url));
  const env = { PATH: process.env.PATH, GATEBELL_URL: url, GATEBELL_TOKEN: agent.token };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const ended = once(child, 'exit').then(() => child.exitCode);
  createInterface({ input: child.stdout }).on('line', (line) => onSaid(agent.name, said.parse(JSON.parse(line))));
  return {
    name: agent.name,
    pid: child.pid ?? 0,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
