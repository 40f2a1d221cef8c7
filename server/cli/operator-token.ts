import type { Command } from 'commander';
import { z } from 'zod';
import { existingDatabaseFile } from './database-file.ts';
import { optionsOf } from './options.ts';
import { printerOf } from './print.ts';

const options = z.object({ db: z.string().optional() });

export function operatorToken(program: Command): void {
  program
    .command('operator-token')
    .description('make a new operator token, shown once; the one before stops working (service stopped)')
    .requiredOption('--new', 'really make a new one')
    .option('--db <file>', 'the database file (default: the one of GATEBELL_DB_URL)')
    .addHelpText('after', '\nExample:\n  gatebell operator-token --new --db data/gatebell.db')
    .action(async (_: unknown, command: Command) => {
      const file = existingDatabaseFile(optionsOf(command, options).db, process.env);
      const { newOperatorToken } = await import('./new-operator-token.ts');
      const token = await newOperatorToken(file);
      printerOf(command).result({ token }, [
        `The new operator token, shown only now: ${token}`,
        'Every operator token before it is revoked. Change GATEBELL_OPERATOR_TOKEN too where the service starts with it.',
      ]);
    });
}
