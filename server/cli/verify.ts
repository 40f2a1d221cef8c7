import type { Command } from 'commander';
import { z } from 'zod';
import { existingDatabaseFile } from './database-file.ts';
import { exits } from './exit.ts';
import { optionsOf } from './options.ts';
import { printerOf } from './print.ts';

const options = z.object({ db: z.string().optional() });

export function verify(program: Command): void {
  program
    .command('verify')
    .description('check the chains, and that the entries give every fact row; changes nothing')
    .option('--db <file>', 'the database file (default: the one of GATEBELL_DB_URL)')
    .addHelpText('after', '\nExample:\n  gatebell verify --db data/gatebell.db')
    .action(async (_: unknown, command: Command) => {
      const file = existingDatabaseFile(optionsOf(command, options).db, process.env);
      const [{ checkFile }, { verify: verifyFile }] = await Promise.all([import('../../db/open.ts'), import('../../db/verify.ts')]);
      checkFile(file);
      const { entries, faults } = verifyFile(file);
      const lines =
        faults.length === 0
          ? [`${entries} entries: every chain holds, and they give every fact row.`]
          : [
              ...faults.map((fault) => `${fault.table} ${fault.id} (${fault.stream}): ${fault.what}`),
              `${faults.length} faults in ${entries} entries.`,
            ];
      printerOf(command).result({ ok: faults.length === 0, file, entries, faults }, lines);
      process.exitCode = faults.length === 0 ? exits.done : exits.refused;
    });
}
