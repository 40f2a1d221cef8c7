import { expect, test } from 'vitest';
import { openSlackTown } from '../town/town.ts';

const presses = 100;

test(`both sockets are renewed in the middle of ${presses} presses: none is lost`, { timeout: 300_000 }, async () => {
  const town = await openSlackTown({ mode: 'socket', goals: 4 });
  const { slack } = town;
  const questions = Array.from({ length: presses }, (_, nth) => ({ goal: nth % 4, key: `question-${nth}` }));
  const gates = await Promise.all(questions.map(async ({ goal, key }) => ({ ...(await town.ask(goal, key)), goal })));
  await town.until('every card stands there', () => gates.every(({ code }) => town.cards(code).length === 1), 120_000);

  const renewBoth = () => {
    slack.sockets.refresh();
    slack.sockets.refresh();
  };
  const press = ({ code, goal }: (typeof gates)[number]) =>
    slack.people.press({ user: 'U0MARA', channel: `C0GOAL${goal}`, on: 'Go on', ts: town.cards(code)[0]?.ts });
  const toldToPressAgain = () => slack.people.alone('U0MARA').filter(({ shown }) => shown.includes('could not keep that')).length;

  await Promise.all(
    gates.map(async (gate, nth) => {
      await new Promise((resolve) => setTimeout(resolve, nth * 20));
      if (nth === 30 || nth === 60) renewBoth();
      return press(gate);
    }),
  );
  await town.until('every press counts, or its presser was told', () => town.decisions().size + toldToPressAgain() >= presses, 60_000);
  // Where the disk stalls for longer than a press may wait.
  await Promise.all(gates.filter(({ id }) => !town.decisions().has(id)).map(press));
  await town.until('every gate is answered', () => town.decisions().size === presses, 60_000);

  expect([...town.decisions().values()]).toEqual(gates.map(() => 1));
  expect(slack.state.calls.filter(({ method }) => method === 'apps.connections.open').length).toBeGreaterThanOrEqual(4);
  await town.until('two sockets are open again', () => slack.sockets.count() === 2);
  await town.close();
});
