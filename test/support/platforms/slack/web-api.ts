import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseArguments } from './arguments.ts';
import type { Fault, Faults } from '../faults.ts';
import { actsFirst } from '../faults.ts';
import type { Json } from '../json.ts';
import { textOf } from '../json.ts';
import type { Slack } from './methods/method.ts';
import { methods } from './methods/methods.ts';
import { refuse, SlackRefusal } from './refuse.ts';
import { requestFaults } from './shape.ts';
import type { Call, State } from './state.ts';

/** Looks on at the calls of the bot: before one acts, and after it acted but before it is answered. `drop`: nothing more comes of it. */
export type Onlooker = (call: Call, moment: 'before' | 'after') => Promise<'drop' | 'go on'>;

export type WebApiContext = Slack & {
  readonly faults: Faults;
  readonly onlooker: () => Onlooker | null;
  readonly connectionUrl: () => string;
  /** Keeps a request that is never answered, to be cut when the fake closes. */
  readonly hang: (response: ServerResponse) => void;
};

/** Answers one call of `/api/<method>`. */
export async function answerCall(
  context: WebApiContext,
  method: string,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const { state, faults } = context;
  const args = argumentsOf(request, body);
  const shown = args instanceof SlackRefusal ? {} : args;
  const call: Call = { atMs: state.clock.nowMs(), method, args: shown, outcome: 'under way', reply: null };
  state.calls.push(call);
  if ((await context.onlooker()?.(call, 'before')) === 'drop') return void response.destroy();
  const fault = faults.take(method, textOf(shown.channel) || null);
  if (fault !== null && !actsFirst(fault)) return strike(context, fault, call, response);
  const reply = args instanceof SlackRefusal ? refusalReply(args) : replyTo(context, method, bearer(request), args);
  call.reply = reply;
  call.outcome = reply.ok === true ? 'ok' : textOf(reply.error);
  if ((await context.onlooker()?.(call, 'after')) === 'drop') return void response.destroy();
  if (fault !== null) return strike(context, fault, call, response);
  sendJson(response, 200, reply, scopeHeaders(state));
}

function replyTo(context: WebApiContext, name: string, token: string, args: Json): Json {
  try {
    const method = methods[name] ?? refuse('unknown_method');
    const { state } = context;
    checkToken(state, method.token, token);
    checkScope(state, method.scope(state, args));
    const faults = requestFaults(method.request, args);
    if (faults.length > 0) refuse('invalid_arguments', ...faults);
    const more = name === 'apps.connections.open' ? { url: context.connectionUrl() } : method.run(context, args);
    return { ok: true, ...more };
  } catch (failure) {
    if (failure instanceof SlackRefusal) return refusalReply(failure);
    throw failure;
  }
}

function refusalReply(refusal: SlackRefusal): Json {
  return { ok: false, error: refusal.error, ...refusal.more };
}

function argumentsOf(request: IncomingMessage, body: string): Json | SlackRefusal {
  try {
    return body === '' ? {} : parseArguments(request.headers['content-type'] ?? '', body);
  } catch (failure) {
    return failure instanceof SlackRefusal ? failure : new SlackRefusal('invalid_arguments');
  }
}

function checkToken(state: State, wanted: 'bot' | 'app', token: string): void {
  if (token === '') refuse('not_authed');
  const { botToken, appToken } = state.app;
  if (token !== botToken && token !== appToken) refuse('invalid_auth');
  if (state.token === 'revoked') refuse('token_revoked');
  if ((token === botToken) !== (wanted === 'bot')) refuse('not_allowed_token_type');
}

function checkScope(state: State, scope: string | null): void {
  if (scope === null || state.scopes.has(scope)) return;
  throw new SlackRefusal('missing_scope', { needed: scope, provided: botScopes(state) });
}

function bearer(request: IncomingMessage): string {
  return (request.headers.authorization ?? '').replace(/^Bearer /, '');
}

function scopeHeaders(state: State): Record<string, string> {
  return { 'x-oauth-scopes': botScopes(state) };
}

function botScopes(state: State): string {
  return [...state.scopes].filter((scope) => scope !== 'connections:write').join(',');
}

function strike(context: WebApiContext, fault: Fault, call: Call, response: ServerResponse): void {
  call.outcome = `${call.outcome === 'under way' ? '' : `${call.outcome}, then `}${fault.kind}`;
  switch (fault.kind) {
    case 'rate-limited':
      sendJson(response, 429, { ok: false, error: 'ratelimited' }, { 'retry-after': String(fault.retryAfterS) });
      return;
    case 'status':
      sendJson(response, fault.status, { ok: false, error: 'internal_error' }, {});
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Slack</title><h1>We are on it</h1>');
      return;
    case 'reset':
      response.destroy();
      return;
    case 'hang':
      context.hang(response);
      return;
    case 'error':
      sendJson(response, 200, { ok: false, error: fault.error }, scopeHeaders(context.state));
      return;
  }
}

export function sendJson(response: ServerResponse, status: number, body: Json, headers: Record<string, string>): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(JSON.stringify(body));
}
