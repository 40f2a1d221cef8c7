import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAgent, aSetting } from '../end-to-end/setting.ts';
import { ledgerEntries } from '../support/ledger-heads.ts';
import { gatebell, startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { aWorkingAgent } from './working-agent.ts';
import type { Acknowledged, WorkingAgent } from './working-agent.ts';

const rounds = Number(process.env.GATEBELL_KILL_ROUNDS ?? 5);
const seed = Number(process.env.GATEBELL_SEED ?? Date.now() % 1_000_000);
const agents = 8;
const writesPerRound = 200;

let service: Service;
let team: readonly WorkingAgent[];

beforeAll(async () => {
  service = await startService();
  const lanes = Array.from({ length: agents }, (_, nth) => `lane-${nth}`);
  const { goal } = await aSetting(service, { lanes: lanes.slice(0, 4) });
  for (const lane of lanes.slice(4)) {
    await service.operator.post(`/v1/goals/${goal}/lanes`, { slug: lane, title: lane });
    await service.operator.post(`/v1/goals/${goal}/todos`, { lane, title: `Work on ${lane}` });
  }
  const names = lanes.map((_, nth) => `agent-${nth}`);
  team = await Promise.all(names.map(async (name) => aWorkingAgent(await anAgent(service, name, [goal]), goal, name)));
});

afterAll(() => service.remove());

test(`kill -9 under load from ${agents} agents, ${rounds} times: nothing acknowledged is lost or doubled (seed ${seed})`, {
  timeout: 30_000 + rounds * 20_000,
}, async () => {
  const random = randomFrom(seed);

  for (let round = 0; round < rounds; round += 1) {
    const before = team.map((agent) => agent.acknowledged.length);
    await workUntilKilled(random);
    const verified = await gatebell(['verify'], { GATEBELL_DB_URL: `file:${service.database}` });
    expect(verified, `round ${round}`).toMatchObject({ code: 0 });

    await service.restart();
    const acknowledged = team.map((agent, nth) => agent.acknowledged.slice(before[nth]));
    expect(acknowledged.flat().length).toBeGreaterThanOrEqual(writesPerRound);
    await repeatsGiveTheFirstReply(acknowledged);
    await Promise.all(team.map((agent) => agent.settle()));

    expect(marksInLedger(), `round ${round}`).toEqual(marksOf(team.flatMap((agent) => agent.acknowledged)));
  }
});

/** Works until this round has its acknowledged writes and a few more, then kills at a random moment. */
async function workUntilKilled(random: () => number): Promise<void> {
  const enough = writesPerRound + Math.floor(random() * 60);
  const delayMs = random() * 6;
  let count = 0;
  let killed: Promise<void> | undefined;
  const onAcknowledged = () => {
    count += 1;
    if (count >= enough) killed ??= pause(delayMs).then(() => service.kill());
  };
  await Promise.all(team.map((agent) => agent.workUntilCut(onAcknowledged)));
  await killed;
}

async function repeatsGiveTheFirstReply(acknowledged: readonly (readonly Acknowledged[])[]): Promise<void> {
  const repeatAll = async (agent: WorkingAgent, earlier: readonly Acknowledged[]) => {
    for (const { write, status, body } of earlier) {
      const again = await agent.repeat(write);
      expect({ status: again.status, body: again.body, replayed: again.headers.get('idempotency-replayed') }, write.key).toEqual({
        status,
        body,
        replayed: 'true',
      });
    }
  };
  await Promise.all(team.map((agent, nth) => repeatAll(agent, acknowledged[nth] ?? [])));
}

/** What each acknowledged write is known by in the ledger: exactly these, each once, may stand there. */
function marksOf(acknowledged: readonly Acknowledged[]): readonly string[] {
  return acknowledged
    .map(({ write, body }) => (write.kind === 'start' ? `start ${(body.turn as { id: string }).id}` : `${write.kind} ${write.key}`))
    .toSorted();
}

function marksInLedger(): readonly string[] {
  return ledgerEntries(service.database)
    .flatMap(({ type, data }) => {
      const event = JSON.parse(data) as Record<string, unknown>; // an entry's data is an object
      switch (type) {
        case 'turn-started':
          return [`start ${String(event.turn)}`];
        case 'turn-committed':
          return [`commit ${String(event.summary)}`];
        case 'gate-asked':
          return [`gate ${String(event.key)}`];
        case 'gate-withdrawn':
          return [`withdraw ${String(event.why)}`];
        default:
          return [];
      }
    })
    .toSorted();
}

/** Numbers in [0, 1) that the seed decides (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
