import type { Command } from 'commander';
import { z } from 'zod';
import { connect } from './client.ts';
import { many } from './many.ts';
import { optionsOf } from './options.ts';
import { printerOf } from './print.ts';

const reply = z.looseObject({
  agent: z.looseObject({ id: z.string(), slug: z.string() }),
  token: z.string(),
  wake_secret: z.string().optional(),
});

const options = z.object({
  goal: z.array(z.string()),
  runtime: z.string(),
  model: z.string().optional(),
  owner: z.string().optional(),
  capability: z.array(z.string()).default([]),
  wakeUrl: z.string().optional(),
});

export function agentAdd(agent: Command): void {
  agent
    .command('add')
    .argument('<slug>', 'a short name, such as fixer-1')
    .description('register an agent in its goals; its token is shown once')
    .requiredOption('--goal <slug>', 'a goal it works in (may be repeated)', many)
    .option('--runtime <name>', 'what runs it', 'script')
    .option('--model <name>', 'the model it uses')
    .option('--owner <person>', 'the person who answers for it')
    .option('--capability <name>', 'what it can do (may be repeated)', many)
    .option('--wake-url <address>', 'where it is called when a slot comes and there is work for it')
    .addHelpText('after', '\nExample:\n  gatebell agent add fixer-1 --goal issue-fix --runtime claude-code --capability typescript')
    .action(async (slug: string, _: unknown, command: Command) => {
      const { goal, capability, wakeUrl, ...rest } = optionsOf(command, options);
      const added = await connect(process.env).post(
        '/v1/agents',
        { slug, goals: goal, capabilities: capability, ...rest, ...(wakeUrl === undefined ? {} : { wake_url: wakeUrl }) },
        reply,
      );
      printerOf(command).result(added, [
        `Agent ${added.agent.slug} is registered.`,
        `Its token, shown only now: ${added.token}`,
        'Give it to the agent as GATEBELL_TOKEN.',
        ...(added.wake_secret === undefined
          ? []
          : [`The secret that signs the calls to its wake_url, shown only now: ${added.wake_secret}`]),
      ]);
    });
}
