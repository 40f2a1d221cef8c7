import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TownOfThree } from './town.ts';
import { openTownOfThree } from './town.ts';

let town: TownOfThree;

beforeAll(async () => {
  town = await openTownOfThree();
}, 60_000);

afterAll(() => town.close());

test.each(['slack', 'discord', 'telegram'] as const)(
  'one gate on three platforms, asked over HTTP and answered on %s: the others say so, and so does the gate',
  async (name) => {
    const { code } = await town.ask(0, `asked for ${name}`);
    await town.until('the card stands everywhere', () => town.quarters.every((quarter) => quarter.cards(code).length === 1));
    const answered = town[name];

    await answered.press('mara', code, 'Go on');
    await town.until(`${name} tells Mara alone that it counts`, () =>
      answered.alone('mara').some((told) => told.includes(`Counted for ${code}`)),
    );
    await town.until('every card says who decided', () =>
      town.quarters.every((quarter) => quarter.cards(code).every(({ shown }) => shown.includes('Answered "Go on" by Mara Voss'))),
    );

    const gate = await town.gate(code);
    expect(gate).toMatchObject({ state: 'answered', answer: { option: 'yes', by: { name: 'Mara Voss' }, where: { surface: name } } });
    expect(town.cards(code).map(({ buttons, dangers }) => [...buttons, ...dangers])).toEqual([[], [], []]);
  },
);

test('one answered over HTTP is decided on all three, and a press that comes too late is told who was first', async () => {
  const { code } = await town.ask(0, 'asked for http', { deadline: '2099-01-01T12:00:00Z' });
  await town.until('the card stands everywhere', () => town.quarters.every((quarter) => quarter.cards(code).length === 1));
  const { code: login } = (await town.service.operator.post('/v1/people/ines/login-codes', {})).body;
  const { token } = (await town.service.stranger().post('/v1/sessions', { code: login })).body;
  const late = town.quarters.map((quarter) => ({ quarter, card: quarter.cards(code)[0] }));

  const reply = await town.service.as(String(token)).post(`/v1/gates/${code}/answer`, { option: 'no', revision: 1 });
  await town.until('every card says who decided', () =>
    town.quarters.every((quarter) => quarter.cards(code).every(({ shown }) => shown.includes('Answered "Stop here" by Ines Ruiz'))),
  );

  expect(reply.status).toBe(200);
  expect(late.every(({ card }) => card?.buttons.includes('Go on'))).toBe(true);
  for (const { quarter } of late) {
    quarter.reply('mara', code, 'yes');
    await town.until(`${quarter.name} tells Mara alone who decided`, () =>
      quarter.alone('mara').some((told) => told.includes(`${code} is already decided: "Stop here" by Ines Ruiz`)),
    );
  }
  expect([...town.decisions().values()].every((times) => times === 1)).toBe(true);
});
