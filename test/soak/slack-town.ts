import { aChannel } from '../support/platforms/slack/state.ts';
import type { FakeSlack } from '../support/platforms/slack/fake-slack.ts';
import { openFakeSlack } from '../support/platforms/slack/fake-slack.ts';
import type { Seen } from '../support/platforms/slack/what-people-see.ts';
import { ledgerEntries } from '../support/ledger-heads.ts';
import type { Caller, Json } from '../support/caller.ts';
import type { Service } from '../support/service.ts';
import { startService } from '../support/service.ts';
import { anAgent, asked, aQuestion, made } from '../end-to-end/setting.ts';
import type { GateReply } from '../end-to-end/setting.ts';

/** A built service pointed at a fake Slack: Mara decides there from `U0MARA`; each goal speaks in a channel of its own. */
export type Town = {
  readonly slack: FakeSlack;
  readonly service: Service;
  readonly agent: Caller;
  readonly goals: readonly { readonly slug: string; readonly channel: string }[];
  ask(goal: number, key: string, more?: Json): Promise<GateReply>;
  gate(code: string): Promise<GateReply>;
  /** The cards of a gate, on whatever channel. */
  cards(code: string): readonly Seen[];
  /** How often the ledger says that a gate was answered. */
  decisions(): ReadonlyMap<string, number>;
  /** Waits until it holds, looking again and again. */
  until(what: string, holds: () => boolean | Promise<boolean>, withinMs?: number): Promise<void>;
  close(): Promise<void>;
};

export type TownOptions = { readonly mode: 'socket' | 'http'; readonly goals?: number; readonly holdS?: number };

export async function openTown({ mode, goals: count = 1, holdS = 0 }: TownOptions): Promise<Town> {
  const slack = await openFakeSlack();
  const goals = Array.from({ length: count }, (_, nth) => ({ slug: `goal-${nth}`, channel: `C0GOAL${nth}` }));
  for (const { slug, channel } of goals) {
    slack.state.channels.set(
      channel,
      aChannel(channel, slug, 'public', ['U0MARA', 'U0INES', 'U0STRAY', 'U0GUEST', 'U0FAR', 'U0ROBOT', slack.state.app.botUser]),
    );
  }
  const service = await startService({ environment: slack.environment(mode) });
  if (mode === 'http') slack.deliverTo(`${service.address}/slack/events`);

  const { operator } = service;
  const mara = { slug: 'mara', name: 'Mara Voss', time_zone: 'Europe/Berlin', hold_s: holdS };
  await made(operator, '/v1/people', { ...mara, identities: [{ platform: 'slack', account: 'T0HARBOUR:U0MARA' }] });
  for (const { slug, channel } of goals) {
    await made(operator, '/v1/goals', { slug, title: slug, vision: 'Boats come in.', owners: ['mara'] });
    await made(operator, `/v1/goals/${slug}/lanes`, { slug: 'fixes', title: 'Fixes' });
    await made(operator, `/v1/goals/${slug}/todos`, { lane: 'fixes', title: 'Put the fix in' });
    await made(operator, '/v1/routes', { goal: slug, platform: 'slack', address: channel });
  }
  const agent = await anAgent(
    service,
    'builder',
    goals.map(({ slug }) => slug),
  );

  async function until(what: string, holds: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
    for (const endMs = Date.now() + withinMs; !(await holds()); ) {
      if (Date.now() > endMs)
        throw new Error(`after ${withinMs} ms it still does not hold that ${what}\n${service.output().slice(-3_000)}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  return {
    slack,
    service,
    agent,
    goals,
    ask: (goal, key, more = {}) => asked(agent, aQuestion(goals[goal]?.slug ?? '', key, { lanes: ['fixes'] }, more)),
    gate: async (code) => (await operator.get<GateReply>(`/v1/gates/${code}`)).body,
    cards: (code) =>
      goals.flatMap(({ channel }) => slack.people.messages(channel)).filter((message) => message.shown.startsWith(`${code} in `)),
    decisions() {
      const answered = ledgerEntries(service.database).filter(({ type }) => type === 'gate-answered');
      const counts = new Map<string, number>();
      for (const { data } of answered) {
        const { gate } = JSON.parse(data) as { gate: string }; // what the fold of the entry reads
        counts.set(gate, (counts.get(gate) ?? 0) + 1);
      }
      return counts;
    },
    until,
    async close() {
      await service.remove();
      await slack.close();
    },
  };
}

/** Every secret that must stand in no log, no error and no row. */
export function secretsOf(slack: FakeSlack): readonly string[] {
  const { botToken, appToken, signingSecret, verificationToken } = slack.state.app;
  return [botToken, appToken, signingSecret, verificationToken];
}
