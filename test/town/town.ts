import { anAgent, asked, aQuestion, made } from '../end-to-end/setting.ts';
import type { GateReply } from '../end-to-end/setting.ts';
import type { Caller, Json } from '../support/caller.ts';
import { ledgerEntries } from '../support/ledger-heads.ts';
import type { Service } from '../support/service.ts';
import { startService } from '../support/service.ts';
import { discordQuarter } from './discord-quarter.ts';
import type { Card, Quarter } from './quarter.ts';
import { slackQuarter } from './slack-quarter.ts';
import { telegramQuarter } from './telegram-quarter.ts';

/** A built service between the platforms of a town: Mara and Ines decide on each; each goal speaks on all of them. */
export type Town<Quarters> = Quarters & {
  readonly quarters: readonly Quarter[];
  readonly service: Service;
  readonly agent: Caller;
  readonly goals: readonly string[];
  ask(goal: number, key: string, more?: Json): Promise<GateReply>;
  gate(code: string): Promise<GateReply>;
  /** The cards of a gate, on all platforms. */
  cards(code: string): readonly Card[];
  /** How often the ledger says that a gate was answered, by its id. */
  decisions(): ReadonlyMap<string, number>;
  /** What stands in no log, no error and no row. */
  readonly secrets: readonly string[];
  /** Waits until it holds, looking again and again. */
  until(what: string, holds: () => boolean | Promise<boolean>, withinMs?: number): Promise<void>;
  close(): Promise<void>;
};

export type TownOptions = {
  readonly goals?: number;
  readonly holdS?: number;
  /** Whoever types at the terminal of the service. */
  readonly terminal?: 'ines';
};

export type TownOfThree = Awaited<ReturnType<typeof openTownOfThree>>;

export async function openTownOfThree(options: TownOptions = {}) {
  const { goals = 1 } = options;
  const [slack, discord, telegram] = await Promise.all([slackQuarter(goals), discordQuarter(goals), telegramQuarter(goals)]);
  return openTown({ slack, discord, telegram }, options);
}

export type SlackTown = Awaited<ReturnType<typeof openSlackTown>>;

/** A town of Slack alone, with all that the fake Slack shows and can do. */
export async function openSlackTown({ mode, ...options }: TownOptions & { readonly mode: 'socket' | 'http' }) {
  const slack = await slackQuarter(options.goals ?? 1, mode);
  return { ...(await openTown({ slack }, options)), slack: slack.fake, cards: slack.seen };
}

async function openTown<Quarters extends Readonly<Record<string, Quarter>>>(
  named: Quarters,
  { goals: count = 1, holdS = 0, terminal }: TownOptions,
): Promise<Town<Quarters>> {
  const quarters: readonly Quarter[] = Object.values(named);
  const environment = Object.assign({}, ...quarters.map((quarter) => quarter.environment)) as Record<string, string>;
  const typing: Record<string, string> = terminal === undefined ? {} : { GATEBELL_TERMINAL_PERSON: terminal };
  const service = await startService({ environment: { ...environment, ...typing } });
  for (const quarter of quarters) quarter.servedAt?.(service.address);
  const { operator } = service;
  for (const [slug, name] of [
    ['mara', 'Mara Voss'],
    ['ines', 'Ines Ruiz'],
  ] as const) {
    const identities = quarters.map(({ name: platform, accounts }) => ({ platform, account: accounts[slug] }));
    await made(operator, '/v1/people', { slug, name, time_zone: 'Europe/Berlin', hold_s: holdS, identities });
  }
  const goals = Array.from({ length: count }, (_, nth) => `goal-${nth}`);
  for (const [nth, slug] of goals.entries()) {
    await made(operator, '/v1/goals', { slug, title: slug, vision: 'Boats come in.', owners: ['mara', 'ines'] });
    await made(operator, `/v1/goals/${slug}/lanes`, { slug: 'fixes', title: 'Fixes' });
    await made(operator, `/v1/goals/${slug}/todos`, { lane: 'fixes', title: 'Put the fix in' });
    for (const { name: platform, channels } of quarters)
      await made(operator, '/v1/routes', { goal: slug, platform, address: channels[nth] ?? '' });
  }
  const agent = await anAgent(service, 'builder', goals);

  return {
    ...named,
    quarters,
    service,
    agent,
    goals,
    ask: (goal, key, more = {}) => asked(agent, aQuestion(goals[goal] ?? '', key, { lanes: ['fixes'] }, more)),
    gate: async (code) => (await operator.get<GateReply>(`/v1/gates/${code}`)).body,
    cards: (code) => quarters.flatMap((quarter) => quarter.cards(code)),
    secrets: quarters.flatMap(({ secrets }) => secrets),
    decisions() {
      const counts = new Map<string, number>();
      for (const { type, data } of ledgerEntries(service.database)) {
        if (type !== 'gate-answered') continue;
        const { gate } = JSON.parse(data) as { gate: string }; // what the fold of the entry reads
        counts.set(gate, (counts.get(gate) ?? 0) + 1);
      }
      return counts;
    },
    async until(what, holds, withinMs = 20_000) {
      for (const endMs = Date.now() + withinMs; !(await holds()); ) {
        if (Date.now() > endMs)
          throw new Error(`after ${withinMs} ms it still does not hold that ${what}\n${service.output().slice(-3_000)}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    async close() {
      await service.remove();
      await Promise.all(quarters.map((quarter) => quarter.close()));
    },
  };
}
