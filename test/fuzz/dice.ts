import type { Dice as Thrown } from '../simulation/dice.ts';
import { diceOf } from '../simulation/dice.ts';

export type Dice = Pick<Thrown, 'below' | 'chance'> & {
  /** One of them; there must be one. */
  of<T>(list: readonly T[]): T;
};

export function diceFrom(seed: number): Dice {
  const { below, chance } = diceOf(seed);
  return {
    below,
    chance,
    of<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('there is nothing to draw from');
      return list[below(list.length)] as T; // it is below the length
    },
  };
}
