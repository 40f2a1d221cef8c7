import type { Dice } from './dice.ts';
import { hostileValue, randomJson } from './hostile.ts';

/** A place in a payload: what holds it, and under which name. */
type Spot = { readonly holder: Record<string, unknown> | unknown[]; readonly key: string };

export type Mutated = { readonly payload: unknown; readonly how: readonly string[] };

const mutationsMax = 3;

/** A copy of the payload with one to three things wrong in it, or something else altogether. */
export function mutate(payload: unknown, dice: Dice, pool: readonly unknown[]): Mutated {
  if (dice.chance(0.03)) return { payload: randomJson(dice), how: ['random'] };
  const root = { payload: structuredClone(payload) };
  const how: string[] = [];
  for (let count = 1 + dice.below(mutationsMax); count > 0; count -= 1) {
    const spots = spotsIn(root);
    if (spots.length === 0) break;
    how.push(change(dice.of(spots), spots, dice, pool));
  }
  return { payload: root.payload ?? null, how };
}

function change(spot: Spot, spots: readonly Spot[], dice: Dice, pool: readonly unknown[]): string {
  const value = read(spot);
  switch (dice.below(8)) {
    case 0:
      drop(spot);
      return `drop ${spot.key}`;
    case 1:
      write(spot, [value]);
      return `array for ${spot.key}`;
    case 2:
      write(spot, typeof value === 'number' ? String(value) : { value });
      return `wrapped or text ${spot.key}`;
    case 3: {
      const other = dice.of(spots);
      write(spot, copied(read(other)));
      return `${other.key} in place of ${spot.key}`;
    }
    case 4:
      if (typeof value !== 'string') break;
      write(
        spot,
        dice.of([value.slice(0, dice.below(value.length + 1)), value + value, value.toUpperCase(), `${value}\u0000`, ` ${value}`]),
      );
      return `another text ${spot.key}`;
    case 5:
      if (Array.isArray(spot.holder))
        spot.holder.push(...Array.from({ length: typeof value === 'object' ? 3 : dice.of([1, 30, 300]) }, () => value));
      else spot.holder[dice.of(['__proto__x', 'type', 'id', 'extra'])] = value;
      return `more beside ${spot.key}`;
    default:
  }
  write(spot, hostileValue(dice, pool));
  return `hostile ${spot.key}`;
}

/** Everything in it, however deep: no recursion, since what is in it may be deeper than a stack. */
function spotsIn(root: Record<string, unknown>): readonly Spot[] {
  const spots: Spot[] = [];
  const waiting: (Record<string, unknown> | unknown[])[] = [root];
  for (let holder = waiting.pop(); holder !== undefined && spots.length < 2_000; holder = waiting.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      spots.push({ holder, key });
      if (typeof value === 'object' && value !== null) waiting.push(value as Record<string, unknown> | unknown[]); // one of the two, in JSON
    }
  }
  return spots;
}

function read({ holder, key }: Spot): unknown {
  return Array.isArray(holder) ? holder[Number(key)] : holder[key];
}

/** As an own key, whatever its name. */
function write({ holder, key }: Spot, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function drop({ holder, key }: Spot): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

/** What is nested deeper than can be copied here is left out. */
function copied(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return null;
  }
}
