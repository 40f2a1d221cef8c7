import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault, Faults } from '../faults.ts';
import { actsFirst } from '../faults.ts';
import type { Json } from '../json.ts';
import { isJson } from '../json.ts';
import type { Arguments } from './arguments.ts';
import { parseArguments } from './arguments.ts';
import type { Method, Telegram } from './methods/method.ts';
import { methods } from './methods/methods.ts';
import { refusalReply, refusalSaying, refuse, TelegramRefusal, tooManyRequests } from './refuse.ts';
import { requestFaults } from './shape.ts';
import type { Call } from './state.ts';

/** Looks on at the calls of the bot: before one acts, and after it acted but before it is answered. `drop`: nothing more comes of it. */
export type Onlooker = (call: Call, moment: 'before' | 'after') => Promise<'drop' | 'go on'>;

export type BotApiContext = Telegram & {
  readonly faults: Faults;
  readonly onlooker: () => Onlooker | null;
  /** Keeps a request that is never answered, to be cut when the fake closes. */
  readonly hang: (response: ServerResponse) => void;
};

/** Answers one call of `/bot<token>/<method>`. */
export async function answerCall(
  context: BotApiContext,
  token: string,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { state, faults } = context;
  const method = methods.get(name.toLowerCase());
  const asked = await argumentsOf(method, request);
  const args = asked instanceof TelegramRefusal ? {} : asked.args;
  const call: Call = { atMs: state.clock.nowMs(), method: name, args, outcome: 'under way', reply: null };
  state.calls.push(call);
  response.once('close', () => {
    if (call.outcome === 'under way') call.outcome = 'gone';
  });
  if ((await context.onlooker()?.(call, 'before')) === 'drop') return void response.destroy();
  const fault = faults.take(name, args.chat_id === undefined ? null : String(args.chat_id));
  if (fault !== null && !actsFirst(fault)) return strike(context, fault, call, response);
  const reply = asked instanceof TelegramRefusal ? refusalReply(asked) : await replyTo(context, { method, token, asked }, response);
  call.reply = reply;
  call.outcome = reply.ok === true ? 'ok' : String(reply.description);
  if ((await context.onlooker()?.(call, 'after')) === 'drop') return void response.destroy();
  if (fault !== null) return strike(context, fault, call, response);
  sendReply(response, reply);
}

type Called = { readonly method: Method | undefined; readonly token: string; readonly asked: Arguments };

async function replyTo(context: BotApiContext, { method, token, asked }: Called, response: ServerResponse): Promise<Json> {
  const away = new AbortController();
  response.once('close', () => away.abort());
  try {
    checkToken(context, token);
    if (method === undefined) throw new TelegramRefusal(404, 'Not Found: method not found');
    const faults = requestFaults(method.request, asked.args);
    if (faults.length > 0) refuse(`what was asked does not fit: ${faults.join('; ')}`);
    return { ok: true, result: await method.run(context, { ...asked, gone: away.signal }) };
  } catch (failure) {
    if (failure instanceof TelegramRefusal) return refusalReply(failure);
    throw failure;
  }
}

async function argumentsOf(method: Method | undefined, request: IncomingMessage): Promise<Arguments | TelegramRefusal> {
  try {
    return await parseArguments(method?.request ?? 'Nothing', request);
  } catch (failure) {
    return failure instanceof TelegramRefusal ? failure : new TelegramRefusal(400, `Bad Request: ${String(failure)}`);
  }
}

export function checkToken({ state }: Telegram, token: string): void {
  if (!/^\d+:[\w-]{20,}$/.test(token)) throw new TelegramRefusal(404, 'Not Found');
  if (token !== state.bot.token || state.token === 'revoked') throw new TelegramRefusal(401, 'Unauthorized');
}

function strike(context: BotApiContext, fault: Fault, call: Call, response: ServerResponse): void {
  call.outcome = `${call.outcome === 'under way' ? '' : `${call.outcome}, then `}${fault.kind}`;
  switch (fault.kind) {
    case 'rate-limited':
      sendReply(response, refusalReply(tooManyRequests(fault.retryAfterS)));
      return;
    case 'status':
      sendReply(response, { ok: false, error_code: fault.status, description: statusTexts[fault.status] ?? 'Internal Server Error' });
      return;
    case 'html':
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html><head><title>502 Bad Gateway</title></head></html>');
      return;
    case 'reset':
      response.destroy();
      return;
    case 'hang':
      context.hang(response);
      return;
    case 'error':
      sendReply(response, refusalReply(refusalSaying(fault.error)));
      return;
  }
}

const statusTexts: Readonly<Record<number, string>> = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' };

/** The status of an answer is the code that stands in it. */
export function sendReply(response: ServerResponse, reply: Json): void {
  if (response.destroyed) return;
  const status = reply.ok === true ? 200 : Number(reply.error_code ?? 500);
  const waitS = isJson(reply.parameters) ? reply.parameters.retry_after : undefined;
  const headers = { 'content-type': 'application/json', ...(waitS === undefined ? {} : { 'retry-after': String(waitS) }) };
  response.writeHead(status, headers).end(JSON.stringify(reply));
}
