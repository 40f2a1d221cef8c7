import { isValidSlackRequest } from '@slack/bolt';
import { z } from 'zod';
import type { Delivery } from './delivery.ts';
import { NotTaken } from './delivery.ts';
import { slackLimits, slackTimes } from './limits.ts';

export type HttpOptions = {
  readonly signingSecret: string;
  readonly nowMs: () => number;
  /** Ends when all is heard; Slack is answered as soon as `ack` is called. Rejects when nothing may be told as arrived. */
  readonly deliver: (delivery: Delivery) => Promise<void>;
  readonly report: (failure: unknown) => void;
};

/** Takes signed requests of Slack. What is not signed by Slack, or too old, or from the future, is not looked at. */
export function createHttpReceiver(options: HttpOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return answer(405, 'Slack posts here.', { allow: 'POST' });
    const text = await boundedText(request);
    if (text === null) return answer(413, `At most ${slackLimits.bodyBytesMax} bytes.`);
    if (new URLSearchParams(isForm(request) ? text : '').get('ssl_check') === '1') return answer(200, '');
    if (!isSigned(request, text, options)) return answer(401, 'Not signed by Slack for this moment.');
    const body = parseBody(request, text);
    if (body === null) return answer(400, 'Neither JSON nor a form of Slack.');
    const challenge = z.object({ type: z.literal('url_verification'), challenge: z.string() }).safeParse(body);
    if (challenge.success) return Response.json({ challenge: challenge.data.challenge });
    return answered(options, body);
  };
}

/** The first of: the answer, the end without one, and the time after which Slack no longer waits. */
function answered(options: HttpOptions, body: unknown): Promise<Response> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(answer(503, 'Not heard in time.')), slackTimes.answerMs);
    const ack = async (said?: unknown) => {
      clearTimeout(timer);
      resolve(said === undefined || said === '' ? answer(200, '') : Response.json(typeof said === 'string' ? { text: said } : said));
    };
    options
      .deliver({ body, ack })
      .then(() => resolve(answer(404, 'Nothing here answers that.')))
      .catch((failure: unknown) => {
        if (!(failure instanceof NotTaken)) options.report(failure);
        resolve(answer(503, 'Not taken. Send it again.'));
      })
      .finally(() => clearTimeout(timer));
  });
}

function isSigned(request: Request, body: string, { signingSecret, nowMs }: HttpOptions): boolean {
  const signature = request.headers.get('x-slack-signature');
  const stamp = request.headers.get('x-slack-request-timestamp');
  if (signature === null || stamp === null || !/^\d{1,12}$/.test(stamp)) return false;
  const nowMilliseconds = nowMs();
  const ageSeconds = nowMilliseconds / 1000 - Number(stamp);
  if (ageSeconds > slackTimes.signatureAgeMaxSeconds || ageSeconds < -slackTimes.signatureAheadMaxSeconds) return false;
  return isValidSlackRequest({
    signingSecret,
    body,
    headers: { 'x-slack-signature': signature, 'x-slack-request-timestamp': Number(stamp) },
    nowMilliseconds,
  });
}

function parseBody(request: Request, text: string): unknown {
  if (!isForm(request)) return parseJson(text);
  const form = new URLSearchParams(text);
  const payload = form.get('payload');
  return payload === null ? Object.fromEntries(form) : parseJson(payload);
}

function isForm(request: Request): boolean {
  return (request.headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded');
}

function parseJson(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' ? parsed : null;
  } catch {
    return null;
  }
}

async function boundedText(request: Request): Promise<string | null> {
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > slackLimits.bodyBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } });
}
