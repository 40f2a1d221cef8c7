import type { Command } from 'commander';
import { z } from 'zod';
import { existingDatabaseFile } from './database-file.ts';
import { optionsOf } from './options.ts';
import { printerOf } from './print.ts';

const options = z.object({ db: z.string().optional() });

export function backup(program: Command): void {
  program
    .command('backup')
    .argument('<file>', 'the new file to write')
    .description('copy the database as of one moment, also while the service runs')
    .option('--db <file>', 'the database file (default: the one of GATEBELL_DB_URL)')
    .addHelpText('after', '\nExample:\n  gatebell backup backups/monday.db')
    .action(async (to: string, _: unknown, command: Command) => {
      const file = existingDatabaseFile(optionsOf(command, options).db, process.env);
      const { backup: backUp } = await import('../../db/backup.ts');
      const made = await backUp(file, to);
      printerOf(command).result(made, [
        `${made.file}: ${made.entries} entries, ${made.bytes} bytes.`,
        `Check it with: gatebell verify --db ${made.file}`,
      ]);
    });
}
