import type { Context } from 'hono';
import { Refusal, refusalTitles } from '../../src/refusal.ts';
import type { HttpParts } from '../http/parts.ts';
import { refusalOf, respondProblem, statuses } from '../http/problem.ts';
import { answerAction, correctionAction, undoAction } from './actions.tsx';
import { digestPage, digestsPage } from './digests.tsx';
import { filePage } from './files.ts';
import { gatePage } from './gate.tsx';
import { boardPage, goalsPage } from './goals.tsx';
import { refuseOtherSite } from './guard.ts';
import { respondAsset, respondPage, seeOther } from './headers.ts';
import { BarePage } from './layout.tsx';
import { ledgerPage, ledgersPage, receiptPage } from './ledger.tsx';
import { openLiveFeed } from './live-feed.ts';
import { livePage } from './live.ts';
import { loginAction, loginPage, logoutAction } from './login.tsx';
import { endSessionAction, keysAction, mePage } from './me.tsx';
import { inboxPage } from './queue.tsx';
import { isSecure, visitorOf } from './session.ts';
import { settingsPage } from './settings.tsx';
import type { Visit } from './visit.ts';
import { wantsJson } from './visit.ts';
import { visible } from './words.ts';

type Handler = (context: Context) => Promise<Response>;
type Route = readonly [method: 'GET' | 'POST', path: string, handler: Handler];
type Walk = (visit: Visit) => Promise<Response>;

/** Every page, form and file for browsers. Each is for the person behind the session, but for signing in. */
export function webPages(parts: HttpParts): readonly Route[] {
  const feed = openLiveFeed(parts);
  const own = (method: Route[0], path: string, walk: Walk): Route => [method, path, guarded(parts, signedIn(parts, walk))];
  const { script, style } = parts.web.assets;
  return [
    ['GET', '/', async () => seeOther('/inbox')],
    ['GET', script.path, async () => respondAsset(script)],
    ['GET', style.path, async () => respondAsset(style)],
    ['GET', '/login', guarded(parts, async (context) => loginPage(parts, context))],
    ['POST', '/login', guarded(parts, (context) => loginAction(parts, context))],
    own('POST', '/logout', logoutAction),
    own('GET', '/inbox', inboxPage),
    own('GET', '/gates/:gate', gatePage),
    own('POST', '/gates/:gate/answer', answerAction),
    own('POST', '/gates/:gate/undo', undoAction),
    own('POST', '/gates/:gate/correction', correctionAction),
    ...['answer', 'undo', 'correction'].map((form) => own('GET', `/gates/:gate/${form}`, toGate)),
    own('GET', '/goals', goalsPage),
    own('GET', '/goals/:goal', boardPage),
    own('GET', '/goals/:goal/ledger', ledgerPage),
    own('GET', '/goals/:goal/ledger/:seq', receiptPage),
    own('GET', '/ledger', ledgersPage),
    own('GET', '/digests', digestsPage),
    own('GET', '/digests/:digest', digestPage),
    own('GET', '/settings', settingsPage),
    own('GET', '/me', mePage),
    own('POST', '/me/keys', keysAction),
    own('POST', '/me/sessions/end', endSessionAction),
    own('GET', '/files/:sha256', filePage),
    own('GET', '/live', (visit) => livePage(visit, feed)),
  ];
}

/** A form that came back stands at its own address: whoever opens or reloads that comes to its gate. */
async function toGate({ context }: Visit): Promise<Response> {
  return seeOther(`/gates/${encodeURIComponent(context.req.param('gate') ?? '')}`);
}

/** What is refused here is told as a page, or as a problem to our script. Nothing of a fault of our own is shown. */
function guarded(parts: HttpParts, handler: Handler): Handler {
  return async (context) => {
    try {
      refuseOtherSite(parts.web, context);
      const response = await handler(context);
      if (isSecure(parts.web, context)) response.headers.set('strict-transport-security', 'max-age=31536000');
      return response;
    } catch (error) {
      if (!(error instanceof Refusal) && !context.req.raw.signal.aborted) parts.onFault(error, `${context.req.method} ${context.req.path}`);
      const refusal = refusalOf(error);
      parts.metrics.refused(refusal.code);
      return wantsJson({ context })
        ? respondProblem(refusal)
        : respondPage(statuses[refusal.code], <Refused parts={parts} refusal={refusal} />);
    }
  };
}

/** Whoever is not signed in is led there, and back afterwards. A form or our script is told so instead: it keeps what was typed. */
function signedIn(parts: HttpParts, walk: Walk): Handler {
  return async (context) => {
    if (parts.stopping.aborted) throw new Refusal('stopping', 'The service is stopping.', 'Reload the page when it is back.');
    const visitor = await visitorOf(parts, context);
    if (visitor !== undefined) return walk({ parts, context, visitor });
    const isPage =
      ['GET', 'HEAD'].includes(context.req.method) &&
      !wantsJson({ context }) &&
      context.req.query('part') === undefined &&
      context.req.path !== '/live';
    if (!isPage)
      throw new Refusal('unauthorized', 'Your session ended, so nothing was sent.', 'Sign in at /login, then go back and send it again.');
    const { pathname, search } = new URL(context.req.url);
    return seeOther(`/login?next=${encodeURIComponent(pathname + search)}`);
  };
}

function Refused({ parts, refusal }: { readonly parts: HttpParts; readonly refusal: Refusal }) {
  return (
    <BarePage title={refusalTitles[refusal.code]} web={parts.web}>
      <h1>{refusalTitles[refusal.code]}</h1>
      <p dir="auto">{visible(refusal.detail)}</p>
      <p dir="auto">{visible(refusal.fix)}</p>
      <p>
        <a href="/inbox">To the inbox</a>
        {refusal.code === 'unauthorized' ? (
          <>
            {' · '}
            <a href="/login">Sign in</a>
          </>
        ) : null}
      </p>
    </BarePage>
  );
}
