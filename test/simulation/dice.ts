/** Seeded randomness: the same seed throws the same dice. */
export type Dice = {
  /** A whole number from 0 to below `count`. */
  below(count: number): number;
  chance(probability: number): boolean;
  one<Value>(values: readonly Value[]): Value | undefined;
  some<Value>(values: readonly Value[], max: number): readonly Value[];
};

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  const one = <Value>(values: readonly Value[]) => values[below(values.length)];
  return {
    below,
    one,
    chance: (probability) => next() < probability,
    some: (values, max) => [...new Set(Array.from({ length: below(max + 1) }, () => one(values)).filter((value) => value !== undefined))],
  };
}
