import type { Json } from '../json.ts';

/** What Discord says for each of its codes, and with which HTTP status. */
export const refusals = {
  0: [404, '404: Not Found'],
  10003: [404, 'Unknown Channel'],
  10004: [404, 'Unknown Guild'],
  10007: [404, 'Unknown Member'],
  10008: [404, 'Unknown Message'],
  10013: [404, 'Unknown User'],
  10015: [404, 'Unknown Webhook'],
  10062: [404, 'Unknown interaction'],
  20012: [403, 'You are not authorized to perform this action on this application'],
  20016: [429, 'This action cannot be performed due to slowmode rate limit'],
  20028: [429, 'The channel you are writing has hit the write rate limit'],
  30015: [400, 'Maximum number of attachments in a message reached (10)'],
  30034: [429, 'Max number of daily application command creates has been reached (200)'],
  30046: [429, 'Maximum number of edits to messages older than 1 hour reached. Try again later'],
  40001: [401, 'Unauthorized. Provide a valid token and try again'],
  40003: [429, 'You are opening direct messages too fast'],
  40005: [413, 'Request entity too large. Try sending something smaller in size'],
  40060: [400, 'Interaction has already been acknowledged.'],
  40333: [403, 'internal network error'],
  50001: [403, 'Missing Access'],
  50005: [403, 'Cannot edit a message authored by another user'],
  50006: [400, 'Cannot send an empty message'],
  50007: [403, 'Cannot send messages to this user'],
  50008: [400, 'Cannot send messages in a non-text channel'],
  50013: [403, 'Missing Permissions'],
  50027: [401, 'Invalid Webhook Token'],
  50035: [400, 'Invalid Form Body'],
  50083: [400, 'Thread is archived'],
  50109: [400, 'The request body contains invalid JSON.'],
  50278: [403, 'Cannot send messages to this user due to having no mutual guilds'],
  160004: [400, 'A thread has already been created for this message'],
  160005: [400, 'This thread is locked'],
  200000: [400, 'Message was blocked by automatic moderation'],
  240000: [400, 'Message was blocked by harmful links filter'],
} as const satisfies Readonly<Record<number, readonly [status: number, message: string]>>;

export type RefusalCode = keyof typeof refusals;

/** `{message, code}`, and whatever else belongs to it. */
export class DiscordRefusal extends Error {
  readonly status: number;
  readonly body: Json;

  constructor(status: number, body: Json) {
    super(String(body.message));
    this.status = status;
    this.body = body;
  }
}

export function refusal(code: RefusalCode, more: Json = {}): DiscordRefusal {
  const [status, message] = refusals[code];
  return new DiscordRefusal(status, { message, code, ...more });
}

export function refuse(code: RefusalCode, more: Json = {}): never {
  throw refusal(code, more);
}

/** What is wrong with one part of a request, by its path. */
export type FormFault = { readonly path: readonly PropertyKey[]; readonly code: string; readonly message: string };

/** 50035, with what is wrong nested by its path as Discord does. */
export function refuseForm(faults: readonly FormFault[]): never {
  const errors: Record<string, unknown> = {};
  for (const { path, code, message } of faults) {
    let at = errors;
    for (const step of path) {
      at[String(step)] ??= {};
      at = at[String(step)] as Record<string, unknown>; // each step of the tree is an object
    }
    at._errors = [...((at._errors as readonly unknown[] | undefined) ?? []), { code, message }];
  }
  refuse(50035, { errors });
}

export function refusePart(path: readonly PropertyKey[], code: string, message: string): never {
  return refuseForm([{ path, code, message }]);
}
