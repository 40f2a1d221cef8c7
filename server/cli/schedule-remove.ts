import type { Command } from 'commander';
import { connect, path } from './client.ts';
import { printerOf } from './print.ts';
import { scheduleShape } from './schedule-shape.ts';

export function scheduleRemove(schedule: Command): void {
  schedule
    .command('remove')
    .argument('<schedule>', 'its id')
    .description('remove a schedule; the digests that were written stay')
    .addHelpText('after', '\nExample:\n  gatebell schedule remove schedule_abcdefghjkmnpqrs')
    .action(async (id: string, _: unknown, command: Command) => {
      const removed = await connect(process.env).remove(path`/v1/schedules/${id}`, scheduleShape);
      printerOf(command).result(removed, [`Schedule ${removed.id} is removed.`]);
    });
}
