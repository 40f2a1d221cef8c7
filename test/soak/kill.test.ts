import { afterAll, beforeAll, expect, test } from 'vitest';
import { aQuestion } from '../end-to-end/setting.ts';
import type { GateReply } from '../end-to-end/setting.ts';
import type { Caller, Json } from '../support/caller.ts';
import { randomFrom } from '../support/random-from.ts';
import type { Quarter } from '../town/quarter.ts';
import type { TownOfThree } from '../town/town.ts';
import { openTownOfThree } from '../town/town.ts';

const lives = Number(process.env.GATEBELL_SOAK_LIVES ?? 6);
/** An agent works on at most so many goals: lives take turns on them. */
const goalsMax = 50;
const seed = Number(process.env.GATEBELL_SEED ?? Date.now() % 1_000_000);
/** Two posts and two edits on each platform; asking who presses and telling them comes on top. */
const callsOfALife = 12;

let town: TownOfThree;

beforeAll(async () => {
  town = await openTownOfThree({ goals: Math.min(lives, goalsMax) });
}, 120_000);

afterAll(() => town.close());

test(`kill -9 between two calls to the platforms, ${lives} times: each time it converges (seed ${seed})`, {
  timeout: 60_000 + lives * 30_000,
}, async () => {
  const random = randomFrom(seed);
  for (let life = 0; life < lives; life += 1) {
    const at = { call: 1 + Math.floor(random() * callsOfALife), moment: random() < 0.5 ? 'before' : 'after' } as const;
    const killed = killAt(at);

    const { answered, withdrawn } = await liveThrough(life, `life ${life}, killed ${at.moment} call ${at.call}`);
    await town.until(`life ${life} has ended`, killed);

    expect(await stateOf(answered), `life ${life}`).toMatchObject({ state: 'answered', answer: { option: 'yes' } });
    const says = (words: string) => ({ shown: expect.stringContaining(words), buttons: [] });
    for (const quarter of town.quarters) {
      expect(newestOf(quarter, answered), `life ${life} on ${quarter.name}`).toMatchObject(says('Answered "Go on" by Mara Voss'));
      expect(newestOf(quarter, withdrawn), `life ${life} on ${quarter.name}`).toMatchObject(says('asked twice. It lets nothing go.'));
    }
  }
  expect([...town.decisions().values()]).toEqual(Array.from({ length: lives }, () => 1));
});

/** The service dies at that call of its next ones, and is started again. Before: the call never arrived; after: it did, and nobody heard. */
function killAt(at: { readonly call: number; readonly moment: 'before' | 'after' }): () => boolean {
  let calls = 0;
  let killed = false;
  let restarted = false;
  const looker = async (moment: 'before' | 'after') => {
    if (moment === 'before') calls += 1;
    if (killed || calls < at.call || moment !== at.moment) return 'go on';
    killed = true;
    await town.service.kill();
    void town.service.restart().then(() => {
      restarted = true;
    });
    return 'drop';
  };
  for (const quarter of town.quarters) quarter.onCall(looker);
  return () => restarted;
}

/** Two gates: one is answered by a press, one is withdrawn. A press that was acknowledged is never pressed again. */
async function liveThrough(nth: number, life: string) {
  const slug = town.goals[nth % goalsMax] ?? '';
  const at = town.quarters[nth % town.quarters.length] as Quarter;
  const answered = await insist<GateReply>(town.agent, '/v1/gates', aQuestion(slug, `answered-${nth}`, { lanes: ['fixes'] }));
  const withdrawn = await insist<GateReply>(town.agent, '/v1/gates', aQuestion(slug, `withdrawn-${nth}`, { lanes: ['fixes'] }));
  const newest = () => town.quarters.flatMap((quarter) => [newestOf(quarter, answered), newestOf(quarter, withdrawn)]);
  await town.until(`${life}: the cards stand everywhere`, () => newest().every((card) => card !== undefined), 60_000);
  for (let acknowledged = false; !acknowledged; ) {
    acknowledged = (await at.press('mara', answered.code, 'Go on')) === 'acknowledged' || (await isAnswered(answered));
    if (!acknowledged) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await town.until(`${life}: the press that ${at.name} acknowledged counts`, () => isAnswered(answered), 60_000);
  await insist(town.agent, `/v1/gates/${withdrawn.id}/withdraw`, { why: 'asked twice' });
  await town.until(`${life}: every card is settled`, () => newest().every((card) => card?.buttons.length === 0), 60_000);
  return { answered, withdrawn };
}

/** On Telegram a card that was put twice has an older copy, which nobody can edit any more. */
function newestOf(quarter: Quarter, gate: GateReply) {
  return quarter.cards(gate.code).at(-1);
}

/** Asks until it is answered: the service may be dead for a moment, and the same request twice does it once. */
async function insist<Body = Json>(caller: Caller, path: string, body: Json): Promise<Body> {
  for (;;) {
    const reply = await caller.post<Body>(path, body, `${path} ${JSON.stringify(body)}`.slice(0, 120)).catch(() => null);
    if (reply !== null && reply.status < 300) return reply.body;
    if (reply !== null && reply.status < 500) throw new Error(`POST ${path} gave ${reply.status}: ${JSON.stringify(reply.body)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function isAnswered(gate: GateReply): Promise<boolean> {
  return (await stateOf(gate))?.state === 'answered';
}

async function stateOf(gate: GateReply): Promise<GateReply | undefined> {
  const reply = await town.service.operator.get<GateReply>(`/v1/gates/${gate.id}`).catch(() => undefined);
  return reply?.body;
}
