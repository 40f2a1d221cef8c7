import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomFrom } from '../support/random-from.ts';
import type { Quarter } from './quarter.ts';
import type { TownOfThree } from './town.ts';
import { openTownOfThree } from './town.ts';

const rounds = Number(process.env.GATEBELL_RACE_ROUNDS ?? 10);
const seed = Number(process.env.GATEBELL_SEED ?? Date.now() % 1_000_000);
const random = randomFrom(seed);
/** Races that run beside each other: each in a goal of its own, so that no platform is asked for more than it takes. */
const lanes = 8;
/** Goals take turns, so that no channel grows long. */
const goals = 48;

let town: TownOfThree;

beforeAll(async () => {
  town = await openTownOfThree({ goals, terminal: 'ines' });
}, 60_000);

afterAll(() => town.close());

/** Where somebody decides, whichever way that is there. */
type Place = Pick<Quarter, 'name'> | { readonly name: 'terminal' };

const pairs: readonly (readonly [Place['name'], Place['name']])[] = [
  ['slack', 'discord'],
  ['slack', 'telegram'],
  ['discord', 'telegram'],
  ['slack', 'terminal'],
  ['discord', 'terminal'],
  ['telegram', 'terminal'],
];

describe.each(pairs)('Mara on %s and Ines on %s at once', (first, second) => {
  test(`${rounds} times: one is counted, the other is told who won, and all copies are right`, { timeout: 600_000 }, async () => {
    const outcomes: { winner: string; loserTold: boolean }[] = [];
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        for (let round = lane; round < rounds; round += lanes)
          outcomes.push(await race(round % goals, `${first}-${second}-${round}`, first, second));
      }),
    );

    expect(outcomes).toHaveLength(rounds);
    expect(outcomes.filter(({ loserTold }) => !loserTold)).toEqual([]);
    // So many races are won by either, or they were none.
    if (rounds >= 100) expect(new Set(outcomes.map(({ winner }) => winner))).toEqual(new Set(['Mara Voss', 'Ines Ruiz']));
    expect([...town.decisions().values()].filter((times) => times !== 1)).toEqual([]);
  });
});

/** Both see the card; Mara goes on where she is and Ines stops where she is, in the same moment. */
async function race(goal: number, key: string, first: Place['name'], second: Place['name']) {
  const { code } = await town.ask(goal, key);
  await town.until(`${code} stands everywhere`, () => town.quarters.every((quarter) => quarter.cards(code).length === 1));
  await town.service.shows(`--- ${code} in `);

  const ahead = (2 * random() - 1) * aheadMaxMs;
  await Promise.all([
    after(-ahead).then(() => decide(first, 'mara', code, 'Go on')),
    after(ahead).then(() => decide(second, 'ines', code, 'Stop here')),
  ]);
  await town.until(`${code} is decided`, async () => (await town.gate(code)).state === 'answered');
  const { answer } = await town.gate(code);
  const isMaras = answer?.option === 'yes';
  const winner = isMaras ? 'Mara Voss' : 'Ines Ruiz';
  const decided = `"${isMaras ? 'Go on' : 'Stop here'}" by ${winner}`;
  const loser = isMaras ? ({ at: second, who: 'ines' } as const) : ({ at: first, who: 'mara' } as const);

  await town.until(`${code}: the loser is told who won`, () =>
    toldAt(loser.at, loser.who).some((told) => told.includes(`${code} is already decided: ${decided}`)),
  );
  await town.until(`${code}: every copy says who won`, () =>
    town.cards(code).every(({ shown, buttons }) => shown.includes(`Answered ${decided}`) && buttons.length === 0),
  );
  const says = (told: string) => told.includes(`Counted for ${code}`);
  const loserTold = !toldAt(loser.at, loser.who).some(says);
  return { winner, loserTold };
}

/** People are never exact, and ways are of different length: either may be first by so much. */
const aheadMaxMs = 400;

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}

/** Whoever sees that it was not taken presses again. */
async function decide(at: Place['name'], who: 'mara' | 'ines', code: string, label: string): Promise<void> {
  if (at === 'terminal') return town.service.type(`${code} ${label}`);
  while ((await town[at].press(who, code, label)) === 'lost');
}

function toldAt(at: Place['name'], who: 'mara' | 'ines'): readonly string[] {
  return at === 'terminal' ? town.service.output().split('\n') : town[at].alone(who);
}
