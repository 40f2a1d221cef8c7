import type { Command } from 'commander';
import { z } from 'zod';
import { optionsOf } from './options.ts';

const options = z.object({ auto: z.boolean().default(false), keep: z.boolean().default(false) });

export function demo(program: Command): void {
  program
    .command('demo')
    .description('show the main job: two agents work, ask, and go on when you answer')
    .option('--auto', 'answer each gate with its recommended option')
    .option('--keep', 'keep the database and say how to check it')
    .addHelpText('after', '\nExample:\n  gatebell demo --auto --keep')
    .action(async (_: unknown, command: Command) => {
      const { tellDemo } = await import('../demo/tell-demo.ts');
      process.exitCode = await tellDemo(optionsOf(command, options));
    });
}
