import type { Command } from 'commander';
import { z } from 'zod';
import { databaseFile } from './database-file.ts';
import { optionsOf } from './options.ts';
import { printerOf } from './print.ts';

const options = z.object({ db: z.string().optional() });

export function restore(program: Command): void {
  program
    .command('restore')
    .argument('<file>', 'a backup')
    .description('put a backup in the place of the database (service stopped); what stood there is kept')
    .option('--db <file>', 'the database file (default: the one of GATEBELL_DB_URL)')
    .addHelpText('after', '\nExample:\n  gatebell restore backups/monday.db')
    .action(async (from: string, _: unknown, command: Command) => {
      const file = databaseFile(optionsOf(command, options).db, process.env);
      const { restore: putBack } = await import('../../db/restore.ts');
      const { entries, kept } = await putBack(from, file, new Date().toISOString());
      printerOf(command).result({ file, entries, kept: kept ?? null }, [
        `${file} holds the backup: ${entries} entries.`,
        ...(kept === undefined ? [] : [`What stood there is kept as ${kept}.`]),
      ]);
    });
}
