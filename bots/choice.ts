import type { Expects, Option } from '../src/gate/gate.ts';
import { cut } from './text.ts';

/** What words mean as an answer to a gate. `unclear`: none of the options, or more than one. */
export type Choice =
  | { readonly kind: 'option'; readonly option: string }
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'unclear'; readonly why: string };

/** `number`: the number of an option will do. `words`: only its whole key or label, where a slip could not be mended. */
export type Exactness = 'number' | 'words';

/** How much of what somebody said is repeated to them: what is offered stands behind it. */
const wordsMax = 100;

/** An option is meant by its whole key, number or label, in any case. A text gate takes the words as they are. */
export function chooseAnswer(expects: Expects, words: string, exactness: Exactness): Choice {
  if (expects.kind === 'text') return { kind: 'value', value: words.trim() };
  const meant = expects.options.filter((option, index) => names(option, index, exactness).includes(plain(words)));
  const [only] = meant;
  if (only !== undefined && meant.length === 1) return { kind: 'option', option: only.key };
  const offered = expects.options.map((option, index) => `${index + 1}. ${option.key} (${option.label})`).join(', ');
  const how = exactness === 'words' ? ' Here only a whole key or label counts.' : '';
  return {
    kind: 'unclear',
    why: `"${cut(words, wordsMax)}" is ${meant.length === 0 ? 'none' : 'more than one'} of the options: ${offered}.${how}`,
  };
}

function names(option: Option, index: number, exactness: Exactness): readonly string[] {
  return [plain(option.key), plain(option.label), ...(exactness === 'number' ? [String(index + 1)] : [])];
}

function plain(words: string): string {
  return words.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}
