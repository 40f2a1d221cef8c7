import { Hono } from 'hono';
import type { Context } from 'hono';
import { Refusal } from '../../src/refusal.ts';
import type { AnyVerb, AnyView } from '../../src/verb.ts';
import type { Binding } from './bindings.ts';
import { boundVerbs, boundViews } from './bound.ts';
import { verbCall, viewCall } from './call.ts';
import { docsCall } from './docs.ts';
import { eventsCall } from './events.ts';
import { keepFileCall, readFileCall } from './files.ts';
import { healthCalls } from './health.ts';
import { laterCall, laterCalls } from './later-calls.ts';
import { gateCall } from './long-poll.ts';
import { openApiCall } from './openapi.ts';
import type { HttpParts } from './parts.ts';
import { pathBook } from './paths.ts';
import { followEvents, readFile } from './plain-calls.ts';
import { refusalOf, respondProblem } from './problem.ts';
import { refuseOtherHost } from '../web/guard.ts';
import { webPages } from '../web/pages.tsx';

type Handler = (context: Context) => Promise<Response>;

/** The whole HTTP surface. What stands in the catalog has its call; every refusal leaves as problem+json. */
export function buildApp(parts: HttpParts): Hono {
  const app = new Hono();
  const book = pathBook();
  app.use(async (context, next) => {
    refuseOtherHost(parts.web, new URL(context.req.url));
    await next();
  });
  const mount = (method: string, path: string, handler: Handler) => {
    book.add(method, path);
    app.on(method, path, (context) => {
      const ofContract = path.startsWith('/v1/');
      if (ofContract && context.req.method !== method) throw noSuchCall(context, book.methodsOf(context.req.path)); // Hono serves HEAD as GET
      if (ofContract && parts.stopping.aborted) throw stopping();
      return handler(context);
    });
  };
  for (const [method, path] of laterCalls) mount(method, path, async () => respondRefused(parts, laterCall(method, path)));
  mount('GET', followEvents.path, eventsCall(parts));
  mount('GET', readFile.path, readFileCall(parts));
  for (const { verb, binding } of boundVerbs()) mount(binding.method, binding.path, verbHandler(parts, verb, binding));
  for (const { view, binding } of boundViews()) mount(binding.method, binding.path, viewHandler(parts, view, binding));
  mount('POST', '/slack/events', platformCall(parts.slack, slackOff));
  mount('POST', '/telegram/webhook', platformCall(parts.telegram, telegramOff));
  for (const [path, handler] of healthCalls(parts)) mount('GET', path, handler);
  mount('GET', '/openapi.json', openApiCall());
  mount('GET', '/docs', docsCall());
  for (const [method, path, handler] of webPages(parts)) mount(method, path, handler);
  app.notFound((context) => respondRefused(parts, noSuchCall(context, book.methodsOf(context.req.path))));
  app.onError((error, context) => {
    if (!(error instanceof Refusal) && !context.req.raw.signal.aborted) parts.onFault(error, `${context.req.method} ${context.req.path}`);
    return respondRefused(parts, refusalOf(error));
  });
  return app;
}

function verbHandler(parts: HttpParts, verb: AnyVerb, binding: Binding): Handler {
  return binding.handler === 'bytes' ? keepFileCall(parts, verb, binding) : verbCall(parts.kernel, verb, binding);
}

function viewHandler(parts: HttpParts, view: AnyView, binding: Binding): Handler {
  return binding.handler === 'waits' ? gateCall(parts, view, binding) : viewCall(parts.kernel, view, binding);
}

const slackOff = {
  detail: 'Slack is off here, or is received in Socket Mode.',
  fix: 'Set SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET to receive it here.',
};
const telegramOff = {
  detail: 'Telegram is off here, or is polled.',
  fix: 'Set TELEGRAM_TOKEN, TELEGRAM_WEBHOOK_SECRET and GATEBELL_PUBLIC_URL to receive it here.',
};

/** What a platform posts is verified and answered by its own receiver. */
function platformCall(receive: HttpParts['slack'], off: { readonly detail: string; readonly fix: string }): Handler {
  return async (context) => {
    if (receive !== null) return receive(context.req.raw);
    throw new Refusal('not-found', off.detail, off.fix);
  };
}

function respondRefused({ metrics }: HttpParts, refusal: Refusal): Response {
  metrics.refused(refusal.code);
  return respondProblem(refusal);
}

function noSuchCall(context: Context, methods: readonly string[]): Refusal {
  const { method, path } = context.req;
  if (methods.length === 0)
    return new Refusal('not-found', `There is nothing at ${path.slice(0, 200)}.`, 'Look at /docs for the calls of this service.');
  return new Refusal('wrong-method', `${path.slice(0, 200)} takes ${methods.join(', ')}; ${method} came.`, `Use ${methods.join(' or ')}.`, {
    allow: methods,
  });
}

function stopping(): Refusal {
  return new Refusal('stopping', 'The service is stopping.', 'Repeat when it is back, with the same key.');
}
