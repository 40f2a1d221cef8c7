import type { Command } from 'commander';
import { connect, path } from './client.ts';
import { digestLines, digestShape } from './digest-shape.ts';
import { printerOf } from './print.ts';

export function digestShow(digest: Command): void {
  digest
    .command('show')
    .argument('<digest>', 'its id')
    .description('show a digest as it was sent, with the receipts and proofs of its lines')
    .addHelpText('after', '\nExample:\n  gatebell digest show digest_abcdefghjkmnpqrs')
    .action(async (id: string, _: unknown, command: Command) => {
      const found = await connect(process.env).get(path`/v1/digests/${id}`, digestShape);
      printerOf(command).result(found, digestLines(found));
    });
}
