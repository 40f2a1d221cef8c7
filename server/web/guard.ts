import type { Context } from 'hono';
import { Refusal } from '../../src/refusal.ts';
import type { WebParts } from './parts.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const addressForm = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;

type Where = Pick<WebParts, 'host' | 'publicUrl'>;

/**
 * Refuses a request for a host that is not ours. Without that, a web page whose name is made to lead to this machine would read
 * what only this machine may (DNS rebinding). An address cannot be rebound, so where the service listens on more than loopback
 * any address will do.
 */
export function refuseOtherHost({ host, publicUrl }: Where, requested: URL): void {
  const open = !['127.0.0.1', '::1', 'localhost'].includes(host);
  const ours = [...loopbackNames, host, `[${host}]`];
  if (ours.includes(requested.hostname) || (open && addressForm.test(requested.hostname))) return;
  if (publicUrl !== undefined && new URL(publicUrl).host === requested.host) return;
  throw new Refusal(
    'wrong-host',
    `This service does not answer for the host "${requested.host.slice(0, 200)}".`,
    'Use the address that it printed at its start, or set GATEBELL_PUBLIC_URL to the address that people use.',
  );
}

/** Refuses what another site makes a browser send to a page. Only its links may lead here: they change nothing. */
export function refuseOtherSite(where: Where, context: Context): void {
  const { req } = context;
  const site = req.header('sec-fetch-site');
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (isRead ? site === undefined || readable(site, req.header('sec-fetch-mode'), req.header('sec-fetch-dest')) : isOwn(where, context))
    return;
  throw new Refusal(
    'cross-site',
    isRead ? 'Another site asked for this page inside its own.' : 'This form was not sent by a page of this Gatebell.',
    'Nothing was changed. Open the page itself, and send its form from there.',
  );
}

function readable(site: string, mode: string | undefined, dest: string | undefined): boolean {
  if (site === 'same-origin' || site === 'none') return true;
  return mode === 'navigate' && (dest === undefined || dest === 'document');
}

/** Both headers are held to it where both came; where neither did, nothing says that the form is ours. */
function isOwn({ publicUrl }: Where, { req }: Context): boolean {
  const site = req.header('sec-fetch-site');
  const origin = req.header('origin');
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return site === 'same-origin';
  const origins = [new URL(req.url).origin, ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])];
  return origins.includes(origin);
}
