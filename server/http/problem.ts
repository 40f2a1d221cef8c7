import { Refusal, refusalTitles } from '../../src/refusal.ts';
import type { RefusalCode } from '../../src/refusal.ts';
import { baseHeaders } from './respond.ts';

/** The status of each refusal over HTTP. */
export const statuses = {
  'bad-input': 422,
  'bad-json': 400,
  'wrong-content-type': 415,
  'body-too-large': 413,
  'length-required': 411,
  'wrong-method': 405,
  'not-available': 422,
  unauthorized: 401,
  'not-allowed': 403,
  'not-a-person': 403,
  'not-yours': 403,
  'not-found': 404,
  'slug-taken': 409,
  'vague-gate': 422,
  'nobody-can-answer': 422,
  'gate-key-mismatch': 409,
  'gate-closed': 410,
  'already-decided': 409,
  'already-delivered': 409,
  'question-changed': 409,
  'not-decided': 409,
  'blocks-shrunk': 422,
  'fenced-off': 409,
  'turn-over': 409,
  'answers-unaccounted': 422,
  'acceptance-unmet': 422,
  'no-such-file': 422,
  'file-damaged': 422,
  'over-limit': 422,
  'wrong-state': 409,
  'idempotency-mismatch': 422,
  'wrong-host': 421,
  'cross-site': 403,
  'code-spent': 401,
  'storage-failed': 503,
  busy: 503,
  stopping: 503,
  internal: 500,
} as const satisfies Record<RefusalCode, number>;

export type Problem = {
  readonly code: RefusalCode;
  readonly detail: string;
  readonly fix: string;
  readonly more: Readonly<Record<string, unknown>>;
};

/** RFC 9457. The members that every problem has cannot be hidden by those that one refusal adds. */
export function respondProblem({ code, detail, fix, more }: Problem): Response {
  const status = statuses[code];
  const body = { ...more, type: `/docs#${code}`, title: refusalTitles[code], status, code, detail, fix };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', ...baseHeaders, ...headersFor(code, more) },
  });
}

function headersFor(code: RefusalCode, more: Problem['more']): Readonly<Record<string, string>> {
  if (code === 'wrong-method') return { allow: String(more.allow) };
  if (code === 'unauthorized') return { 'www-authenticate': 'Bearer realm="gatebell"' };
  if (code === 'busy' || code === 'stopping') return { 'retry-after': '1' };
  if (code === 'body-too-large' || code === 'length-required') return { connection: 'close' };
  return {};
}

/** What a caller is told of an error that is not a refusal: that it failed here. The log has the rest. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal(
    'internal',
    'The service met a fault of its own. Nothing was changed.',
    'Try again; if it stays, look at the log of the service.',
  );
}
