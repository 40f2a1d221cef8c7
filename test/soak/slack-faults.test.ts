import { expect, test } from 'vitest';
import { randomFrom } from '../support/random-from.ts';
import type { Fault } from '../support/platforms/faults.ts';
import type { Town } from './slack-town.ts';
import { openTown, secretsOf } from './slack-town.ts';

const seed = Number(process.env.GATEBELL_SEED ?? Date.now() % 1_000_000);
const gates = Number(process.env.GATEBELL_SOAK_GATES ?? 300);
const goals = 6;
const share = 0.1;

const faults: readonly Fault[] = [
  { kind: 'rate-limited', retryAfterS: 1 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 502, after: true },
  { kind: 'reset' },
  { kind: 'reset', after: true },
  { kind: 'html' },
  { kind: 'html', after: true },
  { kind: 'hang', after: true },
  { kind: 'error', error: 'internal_error' },
];

test(`${gates} gates while a tenth of all calls fails: none lost, none decided twice, every card right at the end (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const town = await openTown({ mode: 'socket', goals });
  const random = randomFrom(seed);
  town.slack.faults.sometimes(share, faults, ['*'], random);
  town.slack.sendCopies(2);

  const asked = Array.from({ length: gates }, (_, nth) => ({ nth, option: random() < 0.5 ? 'Go on' : 'Stop here' }));
  const cutting = setInterval(() => town.slack.sockets.cut(), 7_000);
  const ofGoal = (goal: number) => asked.filter(({ nth }) => nth % goals === goal);
  await Promise.all(Array.from({ length: goals }, (_, goal) => decideEach(town, goal, ofGoal(goal))));
  const codes = asked.map(({ nth }) => `g${nth + 1}`); // numbered by the house, in whatever order they were asked
  clearInterval(cutting);
  await town.until('every card says what was decided', () => codes.every((code) => isRight(town, code)), 180_000);

  const cards = codes.map((code) => town.cards(code));
  expect(
    cards.filter((standing) => standing.length > 2 || standing.slice(1).some(({ shown }) => !shown.includes('may be a repeat'))),
  ).toEqual([]);
  expect([...town.decisions().values()]).toEqual(Array.from({ length: gates }, () => 1));
  expect(cards.flat().flatMap(({ dangers }) => dangers.filter((danger) => danger !== 'rich text user'))).toEqual([]);
  expect(secretsOf(town.slack).filter((secret) => town.service.output().includes(secret))).toEqual([]);
  expect(town.slack.state.calls.filter(({ outcome }) => outcome === 'invalid_blocks' || outcome === 'invalid_arguments')).toEqual([]);
  await town.close();
});

type Wanted = { readonly nth: number; readonly option: string };

/** A person presses, or replies where faults left a card without buttons, and does it again until it counts, as people do. */
async function decideEach(town: Town, goal: number, wanted: readonly Wanted[]): Promise<void> {
  const channel = town.goals[goal]?.channel ?? '';
  for (const { nth, option } of wanted) {
    const { code } = await town.ask(goal, `question-${nth}`);
    await town.until(`${code} stands there`, () => town.cards(code).length > 0, 120_000);
    for (let decided = false; !decided; ) {
      const card = town.cards(code)[0];
      if (card?.buttons.includes(option)) await town.slack.people.press({ user: 'U0MARA', channel, on: option, ts: card.ts });
      else if (card !== undefined) town.slack.people.say({ user: 'U0MARA', channel, text: option, thread: card.ts });
      decided = await within(2_000, async () => (await town.gate(code)).state === 'answered');
    }
    expect((await town.gate(code)).answer).toMatchObject({ option: option === 'Go on' ? 'yes' : 'no' });
  }
}

async function within(ms: number, holds: () => Promise<boolean>): Promise<boolean> {
  for (const endMs = Date.now() + ms; Date.now() < endMs; ) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

function isRight(town: Town, code: string): boolean {
  const standing = town.cards(code);
  return (
    standing.length > 0 &&
    standing.every(({ shown, buttons }) => buttons.length === 0 && /Answered "(Go on|Stop here)" by Mara Voss/.test(shown))
  );
}
