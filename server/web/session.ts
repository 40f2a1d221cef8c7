import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Actor } from '../../src/actor.ts';
import type { Person } from '../../src/people/person.ts';
import { Refusal } from '../../src/refusal.ts';
import { checkStanding } from '../../src/run-verb.ts';
import type { Instant } from '../../src/time.ts';
import { msBetween } from '../../src/time.ts';
import type { Caller } from '../auth.ts';
import { authenticate } from '../auth.ts';
import type { HttpParts } from '../http/parts.ts';

/** The person behind a browser. Their token lives in the cookie alone, so ending the session is revoking the token. */
export type Visitor = {
  readonly actor: Extract<Actor, { kind: 'person' }>;
  readonly caller: Caller;
  readonly person: Person;
};

/** The visitor, or undefined when the cookie is missing, of another kind of caller, revoked or expired. */
export async function visitorOf({ kernel, web }: Pick<HttpParts, 'kernel' | 'web'>, context: Context): Promise<Visitor | undefined> {
  const token = getCookie(context, cookieName(web, context));
  if (token === undefined) return undefined;
  try {
    const caller = await authenticate(kernel, `Bearer ${token}`);
    if (caller.actor.kind !== 'person') return undefined;
    const actor = { ...caller.actor, surface: 'web' as const };
    await checkStanding({ actor, reads: kernel.reads, now: kernel.clock.now() });
    const person = await kernel.reads.person(actor.person);
    return person === undefined ? undefined : { actor, caller: { ...caller, actor }, person };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

type Web = HttpParts['web'];

/** A script never reads it, and another site never makes a browser send it with a form. */
export function sessionCookie(
  web: Web,
  context: Context,
  token: string,
  session: { readonly from: Instant; readonly until: Instant },
): string {
  return cookieText(web, context, token, Math.floor(msBetween(session.from, session.until) / 1_000));
}

export function endedCookie(web: Web, context: Context): string {
  return cookieText(web, context, '', 0);
}

function cookieText(web: Web, context: Context, value: string, maxAgeS: number): string {
  const secure = isSecure(web, context) ? '; Secure' : '';
  return `${cookieName(web, context)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}`;
}

function cookieName(web: Web, context: Context): string {
  return isSecure(web, context) ? '__Host-gb' : 'gb';
}

/** Behind a proxy the service itself speaks plain http: what counts is the address that people use. */
export function isSecure({ publicUrl }: Web, { req }: Context): boolean {
  if (publicUrl === undefined) return false;
  const { protocol, host } = new URL(publicUrl);
  return protocol === 'https:' && new URL(req.url).host === host;
}
