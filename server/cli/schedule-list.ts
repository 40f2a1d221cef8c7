import type { Command } from 'commander';
import { z } from 'zod';
import { connect } from './client.ts';
import { optionsOf } from './options.ts';
import { printerOf, table } from './print.ts';
import { scheduleCells, scheduleShape } from './schedule-shape.ts';

const page = z.looseObject({ items: z.array(scheduleShape) });

const options = z.object({ goal: z.string().optional() });

export function scheduleList(schedule: Command): void {
  schedule
    .command('list')
    .description('list the schedules, and when their next slots come')
    .option('--goal <slug>', 'only of this goal')
    .addHelpText('after', '\nExample:\n  gatebell schedule list --goal issue-fix')
    .action(async (_: unknown, command: Command) => {
      const { goal } = optionsOf(command, options);
      const query = new URLSearchParams({ limit: '200', ...(goal === undefined ? {} : { goal }) });
      const { items } = await connect(process.env).get(`/v1/schedules?${query}`, page);
      const shown = items.filter(({ state }) => state !== 'removed');
      printerOf(command).result({ items: shown }, shown.length === 0 ? ['No schedule here.'] : table(shown.map(scheduleCells)));
    });
}
