import type { Command } from 'commander';
import { z } from 'zod';
import { connect } from './client.ts';
import type { GateShape } from './gate-shape.ts';
import { gateShape, stateInWords } from './gate-shape.ts';
import { optionsOf } from './options.ts';
import { printerOf, table } from './print.ts';

const page = z.looseObject({ items: z.array(gateShape), next: z.string().nullable() });

const options = z.object({ goal: z.string().optional(), state: z.string().optional() });

export function gateLs(gate: Command): void {
  gate
    .command('ls')
    .description('list the gates, oldest first')
    .option('--goal <slug>', 'only of this goal')
    .option('--state <state>', 'only open, answered, withdrawn or superseded ones')
    .addHelpText('after', '\nExample:\n  gatebell gate ls --state open')
    .action(async (_: unknown, command: Command) => {
      const items = await everyPage(optionsOf(command, options));
      const rows = items.map((found) => [found.code, stateInWords(found), found.question]);
      printerOf(command).result({ items }, items.length === 0 ? ['No gate here.'] : table(rows));
    });
}

async function everyPage(filter: z.infer<typeof options>): Promise<readonly GateShape[]> {
  const client = connect(process.env);
  const items: GateShape[] = [];
  let after: string | null = '';
  while (after !== null) {
    const query = new URLSearchParams({ limit: '200' });
    for (const [name, value] of Object.entries({ ...filter, after })) if (value) query.set(name, value);
    const listed: z.infer<typeof page> = await client.get(`/v1/gates?${query}`, page);
    items.push(...listed.items);
    after = listed.next;
  }
  return items;
}
