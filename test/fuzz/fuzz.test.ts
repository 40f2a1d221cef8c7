import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerEntries, pressesIn } from '../support/ledger-heads.ts';
import type { Dice } from './dice.ts';
import { diceFrom } from './dice.ts';
import type { FuzzTown, Way } from './fuzz-town.ts';
import { codesOf, openFuzzTown, platforms } from './fuzz-town.ts';
import { httpCalls } from './http-calls.ts';
import { loggedIn, unjudged } from './logged.ts';
import type { Material } from './material.ts';
import { gatherMaterial } from './material.ts';
import type { Send } from './senders.ts';
import { discordByGateway, slackOverHttp, slackOverSockets, telegramPolled, telegramPosted } from './senders.ts';

const payloads = Number(process.env.GATEBELL_FUZZ ?? 4_000);
const seed = Number(process.env.GATEBELL_SEED ?? Date.now() % 1_000_000);
const atOnce = 6;
/** What is kept for a while anyway (calls under way, buckets of rates, rows that were read) once a fifth was sent. */
const grownMbMax = 250;
const withinMs = 60_000 + payloads * 30;

const ways = ['sockets and polling', 'HTTP and webhook'] as const satisfies readonly Way[];

describe.each(ways)('over %s', (way) => {
  let town: FuzzTown;

  beforeAll(async () => {
    town = await openFuzzTown(way);
  }, 90_000);

  afterAll(() => town.close());

  test(`${payloads / 2} malformed payloads decide nothing and break nothing, GATEBELL_SEED=${seed}`, { timeout: withinMs }, async () => {
    const senders = sendersOf(town, await gatherMaterial(town));
    const { service, gates } = town;
    const before = { pid: service.pid(), entries: entriesOf(town), states: await statesOf(town) };
    const each = Math.ceil(payloads / 2 / senders.length);
    const first = Math.ceil(each / 5);

    await Promise.all(senders.map((send, nth) => sendAll(send, first, diceFrom(seed + nth))));
    const warmMb = await residentMb(town);
    await Promise.all(senders.map((send, nth) => sendAll(send, each - first, diceFrom(seed + 1_000 + nth))));
    await allHeard(town);
    const grownMb = (await residentMb(town)) - warmMb;

    town.discord.fake.gateway.invalidate(false); // whatever a false READY said is said anew
    await town.until('all is ready', async () => town.discord.fake.gateway.count() === 1 && (await isReady(town)));
    expect({ pid: service.pid(), entries: entriesOf(town), states: await statesOf(town) }).toEqual(before);
    expect(platforms.flatMap((platform) => town[platform].malformed())).toEqual([]);
    expect(grownMb).toBeLessThan(grownMbMax);
    for (const platform of platforms) {
      const code = gates.honest[platform];
      await town[platform].press('mara', code, 'Go on');
      await town.until(`an honest press on ${platform} counts`, async () => (await town.gate(code)).state === 'answered');
    }
    expect(unjudged(loggedIn(service.output()))).toEqual([]);
  });
});

function sendersOf(town: FuzzTown, material: Material): readonly Send[] {
  const isPosted = town.way === 'HTTP and webhook';
  return [
    isPosted ? slackOverHttp(town, material) : slackOverSockets(town, material),
    discordByGateway(town, material),
    isPosted ? telegramPosted(town, material) : telegramPolled(town, material),
    httpCalls(town),
  ];
}

async function sendAll(send: Send, count: number, dice: Dice): Promise<void> {
  let left = count;
  async function sendSome(): Promise<void> {
    for (; left > 0; ) {
      left -= 1;
      await send(dice);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendSome));
}

/** What was kept is heard in its own time: only when that does not go on is something lost. */
async function allHeard({ service }: FuzzTown): Promise<void> {
  const unheard = () => pressesIn(service.database).filter(({ done_at }) => done_at === null);
  let [least, sinceMs] = [Number.POSITIVE_INFINITY, Date.now()];
  for (let left = unheard(); left.length > 0; left = unheard()) {
    if (left.length < least) [least, sinceMs] = [left.length, Date.now()];
    if (Date.now() - sinceMs > 30_000) throw new Error(`${least} presses are never heard, such as ${left[0]?.raw.slice(0, 2_000) ?? ''}`);
    await pause(250);
  }
}

/** Whoever asks for a code, to link an account or to sign in, is given one for themselves: an entry that changes nothing else. */
function entriesOf({ service }: FuzzTown): readonly string[] {
  const codes = ['link-code-issued', 'login-code-issued'];
  return ledgerEntries(service.database).flatMap(({ id, type }) => (codes.includes(type) ? [] : [`${type} ${id}`]));
}

async function statesOf({ gate, gates }: FuzzTown): Promise<readonly string[]> {
  return Promise.all(codesOf(gates).map(async (code) => `${code} is ${(await gate(code)).state}`));
}

async function isReady({ service }: FuzzTown): Promise<boolean> {
  const { status, body } = await service.operator.get<{ platforms: Record<string, { ok: boolean }> }>('/readyz');
  return status === 200 && Object.values(body.platforms).every(({ ok }) => ok);
}

async function residentMb({ service }: FuzzTown): Promise<number> {
  const text = await (await service.operator.send('/metrics', {})).text();
  const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(text) ?? [];
  if (bytes === undefined) throw new Error('the memory is not told');
  return Math.round(Number(bytes) / 2 ** 20);
}
