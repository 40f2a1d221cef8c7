import { createHash, timingSafeEqual } from 'node:crypto';
import { telegramLimits } from './limits.ts';

export type HttpOptions = {
  readonly secret: string;
  /** Ends when it is kept; rejects when nothing may be told as arrived. */
  readonly take: (update: unknown) => Promise<void>;
};

/** Takes what Telegram posts. What does not carry the secret is not looked at. */
export function createHttpReceiver({ secret, take }: HttpOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return answer(405, 'Telegram posts here.', { allow: 'POST' });
    if (!alike(request.headers.get('x-telegram-bot-api-secret-token') ?? '', secret)) return answer(401, 'Not sent by Telegram.');
    const text = await boundedText(request);
    if (text === null) return answer(413, `At most ${telegramLimits.bodyBytesMax} bytes.`);
    const update = parseJson(text);
    if (update === undefined) return answer(400, 'Not JSON.');
    try {
      await take(update);
      return answer(200, '');
    } catch {
      return answer(503, 'Not taken. Send it again.');
    }
  };
}

/** In the same time whatever came. */
function alike(came: string, expected: string): boolean {
  const [one, other] = [came, expected].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function boundedText(request: Request): Promise<string | null> {
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > telegramLimits.bodyBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } });
}
