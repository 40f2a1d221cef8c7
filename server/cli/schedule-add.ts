import type { Command } from 'commander';
import { z } from 'zod';
import { connect } from './client.ts';
import { exits, Stop } from './exit.ts';
import { optionsOf } from './options.ts';
import { printerOf } from './print.ts';
import { scheduleShape } from './schedule-shape.ts';

const options = z.object({
  goal: z.string(),
  cron: z.string(),
  timeZone: z.string(),
  route: z.string().optional(),
  person: z.string().optional(),
  whenUnchanged: z.string().optional(),
});

export function scheduleAdd(schedule: Command): void {
  schedule
    .command('add')
    .description('write a digest of a goal on a schedule, for a route or a person')
    .requiredOption('--goal <slug>', 'the goal')
    .requiredOption('--cron <five fields>', 'minute, hour, day of the month, month, day of the week')
    .option('--time-zone <zone>', 'the IANA time zone of its clock', 'UTC')
    .option('--route <id>', 'the route that it is put on')
    .option('--person <slug>', 'the person who reads it, on a route of their own')
    .option('--when-unchanged <silent|short>', 'what to send when nothing changed')
    .addHelpText(
      'after',
      '\nExample:\n  gatebell schedule add --goal issue-fix --cron "0 9 * * 1-5" --time-zone Europe/Berlin --person mira',
    )
    .action(async (_: unknown, command: Command) => {
      const { goal, cron, timeZone, route, person, whenUnchanged } = optionsOf(command, options);
      if ((route === undefined) === (person === undefined))
        throw new Stop(exits.usage, ['Name either --route or --person.', '(see --help)']);
      const audience = route === undefined ? { person } : { route };
      const body = { goal, cron, time_zone: timeZone, audience, ...(whenUnchanged === undefined ? {} : { when_unchanged: whenUnchanged }) };
      const added = await connect(process.env).post('/v1/schedules', body, scheduleShape);
      printerOf(command).result(added, [
        `Schedule ${added.id} is there; its first digest is due at ${added.next_at}.`,
        ...(added.why === null ? [] : [added.why]),
      ]);
    });
}
