/**
 * The closed list of refusals: what a mistaken caller is told. Each surface maps every code
 * (`satisfies Record<RefusalCode, …>`), so a new code breaks the build until each surface answers for it.
 * The sentence and the fix belong to the place that refuses; the title here is the code in words.
 */
export const refusalTitles = {
  'bad-input': 'The input does not fit the call',
  'bad-json': 'The body is not JSON',
  'wrong-content-type': 'The content type is not accepted',
  'body-too-large': 'The body is over the limit',
  'length-required': 'The body has no declared length',
  'wrong-method': 'The path does not take this method',
  'not-available': 'This belongs to a later part of Gatebell',
  unauthorized: 'No valid credential came with the call',
  'not-allowed': 'This credential may not do this',
  'not-a-person': 'Only a person may decide',
  'not-yours': 'This gate is for somebody else',
  'not-found': 'There is no such thing here',
  'slug-taken': 'That name is taken',
  'vague-gate': 'The gate is not one concrete question',
  'nobody-can-answer': 'Nobody could answer this gate',
  'gate-key-mismatch': 'The same key was used for another question',
  'gate-closed': 'The gate is closed',
  'already-decided': 'The gate is decided',
  'already-delivered': 'The answer was delivered',
  'question-changed': 'The question changed',
  'not-decided': 'The gate has no answer yet',
  'blocks-shrunk': 'A gate cannot give up what it blocks',
  'fenced-off': 'Another session holds this turn',
  'turn-over': 'The turn is over',
  'answers-unaccounted': 'An answer that freed the todo was not accounted for',
  'acceptance-unmet': 'The evidence does not meet the acceptance of the todo',
  'no-such-file': 'The evidence names a file that is not here',
  'file-damaged': 'The bytes do not have the digest that was named',
  'over-limit': 'A limit is reached',
  'wrong-state': 'The state does not allow this',
  'idempotency-mismatch': 'The same idempotency key came with another body',
  'wrong-host': 'The service does not answer for this host',
  'cross-site': 'Another site sent this',
  'code-spent': 'The login code is unknown, used or too old',
  'storage-failed': 'The change could not be stored',
  busy: 'Too much is queued',
  stopping: 'The service is stopping',
  internal: 'The service failed',
} as const;

export type RefusalCode = keyof typeof refusalTitles;

/** A typed "no" to a mistaken caller. `detail`: what was expected and what came. `fix`: what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly detail: string;
  readonly fix: string;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(code: RefusalCode, detail: string, fix: string, more: Readonly<Record<string, unknown>> = {}) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.fix = fix;
    this.more = more;
  }
}

export function notFound(what: string, named: string, where: string): Refusal {
  return new Refusal('not-found', `There is no ${what} "${named}" ${where}.`, `List the ${what}s and name one of them.`);
}

export function slugTaken(what: string, name: string): Refusal {
  return new Refusal('slug-taken', `There is already a ${what} named "${name}".`, 'Choose another slug, or change the one that is there.');
}

export function overLimit(what: string, max: number, came: number): Refusal {
  return new Refusal('over-limit', `There can be at most ${max} ${what}; this would make ${came}.`, 'Finish or remove some first.');
}
