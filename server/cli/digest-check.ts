import type { Command } from 'commander';
import { z } from 'zod';
import { connect, path } from './client.ts';
import { digestShape } from './digest-shape.ts';
import { exits } from './exit.ts';
import { printerOf } from './print.ts';

const counted = z.looseObject({ text: z.string(), value: z.number(), counted: z.number(), same: z.boolean(), query: z.string() });

const checked = digestShape.extend({
  as_of: z.looseObject({ seq: z.number() }),
  check: z.looseObject({ holds: z.boolean(), content: z.string(), entry: z.string().nullable(), numbers: z.array(counted) }),
});

export function digestCheck(digest: Command): void {
  digest
    .command('check')
    .argument('<digest>', 'its id')
    .description('hold a digest against its entry, and count its numbers again')
    .addHelpText('after', '\nExample:\n  gatebell digest check digest_abcdefghjkmnpqrs')
    .action(async (id: string, _: unknown, command: Command) => {
      const { check, as_of } = await connect(process.env).get(path`/v1/digests/${id}`, checked);
      const differing = check.numbers.filter(({ same }) => !same);
      printerOf(command).result({ ...check, as_of }, [
        ...(check.content === 'same' ? [] : [`The digest does not say what its entry ${check.entry ?? '(missing)'} says: it was altered.`]),
        ...differing.map((one) => `"${one.value} ${one.text}" is ${one.counted} when it is counted again (${one.query}).`),
        check.holds
          ? `Digest ${id} holds: it is what entry ${check.entry} wrote, and its ${check.numbers.length} numbers are the same, as of seq ${as_of.seq}.`
          : `Digest ${id} does not hold, as of seq ${as_of.seq}.`,
      ]);
      process.exitCode = check.holds ? exits.done : exits.refused;
    });
}
