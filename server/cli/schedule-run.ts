import type { Command } from 'commander';
import { z } from 'zod';
import { connect, path } from './client.ts';
import { digestLines, digestShape } from './digest-shape.ts';
import { printerOf } from './print.ts';

const run = z.union([digestShape.extend({ sent: z.literal(true) }), z.looseObject({ sent: z.literal(false), why: z.string() })]);

export function scheduleRun(schedule: Command): void {
  schedule
    .command('run')
    .argument('<schedule>', 'its id')
    .description('write its digest now, or say why there is none to send')
    .addHelpText('after', '\nExample:\n  gatebell schedule run schedule_abcdefghjkmnpqrs')
    .action(async (id: string, _: unknown, command: Command) => {
      const made = await connect(process.env).post(path`/v1/schedules/${id}/run`, {}, run);
      printerOf(command).result(made, made.sent ? digestLines(made) : [`Nothing was sent. ${made.why}`]);
    });
}
