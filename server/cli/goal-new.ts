import type { Command } from 'commander';
import { z } from 'zod';
import { connect } from './client.ts';
import { many } from './many.ts';
import { optionsOf } from './options.ts';
import { printerOf } from './print.ts';

const reply = z.looseObject({ id: z.string(), slug: z.string(), title: z.string() });

const options = z.object({
  title: z.string(),
  vision: z.string(),
  owner: z.array(z.string()).default([]),
  invariant: z.array(z.string()).default([]),
  acceptance: z.array(z.string()).default([]),
  guardedScope: z.array(z.string()).default([]),
  timeZone: z.string(),
});

export function goalNew(goal: Command): void {
  goal
    .command('new')
    .argument('<slug>', 'a short name, such as issue-fix')
    .description('create a goal that agents work towards')
    .requiredOption('--title <title>', 'its title')
    .requiredOption('--vision <text>', 'what the work is for')
    .option('--owner <person>', 'a person who owns it and answers its gates (may be repeated)', many)
    .option('--invariant <text>', 'what no local gain may sacrifice (may be repeated)', many)
    .option('--acceptance <text>', 'what must be shown at the end (may be repeated)', many)
    .option('--guarded-scope <scope>', 'work in this scope needs a go (may be repeated)', many)
    .option('--time-zone <zone>', 'its IANA time zone', 'UTC')
    .addHelpText(
      'after',
      '\nExample:\n  gatebell goal new issue-fix --title "Fix issues" --vision "Every issue has a merged fix." --owner mira',
    )
    .action(async (slug: string, _: unknown, command: Command) => {
      const chosen = optionsOf(command, options);
      const body = {
        slug,
        title: chosen.title,
        vision: chosen.vision,
        owners: chosen.owner,
        invariants: chosen.invariant,
        acceptance: chosen.acceptance,
        guarded_scopes: chosen.guardedScope,
        time_zone: chosen.timeZone,
      };
      const made = await connect(process.env).post('/v1/goals', body, reply);
      printerOf(command).result(made, [
        `Goal ${made.slug} is there: ${made.title}`,
        `An agent for it: gatebell agent add fixer-1 --goal ${made.slug}`,
      ]);
    });
}
