import { written } from '../../bots/written.ts';
import type { Dice } from './dice.ts';

export const nul = String.fromCharCode(0);
const loneSurrogates = [
  String.fromCharCode(0xd8_00),
  String.fromCharCode(0xdc_00),
  `${String.fromCharCode(0xdc_00)}a${String.fromCharCode(0xd8_3d)}`,
];
const prototypeNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON'] as const;

const deeper = '@deeper than a stack@';

/** The JSON of a payload. Of what is nested deeper than can be written here, a mark was put in its place. */
export function wireText(payload: unknown): string {
  const levels = 50_000;
  const deep = '['.repeat(levels) + ']'.repeat(levels);
  return (written(() => JSON.stringify(payload)) ?? deep).replaceAll(`"${deeper}"`, () => deep);
}

const texts: readonly string[] = [
  '',
  ' ',
  nul,
  `a${nul}b`,
  ...loneSurrogates,
  ...prototypeNames,
  'null',
  'undefined',
  'NaN',
  '-1',
  '00',
  '1e309',
  '9'.repeat(20),
  '9'.repeat(400),
  '-0x1',
  '@everyone @here <!channel>',
  '<@U0MARA> [x](javascript:alert(1)) `',
  '\u202e\u2066',
  '👩‍👩‍👧‍👦'.repeat(40),
  'é'.normalize('NFD').repeat(50),
  "'; drop table press; --",
  '{{7*7}}',
  '%00%ff%zz',
  '../../../../etc/passwd',
  'http://127.0.0.1:1/',
  'not a url',
  '\r\nX-Injected: yes',
  '/gatebell',
  '/start',
  '/answer g1 maybe',
  'answer g999999999 maybe',
  'undo g999999999',
  'pause goal-1',
  'note nowhere hello',
  'g1 perhaps',
];

const numbers: readonly number[] = [
  0,
  -0,
  -1,
  0.5,
  1e21,
  1e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  777_000,
  1_087_968_824,
];

/** Any value that JSON can carry and that nobody expects there. `pool`: ids and tokens of this town, in the wrong place. */
export function hostileValue(dice: Dice, pool: readonly unknown[]): unknown {
  switch (dice.below(10)) {
    case 0:
    case 1:
      return dice.of(texts);
    case 2:
      return dice.of(numbers);
    case 3:
      return dice.of([null, true, false, [], {}, [[]], [null], [{}], { length: -1 }]);
    case 4:
      return 'x'.repeat(dice.of([65, 256, 1_001, 4_097, 40_000]));
    case 5:
      return dice.chance(0.2) ? dice.of([nested(50), nested(3_000), deeper]) : named(dice.of(prototypeNames));
    default:
      return dice.of(pool);
  }
}

/** Any JSON at all. */
export function randomJson(dice: Dice, depth = 0): unknown {
  const kind = dice.below(depth > 3 ? 4 : 6);
  switch (kind) {
    case 4:
      return Array.from({ length: dice.below(4) }, () => randomJson(dice, depth + 1));
    case 5:
      return Object.fromEntries(Array.from({ length: dice.below(5) }, () => [dice.of(texts), randomJson(dice, depth + 1)]));
    default:
      return hostileValue(dice, [null]);
  }
}

function nested(depth: number): unknown {
  let inner: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) inner = level % 2 === 0 ? [inner] : { a: inner };
  return inner;
}

/** An own key that shadows what every object has, as `JSON.parse` makes it. */
function named(name: string): unknown {
  return JSON.parse(`{${JSON.stringify(name)}:{"polluted":true},"id":"x"}`);
}
