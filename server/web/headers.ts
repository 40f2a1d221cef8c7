import type { Child } from 'hono/jsx';
import type { Asset } from './assets.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types gatebell',
].join('; ');

/**
 * Sent with every page. No script or style but our own files, no frame around us, and nothing of an address leaves for another
 * site. `same-origin`, not `no-referrer`: under that a browser says `Origin: null` for our own forms.
 */
export const pageHeaders = {
  'content-security-policy': policy,
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;

type Extra = Readonly<Record<string, string>>;

export function respondPage(status: number, page: Child, extra: Extra = {}): Response {
  return respondHtml(status, `<!doctype html>${String(page)}`, extra);
}

/** A piece of a page, for the script of our own pages. */
export function respondPart(part: Child): Response {
  return respondHtml(200, String(part), {});
}

/** After a change: the browser goes on with a GET, so that a reload repeats nothing. `to` is a path of our own. */
export function seeOther(to: string, extra: Extra = {}): Response {
  return new Response(null, { status: 303, headers: { ...pageHeaders, location: to, ...extra } });
}

export function respondAsset({ type, text }: Asset): Response {
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  };
  return new Response(text, { status: 200, headers });
}

function respondHtml(status: number, html: string, extra: Extra): Response {
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...pageHeaders, ...extra } });
}
