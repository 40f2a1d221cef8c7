import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { z } from 'zod';
import { openInline } from '../../db/engine/inline.ts';
import { claimDatabase } from '../../db/open.ts';
import { verbs } from '../../src/catalog.ts';
import { instantOf } from '../../src/time.ts';
import { existingDatabaseFile } from './database-file.ts';
import { optionsOf } from './options.ts';
import { printerOf } from './print.ts';

const options = z.object({ db: z.string().optional() });

const adopted = z.object({ token: z.string() });

export function operatorToken(program: Command): void {
  program
    .command('operator-token')
    .description('make a new operator token, shown once; the one before stops working (service stopped)')
    .requiredOption('--new', 'really make a new one')
    .option('--db <file>', 'the database file (default: the one of GATEBELL_DB_URL)')
    .addHelpText('after', '\nExample:\n  gatebell operator-token --new --db data/gatebell.db')
    .action(async (_: unknown, command: Command) => {
      const file = existingDatabaseFile(optionsOf(command, options).db, process.env);
      const token = await newOperatorToken(file);
      printerOf(command).result({ token }, [
        `The new operator token, shown only now: ${token}`,
        'Every operator token before it is revoked.',
      ]);
    });
}

async function newOperatorToken(file: string): Promise<string> {
  const lock = await claimDatabase(file);
  try {
    const clock = { now: () => instantOf(Date.now()) };
    const engine = await openInline(file, { verbs, clock, randomBytes, report: () => {} });
    try {
      const { reply } = await engine.execute('adopt-operator-token', { kind: 'service' }, { replace: true });
      return adopted.parse(reply).token;
    } finally {
      await engine.close();
    }
  } finally {
    lock.release();
  }
}
