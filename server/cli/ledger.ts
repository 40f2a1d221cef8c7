import type { Command } from 'commander';
import { z } from 'zod';
import type { Client } from './client.ts';
import { connect, path } from './client.ts';
import { existingDatabaseFile } from './database-file.ts';
import { harmlessJson, printLines, table, wantsJson } from './print.ts';
import { optionsOf } from './options.ts';

const entry = z.looseObject({ id: z.string(), seq: z.number(), type: z.string(), at: z.string(), actor: z.string() });

type ShownEntry = z.infer<typeof entry>;

const ledgerPage = z.looseObject({ items: z.array(entry), next: z.union([z.string(), z.number()]).nullable() });

const goalPage = z.looseObject({ items: z.array(z.looseObject({ slug: z.string() })), next: z.string().nullable() });

const options = z.object({ after: z.coerce.number().int().default(0), db: z.string().optional() });

export function ledger(program: Command): void {
  program
    .command('ledger')
    .argument('[goal]', 'only this goal')
    .description('print the entries of a goal, or of every goal')
    .option('--after <seq>', 'only entries after this sequence number of the goal')
    .option('--db <file>', 'read this database file instead of asking the service')
    .addHelpText('after', '\nExamples:\n  gatebell ledger issue-fix\n  gatebell ledger --json --db data/gatebell.db')
    .action(async (goal: string | undefined, _: unknown, command: Command) => {
      const { after, db } = optionsOf(command, options);
      const entries =
        db === undefined ? await entriesOfService(goal, after) : await entriesOfDatabase(existingDatabaseFile(db, {}), goal, after);
      if (wantsJson(process.argv)) return printEntries(entries);
      const rows = entries.map((one) => [String(one.seq), one.at, one.type, one.actor, one.id]);
      printLines(process.stdout, entries.length === 0 ? ['No entry here.'] : table(rows));
    });
}

async function entriesOfDatabase(file: string, goal: string | undefined, after: number): Promise<readonly ShownEntry[]> {
  const { entriesOfFile } = await import('./ledger-of-file.ts');
  return entriesOfFile(file, goal, after);
}

async function entriesOfService(goal: string | undefined, after: number): Promise<readonly ShownEntry[]> {
  const client = connect(process.env);
  const goals = goal === undefined ? await goalsOf(client) : [goal];
  const entries: ShownEntry[] = [];
  for (const slug of goals) entries.push(...(await entriesOfGoal(client, slug, after)));
  return entries;
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

async function entriesOfGoal(client: Client, goal: string, from: number): Promise<readonly ShownEntry[]> {
  const entries: ShownEntry[] = [];
  let after: string | null = String(from);
  while (after !== null) {
    const query = `?limit=200&after=${encodeURIComponent(after)}`;
    const page: z.infer<typeof ledgerPage> = await client.get(path`/v1/goals/${goal}/ledger` + query, ledgerPage);
    entries.push(...page.items);
    after = page.next === null ? null : String(page.next);
  }
  return entries;
}

/** One JSON document that can also be searched by line: each entry stands on one. */
function printEntries(entries: readonly unknown[]): void {
  process.stdout.write(`{"items":[\n${entries.map((one) => harmlessJson(one)).join(',\n')}\n]}\n`);
}
