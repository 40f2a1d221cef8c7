import type { Command } from 'commander';
import { z } from 'zod';
import type { Client } from './client.ts';
import { connect, path } from './client.ts';
import { harmlessJson, printLines, table, wantsJson } from './print.ts';

const entry = z.looseObject({ id: z.string(), seq: z.number(), type: z.string(), at: z.string(), actor: z.string() });

const ledgerPage = z.looseObject({ items: z.array(entry), next: z.union([z.string(), z.number()]).nullable() });

const goalPage = z.looseObject({ items: z.array(z.looseObject({ slug: z.string() })), next: z.string().nullable() });

const options = z.object({ after: z.string().optional() });

export function ledger(program: Command): void {
  program
    .command('ledger')
    .argument('[goal]', 'only this goal')
    .description('print the entries of a goal, or of every goal')
    .option('--after <seq>', 'only entries after this sequence number of the goal')
    .addHelpText('after', '\nExamples:\n  gatebell ledger issue-fix\n  gatebell ledger --json | grep en_3f9a')
    .action(async (goal: string | undefined, _: unknown, command: Command) => {
      const client = connect(process.env);
      const { after } = options.parse(command.opts());
      const goals = goal === undefined ? await goalsOf(client) : [goal];
      const entries: z.infer<typeof entry>[] = [];
      for (const slug of goals) entries.push(...(await entriesOf(client, slug, after)));
      if (wantsJson(process.argv)) return printEntries(entries);
      const rows = entries.map((one) => [String(one.seq), one.at, one.type, one.actor, one.id]);
      printLines(process.stdout, entries.length === 0 ? ['No entry here.'] : table(rows));
    });
}

async function goalsOf(client: Client): Promise<readonly string[]> {
  const slugs: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const listed: z.infer<typeof goalPage> = await client.get(
      `/v1/goals?limit=200${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`,
      goalPage,
    );
    slugs.push(...listed.items.map((one) => one.slug));
    after = listed.next;
  }
  return slugs;
}

async function entriesOf(client: Client, goal: string, from: string | undefined): Promise<readonly z.infer<typeof entry>[]> {
  const entries: z.infer<typeof entry>[] = [];
  let after: string | null = from ?? '0';
  while (after !== null) {
    const page: z.infer<typeof ledgerPage> = await client.get(
      `${path`/v1/goals/${goal}/ledger`}?limit=200&after=${encodeURIComponent(after)}`,
      ledgerPage,
    );
    entries.push(...page.items);
    after = page.next === null ? null : String(page.next);
  }
  return entries;
}

/** One JSON document that can also be searched by line: each entry stands on one. */
function printEntries(entries: readonly unknown[]): void {
  process.stdout.write(`{"items":[\n${entries.map((one) => harmlessJson(one)).join(',\n')}\n]}\n`);
}
