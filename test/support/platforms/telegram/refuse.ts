import type { Json } from '../json.ts';

/** `{ok: false}` with Telegram's own words for it. */
export class TelegramRefusal extends Error {
  readonly code: number;
  readonly parameters: Json | null;

  constructor(code: number, description: string, parameters: Json | null = null) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

const begins = { 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 409: 'Conflict', 429: 'Too Many Requests' };

/** 400, as most refusals are. */
export function refuse(why: string, parameters: Json | null = null): never {
  throw new TelegramRefusal(400, `${begins[400]}: ${why}`, parameters);
}

export function forbid(why: string): never {
  throw new TelegramRefusal(403, `${begins[403]}: ${why}`);
}

export function conflict(why: string): TelegramRefusal {
  return new TelegramRefusal(409, `${begins[409]}: ${why}`);
}

export function tooManyRequests(retryAfterS: number): TelegramRefusal {
  return new TelegramRefusal(429, `${begins[429]}: retry after ${retryAfterS}`, { retry_after: retryAfterS });
}

export function refusalReply({ code, message, parameters }: TelegramRefusal): Json {
  return { ok: false, error_code: code, description: message, ...(parameters === null ? {} : { parameters }) };
}

/** The refusal that says this, with the code that its first words stand for. */
export function refusalSaying(description: string): TelegramRefusal {
  const named = Object.entries(begins).find(([, begin]) => description.startsWith(begin));
  return new TelegramRefusal(Number(named?.[0] ?? 400), description);
}
