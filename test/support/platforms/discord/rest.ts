import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault, Faults } from '../faults.ts';
import { actsFirst } from '../faults.ts';
import { isJson } from '../json.ts';
import type { Body } from './body.ts';
import { objectIn, parseBody } from './body.ts';
import type { Rates } from './rates.ts';
import type { RefusalCode } from './refuse.ts';
import { DiscordRefusal, refusal, refusals, refuse, refuseForm } from './refuse.ts';
import type { Discord, Route } from './routes/route.ts';
import type { Found } from './routes/routes.ts';
import { routeOf } from './routes/routes.ts';
import { shapeFaults, unknownKeys } from './schemas/shape.ts';
import type { Call } from './state.ts';

/** Looks on at the calls of the bot: before one acts, and after it acted but before it is answered. `drop`: nothing more comes of it. */
export type Onlooker = (call: Call, moment: 'before' | 'after') => Promise<'drop' | 'go on'>;

export type RestContext = Discord & {
  readonly faults: Faults;
  readonly routes: readonly Route[];
  readonly rates: Rates;
  readonly onlooker: () => Onlooker | null;
  /** Keeps a request that is never answered, to be cut when the fake closes. */
  readonly hang: (response: ServerResponse) => void;
};

type Reply = { readonly status: number; readonly body: unknown; readonly headers: Readonly<Record<string, string>> };

/** Answers one call of `/api/v10/…`. */
export async function answerCall(
  context: RestContext,
  path: string,
  request: IncomingMessage,
  bytes: Buffer,
  response: ServerResponse,
): Promise<void> {
  const { state, faults } = context;
  const url = new URL(path, 'http://discord');
  const found = routeOf(context.routes, request.method ?? '', url.pathname);
  const name = found?.route.name ?? `${request.method} ${url.pathname}`;
  const body = await bodyOf(request, bytes);
  const asked = body instanceof DiscordRefusal ? {} : body.json;
  const channel = channelOf(context, found);
  const call: Call = {
    atMs: state.clock.nowMs(),
    method: name,
    path: url.pathname,
    channel,
    args: asked,
    outcome: 'under way',
    reply: null,
  };
  state.calls.push(call);
  if ((await context.onlooker()?.(call, 'before')) === 'drop') return dropped(call, response);
  const fault = faults.take(name, channel);
  if (fault !== null && !actsFirst(fault)) return strike(context, fault, call, response);
  const reply = replyTo(context, found, request, url.searchParams, body, call);
  call.reply = reply.body ?? null;
  call.outcome = isJson(reply.body) && reply.status >= 400 ? `${reply.status} ${String(reply.body.code)}` : String(reply.status);
  if ((await context.onlooker()?.(call, 'after')) === 'drop') return dropped(call, response);
  if (fault !== null) return strike(context, fault, call, response);
  send(context, response, reply);
}

function replyTo(
  context: RestContext,
  found: Found | null,
  request: IncomingMessage,
  query: URLSearchParams,
  body: Body | DiscordRefusal,
  call: Call,
): Reply {
  const { state, rates } = context;
  const headers = found === null ? {} : rates.headers(found.route, call.channel);
  try {
    checkAgent(request);
    if (found === null) return { ...failed(refusal(0)), headers: {} };
    if (found.route.token === 'bot') checkToken(context, request);
    rates.check(found.route, call.channel);
    if (body instanceof DiscordRefusal) throw body;
    checkShape(context, found.route, body);
    const reply = found.route.run(context, { params: found.params, query, json: body.json, args: objectIn(body), files: body.files });
    checkOwnAnswer(found.route, reply);
    return { status: reply === undefined ? 204 : 200, body: reply, headers };
  } catch (failure) {
    if (failure instanceof DiscordRefusal) return { ...failed(failure), headers: { ...headers, ...failed(failure).headers } };
    state.warnings.push(`${call.method}: ${String(failure)}`);
    return { status: 500, body: { message: `the fake itself failed: ${String(failure)}`, code: 0 }, headers };
  }
}

function failed({ status, body }: DiscordRefusal): Reply {
  return { status, body, headers: status === 429 ? limitHeaders(Number(body.retry_after ?? 1), body.global === true) : {} };
}

function limitHeaders(retryAfterS: number, global: boolean): Record<string, string> {
  return {
    'retry-after': String(Math.ceil(retryAfterS)),
    'x-ratelimit-scope': global ? 'global' : 'user',
    ...(global ? { 'x-ratelimit-global': 'true' } : {}),
  };
}

function checkAgent(request: IncomingMessage): void {
  if (!(request.headers['user-agent'] ?? '').startsWith('DiscordBot (')) refuse(40333);
}

function checkToken({ state }: RestContext, request: IncomingMessage): void {
  if (request.headers.authorization === `Bot ${state.app.token}` && state.token === 'valid') return;
  throw new DiscordRefusal(401, { message: '401: Unauthorized', code: 0 });
}

function checkShape({ state }: RestContext, route: Route, { json }: Body): void {
  if (route.request === null) return;
  const elements = Array.isArray(json)
    ? json.map((element, at) => ({ element: element as unknown, path: [at] }))
    : [{ element: json, path: [] }];
  for (const { element, path } of elements) {
    const schema = route.request(element);
    if (schema === null) refuseForm([{ path: ['type'], code: 'BASE_TYPE_CHOICES', message: 'Not a type of answer.' }]);
    const faults = shapeFaults(schema, element).map((fault) => ({ ...fault, path: [...path, ...fault.path] }));
    if (faults.length > 0) refuseForm(faults);
    for (const key of unknownKeys(schema, element)) state.warnings.push(`${route.name}: Discord does not know the key ${key}`);
  }
}

/** What the fake answers has to be what Discord would: anything else is a fault of the fake. */
function checkOwnAnswer(route: Route, reply: unknown): void {
  const { response } = route;
  if (response === null || reply === undefined) return;
  const wrong = (Array.isArray(reply) ? reply : [reply]).flatMap((one) => shapeFaults(response, one));
  if (wrong.length > 0)
    throw new Error(`answers what Discord would not: ${wrong.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`);
}

async function bodyOf(request: IncomingMessage, bytes: Buffer): Promise<Body | DiscordRefusal> {
  try {
    return await parseBody(request.headers['content-type'] ?? '', bytes);
  } catch (failure) {
    if (failure instanceof DiscordRefusal) return failure;
    throw failure;
  }
}

/** The channel that a call is about; of an interaction, the one that it came from. */
function channelOf({ state }: RestContext, found: Found | null): string | null {
  const { channel, token } = found?.params ?? {};
  if (channel !== undefined) return channel;
  return [...state.interactions.values()].find((interaction) => interaction.token === token)?.channel ?? null;
}

function dropped(call: Call, response: ServerResponse): void {
  if (call.outcome === 'under way') call.outcome = 'dropped';
  response.destroy();
}

function strike(context: RestContext, fault: Fault, call: Call, response: ServerResponse): void {
  call.outcome = `${call.outcome === 'under way' ? '' : `${call.outcome}, then `}${fault.kind}`;
  switch (fault.kind) {
    case 'rate-limited': {
      const body = { message: 'You are being rate limited.', retry_after: fault.retryAfterS, global: false };
      return send(context, response, {
        status: 429,
        body,
        headers: { ...limitHeaders(fault.retryAfterS, false), 'x-ratelimit-bucket': call.method },
      });
    }
    case 'status':
      return send(context, response, { status: fault.status, body: { message: `${fault.status}: of the fake`, code: 0 }, headers: {} });
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Discord</title><h1>We are on it</h1>');
      return;
    case 'reset':
      response.destroy();
      return;
    case 'hang':
      context.hang(response);
      return;
    case 'error':
      return send(context, response, errorReply(fault.error));
  }
}

/** `error` of a fault is one of Discord's codes, or `global` for the limit of all calls together. */
function errorReply(error: string): Reply {
  if (error === 'global') {
    const body = { message: 'You are being rate limited.', retry_after: 1, global: true };
    return { status: 429, body, headers: limitHeaders(1, true) };
  }
  if (!(error in refusals)) throw new Error(`Discord has no code ${error} here; there are global, ${Object.keys(refusals).join(', ')}`);
  const code = Number(error) as RefusalCode; // it is in the table
  return failed(refusal(code, refusals[code][0] === 429 ? { retry_after: 1, global: false } : {}));
}

function send({ state }: RestContext, response: ServerResponse, { status, body, headers }: Reply): void {
  if ([401, 403, 429].includes(status)) state.invalidRequests += 1;
  if (body === undefined) return void response.writeHead(status, headers).end();
  sendJson(response, status, body, headers);
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
