import { z } from 'zod';
import type { Api } from './api.ts';
import { story } from './story.ts';

const page = z.looseObject({
  items: z.array(z.looseObject({ id: z.string(), type: z.string(), actor: z.string(), data: z.looseObject({}) })),
  next: z.union([z.string(), z.number()]).nullable(),
});

type LedgerEntry = z.infer<typeof page>['items'][number];

const named = z.looseObject({ items: z.array(z.looseObject({ id: z.string(), slug: z.string() })) });

const titled = z.looseObject({ items: z.array(z.looseObject({ id: z.string(), title: z.string() })) });

const asked = z.looseObject({ gate: z.string(), code: z.string(), blocks: z.looseObject({ lanes: z.array(z.string()) }) });

const answered = z.looseObject({ gate: z.string(), option: z.string().optional() });

const used = z.looseObject({ gate: z.string() });

const turn = z.looseObject({ todo: z.string().nullable() });

const startedBeside = turn.extend({ fallback_of: z.looseObject({ gate: z.string() }) });

const landed = turn.extend({ outcome: z.string() });

/** What came out, each line with the id of the entry that proves it. Read from the ledger alone. */
export async function summaryOf(reader: Api): Promise<readonly { readonly text: string; readonly receipt: string }[]> {
  const agents = await reader.get('/v1/agents?limit=200', named);
  const todos = await reader.get(`/v1/goals/${story.goal}/todos?limit=200`, titled);
  const entries = await ledgerOf(reader);
  const gates = new Map(
    entries
      .filter((one) => one.type === 'gate-asked')
      .map((one) => asked.parse(one.data))
      .map((gate) => [gate.gate, gate.code]),
  );
  const who = (entry: LedgerEntry) => agents.items.find((agent) => entry.actor === `agent:${agent.id}`)?.slug ?? 'You';
  const what = (todo: string | null) => todos.items.find((one) => one.id === todo)?.title ?? 'no todo';
  const code = (gate: string) => gates.get(gate) ?? gate;

  return entries.flatMap((entry) => {
    const text = lineOf(entry, who(entry), what, code);
    return text === undefined ? [] : [{ text, receipt: entry.id }];
  });
}

function lineOf(
  entry: LedgerEntry,
  who: string,
  what: (todo: string | null) => string,
  code: (gate: string) => string,
): string | undefined {
  switch (entry.type) {
    case 'gate-asked': {
      const { code: asks, blocks } = asked.parse(entry.data);
      return `${who} asked ${asks}, which blocks ${blocks.lanes.join(', ')}`;
    }
    case 'gate-answered': {
      const { gate, option } = answered.parse(entry.data);
      return `${who} answered ${code(gate)}: ${option ?? 'in words'}`;
    }
    case 'answer-used':
      return `${who} used the answer to ${code(used.parse(entry.data).gate)}`;
    case 'turn-started': {
      const beside = startedBeside.safeParse(entry.data);
      return beside.success ? `${who} went on beside ${code(beside.data.fallback_of.gate)}: ${what(beside.data.todo)}` : undefined;
    }
    case 'turn-committed': {
      const { todo, outcome } = landed.parse(entry.data);
      return outcome === 'completed' ? `${who} landed: ${what(todo)}` : undefined;
    }
    default:
      return undefined;
  }
}

async function ledgerOf(reader: Api): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  let after = '0';
  for (;;) {
    const read = await reader.get(`/v1/goals/${story.goal}/ledger?limit=200&after=${after}`, page);
    entries.push(...read.items);
    if (read.next === null) return entries;
    after = String(read.next);
  }
}
