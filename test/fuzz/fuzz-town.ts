import { anAgent, asked, aQuestion, made } from '../end-to-end/setting.ts';
import type { GateReply } from '../end-to-end/setting.ts';
import type { Caller, Json } from '../support/caller.ts';
import type { Service } from '../support/service.ts';
import { startService } from '../support/service.ts';
import { discordQuarter } from '../town/discord-quarter.ts';
import type { Quarter } from '../town/quarter.ts';
import { slackQuarter } from '../town/slack-quarter.ts';
import { telegramQuarter } from '../town/telegram-quarter.ts';
import { tokensIn } from './harmless.ts';

/** How Slack and Telegram reach the service. Discord has one way only. */
export type Way = 'sockets and polling' | 'HTTP and webhook';

export type Quarters = {
  readonly slack: Awaited<ReturnType<typeof slackQuarter>>;
  readonly discord: Awaited<ReturnType<typeof discordQuarter>>;
  readonly telegram: Awaited<ReturnType<typeof telegramQuarter>>;
};

export const platforms = ['slack', 'discord', 'telegram'] as const;

/** Gates of Mara and Ines, by platform, and others of which every token may be pressed by anybody: it must not count. */
export type Gates = {
  /** Open until the end, where an honest press must still count. Their tokens are never sent as they are. */
  readonly honest: Readonly<Record<(typeof platforms)[number], string>>;
  /** Take a text: filled in while real payloads are gathered, and then given to the agent. */
  readonly forms: Gates['honest'];
  /** Decided and given to the agent. */
  readonly decided: string;
  /** Asked anew, under another revision. */
  readonly revised: string;
  readonly withdrawn: string;
  /** Open, and Otto's alone, who has no account anywhere: a choice and a text. */
  readonly ottos: readonly string[];
};

export type FuzzTown = Quarters & {
  readonly way: Way;
  readonly service: Service;
  readonly tokens: Readonly<Record<'operator' | 'agent' | 'signal' | 'mara' | 'otto', string>>;
  readonly gates: Gates;
  /** Every token that stood on a card before anything was decided. */
  readonly cardTokens: readonly string[];
  gate(code: string): Promise<GateReply>;
  until(what: string, holds: () => boolean | Promise<boolean>, withinMs?: number): Promise<void>;
  close(): Promise<void>;
};

export async function openFuzzTown(way: Way): Promise<FuzzTown> {
  const posted = way === 'HTTP and webhook';
  const [slack, discord, telegram] = await Promise.all([
    slackQuarter(2, posted ? 'http' : 'socket'),
    discordQuarter(2),
    telegramQuarter(2),
  ]);
  const telegramSettings = telegram.fake.environment(posted ? 'webhook' : 'polling');
  const service = await startService({ environment: { ...slack.environment, ...discord.environment, ...telegramSettings } });
  slack.servedAt?.(service.address);
  if (posted) telegram.fake.deliverTo(`${service.address}/telegram/webhook`);
  const quarters = [slack, discord, telegram];
  await settle(service, quarters);
  const tokens = {
    operator: service.operator.token ?? '',
    agent: (await anAgent(service, 'builder', ['goal-0', 'goal-1'])).token ?? '',
    signal: String((await made(service.operator, '/v1/signal-tokens', { goal: 'goal-0', key_prefix: 'ci' })).token),
    mara: await sessionOf(service, 'mara'),
    otto: await sessionOf(service, 'otto'),
  };
  const town = {
    slack,
    discord,
    telegram,
    way,
    service,
    tokens,
    gate: async (code: string) => (await service.operator.get<GateReply>(`/v1/gates/${code}`)).body,
    async until(what: string, holds: () => boolean | Promise<boolean>, withinMs = 30_000) {
      for (const endMs = Date.now() + withinMs; !(await holds()); ) {
        if (Date.now() > endMs) throw new Error(`it does not hold that ${what}\n${service.output().slice(-3_000)}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    async close() {
      await service.remove();
      await Promise.all(quarters.map((quarter) => quarter.close()));
    },
  };
  const gates = await askAll(service.as(tokens.agent));
  await town.until('every card stands', () =>
    codesOf(gates).every((code) => quarters.every((quarter) => quarter.cards(code).length === 1)),
  );
  const places = [slack.fake.state.channels, discord.fake.state.channels, telegram.fake.state.chats].map((all) => [...all.values()]);
  const cardTokens = tokensIn(JSON.stringify(places));
  await decideSome(service, tokens, gates);
  return { ...town, gates, cardTokens };
}

/** Mara and Ines own one goal and Otto the other; each goal speaks on all platforms. */
async function settle({ operator }: Service, quarters: readonly Quarter[]): Promise<void> {
  for (const slug of ['mara', 'ines'] as const) {
    const identities = quarters.map(({ name: platform, accounts }) => ({ platform, account: accounts[slug] }));
    await made(operator, '/v1/people', { slug, name: slug, hold_s: 0, identities });
  }
  await made(operator, '/v1/people', { slug: 'otto', name: 'otto', hold_s: 0 });
  for (const [nth, owners] of [['mara', 'ines'], ['otto']].entries()) {
    await made(operator, '/v1/goals', { slug: `goal-${nth}`, title: 'A goal', vision: 'Boats come in.', owners });
    await made(operator, `/v1/goals/goal-${nth}/lanes`, { slug: 'fixes', title: 'Fixes' });
    await made(operator, `/v1/goals/goal-${nth}/todos`, { lane: 'fixes', title: 'Put the fix in' });
    for (const { name: platform, channels } of quarters) {
      await made(operator, '/v1/routes', { goal: `goal-${nth}`, platform, address: channels[nth] ?? '' });
    }
  }
}

async function askAll(agent: Caller): Promise<Gates> {
  const ask = async (goal: string, key: string, more: Json = {}) =>
    (await asked(agent, aQuestion(goal, key, { lanes: ['fixes'] }, more))).code;
  const text = { answer: { kind: 'text', max: 200 } };
  return {
    honest: { slack: await ask('goal-0', 'slack'), discord: await ask('goal-0', 'discord'), telegram: await ask('goal-0', 'telegram') },
    forms: {
      slack: await ask('goal-0', 'slack-form', text),
      discord: await ask('goal-0', 'discord-form', text),
      telegram: await ask('goal-0', 'telegram-form', text),
    },
    decided: await ask('goal-0', 'decided'),
    revised: await ask('goal-0', 'revised'),
    withdrawn: await ask('goal-0', 'withdrawn'),
    ottos: [await ask('goal-1', 'choice'), await ask('goal-1', 'text', text)],
  };
}

async function decideSome(service: Service, tokens: FuzzTown['tokens'], gates: Gates): Promise<void> {
  const agent = service.as(tokens.agent);
  await made(service.as(tokens.mara), `/v1/gates/${gates.decided}/answer`, { revision: 1, option: 'yes' });
  await made(agent, `/v1/gates/${gates.decided}/receive`, {});
  await made(agent, `/v1/gates/${gates.revised}/revise`, { question: 'Shall the lane go on in another way?' });
  await made(agent, `/v1/gates/${gates.withdrawn}/withdraw`, { why: 'It does not matter any more.' });
}

export function codesOf({ honest, forms, decided, revised, withdrawn, ottos }: Gates): readonly string[] {
  return [...Object.values(honest), ...Object.values(forms), decided, revised, withdrawn, ...ottos];
}

async function sessionOf(service: Service, slug: string): Promise<string> {
  const { operator } = service;
  const { code } = await made(operator, `/v1/people/${slug}/login-codes`, {});
  return String((await made(service.stranger(), '/v1/sessions', { code })).token);
}

/** Somebody with a token of this town. */
export function callerOf(town: FuzzTown, who: keyof FuzzTown['tokens']): Caller {
  return town.service.as(town.tokens[who]);
}
