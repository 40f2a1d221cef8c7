import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Quarter } from './quarter.ts';
import type { TownOfThree } from './town.ts';
import { openTownOfThree } from './town.ts';

let town: TownOfThree;
const keys = { made: 0 };

beforeAll(async () => {
  town = await openTownOfThree();
}, 60_000);

afterAll(() => town.close());

const names = ['slack', 'discord', 'telegram'] as const;

type Ready = {
  readonly ok?: boolean;
  readonly platforms: Readonly<
    Record<
      string,
      { readonly ok: boolean; readonly failing: string | null; readonly trouble: { readonly reason: string; readonly fix: string } | null }
    >
  >;
  readonly broken_routes: readonly { readonly route: string; readonly reason: string; readonly fix: string }[];
};

/** Always 200: the trouble of a platform never makes the service unready. */
async function readiness(): Promise<Ready> {
  const { status, body } = await town.service.stranger().get<Ready>('/readyz');
  expect(status).toBe(200);
  return body;
}

function nextKey(): number {
  keys.made += 1;
  return keys.made;
}

/** While one platform is out, a gate is asked, stands on the other two, and is answered on one of them. */
async function goesOnWithout(out: Quarter): Promise<string> {
  const { code } = await town.ask(0, `asked while ${out.name} is out ${nextKey()}`);
  const others = town.quarters.filter((quarter) => quarter !== out);
  await town.until(`${code} stands on the others`, () => others.every((quarter) => quarter.cards(code).length === 1));
  const [first] = others;
  await first?.press('mara', code, 'Go on');
  await town.until(`${code} is decided and the others say so`, () =>
    others.every((quarter) => quarter.cards(code).some(({ shown }) => shown.includes('Answered "Go on" by Mara Voss'))),
  );
  return code;
}

/** Afterwards that gate stands on the platform as it is now, and the next one can be answered there. */
async function isBack(out: Quarter, code: string): Promise<void> {
  await town.until(
    `${out.name} says what was decided meanwhile`,
    () => out.cards(code).some(({ shown, buttons }) => buttons.length === 0 && shown.includes('Answered "Go on" by Mara Voss')),
    90_000,
  );
  const { code: next } = await town.ask(0, `asked when ${out.name} is back ${nextKey()}`);
  await town.until(`${next} stands there`, () => out.cards(next).length === 1, 90_000);
  await town.until(
    `${next} can be answered there`,
    async () => {
      if ((await town.gate(next)).state === 'answered') return true;
      if (out.cards(next).some(({ buttons }) => buttons.includes('Stop here'))) await out.press('mara', next, 'Stop here');
      return false;
    },
    90_000,
  );
  await town.until(`${out.name} is well`, async () => (await readiness()).platforms[out.name]?.ok === true, 90_000);
}

describe.each(names)('%s alone', (name) => {
  test('is out of reach: the others go on, readyz says which, and it heals by itself', { timeout: 240_000 }, async () => {
    const out = town[name];
    out.down(true);

    const code = await goesOnWithout(out);
    await town.until('readyz says so', async () => (await readiness()).platforms[name]?.ok === false);
    const { platforms } = await readiness();
    out.down(false);

    expect(
      Object.entries(platforms)
        .filter(([, { ok }]) => !ok)
        .map(([bad]) => bad),
    ).toEqual([name]);
    await isBack(out, code);
  });

  test('has its token taken away: readyz says which and what to do, and it heals when it is given back', { timeout: 240_000 }, async () => {
    const out = town[name];
    out.revoke(true);

    const code = await goesOnWithout(out);
    await town.until('readyz names the setting', async () =>
      new RegExp(`${name.toUpperCase()}_(?:BOT_)?TOKEN`).test((await readiness()).platforms[name]?.trouble?.fix ?? ''),
    );
    const { platforms } = await readiness();
    out.revoke(false);

    expect(
      Object.entries(platforms)
        .filter(([, { ok }]) => !ok)
        .map(([bad]) => bad),
    ).toEqual([name]);
    await isBack(out, code);
  });

  test('has put the bot out of its channel: the route is named with what to do, and mended when it is let in again', {
    timeout: 240_000,
  }, async () => {
    const out = town[name];
    out.expel(0, true);

    const code = await goesOnWithout(out);
    await town.until('readyz names the route', async () => (await readiness()).broken_routes.length === 1);
    const { broken_routes } = await readiness();
    const notice = 'Nothing can be put on';
    await town.until('people elsewhere are told', () => town.quarters.some((quarter) => quarter !== out && standsNear(quarter, notice)));
    out.expel(0, false);

    expect(broken_routes[0]?.fix).toMatch(/bot|permission|channel/i);
    await isBack(out, code);
    expect((await readiness()).broken_routes).toEqual([]);
  });
});

test('all three are out of reach when the service starts: it starts all the same, and each comes when it can', {
  timeout: 240_000,
}, async () => {
  for (const quarter of town.quarters) quarter.down(true);
  await town.service.kill();
  await town.service.restart();
  const { code } = await town.ask(0, `asked while all are out ${nextKey()}`);
  const { platforms } = await readiness();

  for (const quarter of town.quarters) quarter.down(false);

  expect(names.map((name) => platforms[name]?.ok)).toEqual([false, false, false]);
  await town.until('the card stands everywhere', () => town.quarters.every((quarter) => quarter.cards(code).length > 0), 120_000);
});

function standsNear(quarter: Quarter, text: string): boolean {
  return quarter.said().some((shown) => shown.includes(text));
}
