import type { Command } from 'commander';
import { z } from 'zod';
import { connect } from './client.ts';
import { many } from './many.ts';
import { optionsOf } from './options.ts';
import { printerOf } from './print.ts';

const reply = z.looseObject({ id: z.string(), slug: z.string(), name: z.string() });

const options = z.object({
  name: z.string(),
  timeZone: z.string(),
  role: z.array(z.string()).default([]),
  slack: z.array(z.string()).default([]),
  discord: z.array(z.string()).default([]),
  telegram: z.array(z.string()).default([]),
  hold: z.coerce.number().optional(),
});

export function personAdd(person: Command): void {
  person
    .command('add')
    .argument('<slug>', 'a short name, such as mira')
    .description('add a person who may decide')
    .requiredOption('--name <name>', 'the name that others read')
    .option('--time-zone <zone>', 'their IANA time zone', 'UTC')
    .option('--role <role>', 'a role they hold (may be repeated)', many)
    .option('--slack <team:user>', 'an account of theirs on Slack (may be repeated)', many)
    .option('--discord <user>', 'the id of an account of theirs on Discord (may be repeated)', many)
    .option('--telegram <user>', 'the id of an account of theirs on Telegram (may be repeated)', many)
    .option('--hold <seconds>', 'how long their answers can be taken back')
    .addHelpText('after', '\nExample:\n  gatebell person add mira --name "Mira Holm" --time-zone Europe/Berlin --role release')
    .action(async (slug: string, _: unknown, command: Command) => {
      const { name, timeZone, role, slack, discord, telegram, hold } = optionsOf(command, options);
      const identities = Object.entries({ slack, discord, telegram }).flatMap(([platform, accounts]) =>
        accounts.map((account) => ({ platform, account })),
      );
      const body = { slug, name, time_zone: timeZone, roles: role, identities, ...(hold === undefined ? {} : { hold_s: hold }) };
      const added = await connect(process.env).post('/v1/people', body, reply);
      printerOf(command).result(added, [
        `${added.name} (${added.slug}) is added.`,
        `A code to log in, good for 15 minutes: gatebell person login ${added.slug}`,
      ]);
    });
}
