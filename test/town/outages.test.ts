import { describe, expect, test } from 'vitest';
import type { Quarter } from './quarter.ts';
import type { TownOfThree } from './town.ts';
import { openTownOfThree } from './town.ts';

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
async function readiness(town: TownOfThree): Promise<Ready> {
  const { status, body } = await town.service.stranger().get<Ready>('/readyz');
  if (status !== 200) throw new Error(`the service is not ready: ${status}`);
  return body;
}

/** The platforms that readyz calls unwell. */
async function unwell(town: TownOfThree): Promise<readonly string[]> {
  return Object.entries((await readiness(town)).platforms).flatMap(([name, { ok }]) => (ok ? [] : [name]));
}

/** While one platform is out, a gate is asked, stands on the other two, and is answered on one of them. */
async function goesOnWithout(town: TownOfThree, out: Quarter, key: string): Promise<string> {
  const { code } = await town.ask(0, key);
  const others = town.quarters.filter((quarter) => quarter !== out);
  await town.until(`${code} stands on the others`, () => others.every((quarter) => quarter.cards(code).length === 1));
  await others[0]?.press('mara', code, 'Go on');
  await town.until(`${code} is decided and the others say so`, () =>
    others.every((quarter) => quarter.cards(code).some(({ shown }) => shown.includes('Answered "Go on" by Mara Voss'))),
  );
  return code;
}

/** Afterwards that gate stands on the platform as it is now, and the next one can be answered there. */
async function isBack(town: TownOfThree, out: Quarter, code: string): Promise<void> {
  const isTold = () =>
    out.cards(code).some(({ shown, buttons }) => buttons.length === 0 && shown.includes('Answered "Go on" by Mara Voss'));
  await town.until(`${out.name} says what was decided meanwhile`, isTold, healsWithinMs);
  const { code: next } = await town.ask(0, `asked after ${code}`);
  await town.until(`${next} stands there`, () => out.cards(next).length > 0, healsWithinMs);
  const isAnswered = async () => {
    if ((await town.gate(next)).state === 'answered') return true;
    if (out.cards(next).some(({ buttons }) => buttons.includes('Stop here'))) await out.press('mara', next, 'Stop here');
    return false;
  };
  await town.until(`${next} can be answered there`, isAnswered, healsWithinMs);
  await town.until('all are well', async () => (await unwell(town)).length === 0, healsWithinMs);
}

/** Where nothing tells that it is mended, a broken route is tried again after a minute. */
const healsWithinMs = 120_000;

describe.concurrent.each(names)('%s alone', (name) => {
  test('is out of reach, loses its token, and is put out of its channel: the others go on, readyz says which and what to do, and it heals without a restart', {
    timeout: 600_000,
  }, async ({ expect }) => {
    const town = await openTownOfThree();
    const out = town[name];

    out.down(true);
    const duringOutage = await goesOnWithout(town, out, 'while it is out of reach');
    await town.until('readyz says which', async () => (await unwell(town)).includes(name));
    expect(await unwell(town)).toEqual([name]);
    out.down(false);
    await isBack(town, out, duringOutage);

    out.revoke(true);
    const withoutToken = await goesOnWithout(town, out, 'while its token is away');
    const setting = new RegExp(`${name.toUpperCase()}_(?:BOT_)?TOKEN`);
    await town.until('readyz names the setting', async () => setting.test((await readiness(town)).platforms[name]?.trouble?.fix ?? ''));
    expect(await unwell(town)).toEqual([name]);
    out.revoke(false);
    await isBack(town, out, withoutToken);

    out.expel(0, true);
    const outside = await goesOnWithout(town, out, 'while it is put out');
    await town.until('readyz names the route', async () => (await readiness(town)).broken_routes.length === 1);
    expect((await readiness(town)).broken_routes[0]?.fix).toMatch(/invite|let the bot|add the bot/i);
    await town.until('people elsewhere are told', () =>
      town.quarters.some((quarter) => quarter !== out && standsNear(quarter, 'Nothing can be put on')),
    );
    out.expel(0, false);
    await isBack(town, out, outside);
    expect((await readiness(town)).broken_routes).toEqual([]);
    await town.close();
  });
});

test('all three are out of reach when the service starts: it starts all the same, and each comes when it can', {
  timeout: 240_000,
}, async () => {
  const town = await openTownOfThree();
  for (const quarter of town.quarters) quarter.down(true);
  await town.service.kill();
  await town.service.restart();
  const { code } = await town.ask(0, 'while all are out');
  const out = await unwell(town);

  for (const quarter of town.quarters) quarter.down(false);

  expect(out).toEqual([...names]);
  await town.until('the card stands everywhere', () => town.quarters.every((quarter) => quarter.cards(code).length > 0), healsWithinMs);
  await town.close();
});

function standsNear(quarter: Quarter, text: string): boolean {
  return quarter.said().some((shown) => shown.includes(text));
}
