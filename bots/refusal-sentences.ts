import type { Refusal, RefusalCode } from '../src/refusal.ts';

type Sentence = (refusal: Refusal) => string;

const asItSays: Sentence = (refusal) => `${refusal.detail} ${refusal.fix}`;
const tryAgain: Sentence = (refusal) => `Nothing was changed: ${refusal.detail} Try again in a moment.`;
const notForChat: Sentence = (refusal) => `Nothing was changed. ${refusal.detail}`;

/** What a person in a chat is told for each refusal. A new code breaks the build until it stands here. */
const sentences = {
  'bad-input': asItSays,
  'bad-json': notForChat,
  'wrong-method': notForChat,
  'wrong-content-type': notForChat,
  'body-too-large': notForChat,
  'length-required': notForChat,
  'not-available': asItSays,
  unauthorized: notForChat,
  'not-allowed': notForChat,
  'not-a-person': notForChat,
  'not-yours': asItSays,
  'not-found': asItSays,
  'slug-taken': notForChat,
  'vague-gate': notForChat,
  'nobody-can-answer': notForChat,
  'gate-key-mismatch': notForChat,
  'gate-closed': asItSays,
  'already-decided': asItSays,
  'already-delivered': asItSays,
  'question-changed': asItSays,
  'not-decided': asItSays,
  'blocks-shrunk': notForChat,
  'fenced-off': notForChat,
  'turn-over': notForChat,
  'answers-unaccounted': notForChat,
  'acceptance-unmet': notForChat,
  'no-such-file': notForChat,
  'file-damaged': notForChat,
  'over-limit': asItSays,
  'wrong-state': asItSays,
  'idempotency-mismatch': notForChat,
  'wrong-host': notForChat,
  'cross-site': notForChat,
  'code-spent': asItSays,
  'storage-failed': tryAgain,
  busy: tryAgain,
  stopping: tryAgain,
  internal: () => 'Gatebell failed at this; the reason is in its log. Look at the gate before you try again.',
} as const satisfies Record<RefusalCode, Sentence>;

export function refusalSentence(refusal: Refusal): string {
  return sentences[refusal.code](refusal);
}
