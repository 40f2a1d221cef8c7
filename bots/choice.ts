import type { Expects, Option } from '../src/gate/gate.ts';

/** What words mean as an answer to a gate. `unclear`: none of the options, or more than one. */
export type Choice =
  | { readonly kind: 'option'; readonly option: string }
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'unclear'; readonly why: string };

/** An option is meant by its whole key, number or label, in any case. A text gate takes the words as they are. */
export function chooseAnswer(expects: Expects, words: string): Choice {
  if (expects.kind === 'text') return { kind: 'value', value: words.trim() };
  const meant = expects.options.filter((option, index) => names(option, index).includes(plain(words)));
  const [only] = meant;
  if (only !== undefined && meant.length === 1) return { kind: 'option', option: only.key };
  const offered = expects.options.map((option, index) => `${index + 1}. ${option.key} (${option.label})`).join(', ');
  return { kind: 'unclear', why: `"${words}" is ${meant.length === 0 ? 'none' : 'more than one'} of the options: ${offered}.` };
}

function names(option: Option, index: number): readonly string[] {
  return [plain(option.key), plain(option.label), String(index + 1)];
}

function plain(words: string): string {
  return words.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}
