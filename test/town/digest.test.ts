import { afterAll, beforeAll, expect, test } from 'vitest';
import { users as telegramUsers } from '../support/platforms/telegram/cast.ts';
import { cast as discordCast } from '../support/platforms/discord/cast.ts';
import { made } from '../end-to-end/setting.ts';
import { ledgerEntries } from '../support/ledger-heads.ts';
import type { TownOfThree } from './town.ts';
import { openTownOfThree } from './town.ts';

let town: TownOfThree;

beforeAll(async () => {
  town = await openTownOfThree();
}, 60_000);

afterAll(() => town.close());

/** How Mara presses a button of the newest digest there: where many gates can stand, its label names the gate. */
const presses = {
  slack: async (code: string, label: string) => {
    const [channel = ''] = town.slack.channels;
    const digest = town.slack.fake.people.messages(channel).findLast(({ shown }) => isDigestOf(shown, code));
    await town.slack.fake.people.press({ user: 'U0MARA', channel, on: label, ts: digest?.ts });
  },
  discord: async (code: string, label: string) => {
    const [channel = ''] = town.discord.channels;
    const digest = town.discord.fake.people.messages(channel).findLast(({ shown }) => isDigestOf(shown, code));
    await town.discord.fake.people.press({ user: discordCast.mara, channel, on: `${code}: ${label}`, message: digest?.id });
  },
  telegram: async (code: string, label: string) => {
    const chat = Number(town.telegram.channels[0]);
    const digest = town.telegram.fake.people.messages(chat).findLast(({ shown }) => isDigestOf(shown, code));
    town.telegram.fake.people.press({ user: telegramUsers.mara, chat, on: `${code}: ${label}`, message: digest?.id });
  },
} as const;

function isDigestOf(shown: string, code: string): boolean {
  return shown.includes('Digest of goal-0') && shown.includes(`${code}:`);
}

test.each(['slack', 'discord', 'telegram'] as const)(
  'a digest with an open gate arrives on %s, the gate is answered from it, and the next one tells the decision with its receipt',
  async (name) => {
    const { operator, database } = town.service;
    const at = town[name];
    const { items } = (
      await operator.get<{ items: readonly { id: string; platform: string; purposes: readonly string[] }[] }>('/v1/routes?limit=50')
    ).body;
    const route = items.find(({ platform, purposes }) => platform === name && purposes.length > 0)?.id ?? '';
    await operator.patch(`/v1/routes/${route}`, { purposes: ['gates', 'notices', 'digests'] });
    const schedule = await made(operator, '/v1/schedules', {
      goal: 'goal-0',
      cron: '0 8 * * *',
      time_zone: 'Europe/Berlin',
      audience: { route },
    });
    const { code } = await town.ask(0, `told by a digest on ${name}`);

    const first = await made(operator, `/v1/schedules/${String(schedule.id)}/run`, {});
    await town.until('the digest stands there', () => at.said().some((shown) => isDigestOf(shown, code)));
    await presses[name](code, 'Go on');
    await town.until('the digest says who decided', () =>
      at.said().some((shown) => isDigestOf(shown, code) && shown.includes('Answered "Go on" by Mara Voss')),
    );
    const second = await made(operator, `/v1/schedules/${String(schedule.id)}/run`, {});
    await town.until('the next digest tells it', () => at.said().some((shown) => decisionIn(shown, code) !== null));

    const seq = at.said().flatMap((shown) => decisionIn(shown, code) ?? [])[0];
    const answered = ledgerEntries(database).filter(({ type, data }) => type === 'gate-answered' && data.includes('"option":"yes"'));
    expect([first.sent, second.sent]).toEqual([true, true]);
    expect(await town.gate(code)).toMatchObject({ state: 'answered', answer: { option: 'yes', where: { surface: name } } });
    expect(answered.map((entry) => entry.seq)).toContain(seq);
    expect((await operator.get(`/v1/digests/${String(second.id)}`)).body).toMatchObject({ check: { holds: true } });
  },
);

/** The receipt of the decision: the seq of its entry. */
function decisionIn(shown: string, code: string): number | null {
  const [, seq] = new RegExp(`${code}: .*"Go on" by Mara Voss.*\\(seq (\\d+)\\)`).exec(shown) ?? [];
  return seq === undefined ? null : Number(seq);
}
