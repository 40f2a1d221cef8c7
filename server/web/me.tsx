import { getCookie } from 'hono/cookie';
import type { FC } from 'hono/jsx';
import type { z } from 'zod';
import { randomUUID } from 'node:crypto';
import { listTokens } from '../../src/people/list-tokens.ts';
import { revokeToken } from '../../src/people/revoke-token.ts';
import { readForm } from './form.ts';
import { respondPage, seeOther } from './headers.ts';
import { Page } from './layout.tsx';
import { endedCookie } from './session.ts';
import type { Visit } from './visit.ts';
import { act, lookFrom, see } from './visit.ts';
import { clockTime, visible } from './words.ts';

type Token = z.infer<typeof listTokens.output>['items'][number];

/** `GET /me`: who you are here, the keys, and everything that can act as you. */
export async function mePage(visit: Visit): Promise<Response> {
  const { person, actor } = visit.visitor;
  const { items, now } = await lookFrom(visit, async (look) => ({ ...(await see(look, listTokens, {})), now: look.now }));
  const live = items.filter(({ state, expires_at }) => state === 'live' && (expires_at === null || expires_at > now));
  const keysOff = getCookie(visit.context, 'gb-keys') === 'off';
  return respondPage(
    200,
    <Page visit={visit} title="You" place="me">
      <h1 dir="auto">{visible(person.name)}</h1>
      <p>{`Your name here is ${person.slug}. Times are shown in ${person.time_zone}. Your answers are held for ${person.hold_s} s, irreversible ones for at least 30 s.`}</p>
      <h2 id="keys-switch">Keys</h2>
      <form method="post" action="/me/keys">
        <p>{keysOff ? 'Letters and digits do nothing here.' : 'Letters and digits are shortcuts here: type ? to see them.'}</p>
        <input type="hidden" name="keys" value={keysOff ? 'on' : 'off'} />
        <button type="submit">{keysOff ? 'Switch the keys on' : 'Switch the keys off'}</button>
      </form>
      <h2>Sessions</h2>
      <p>Whoever has one of these can answer as you. Each ends by itself after 30 days; end those that you do not know.</p>
      <ul class="list">
        {[...live]
          .sort((a, b) => (a.issued_at < b.issued_at ? 1 : -1))
          .map((token) => (
            <Session token={token} own={token.id === actor.token} since={clockTime(token.issued_at, now, person.time_zone)} />
          ))}
      </ul>
      <form method="post" action="/logout">
        <button type="submit">Sign out here</button>
      </form>
    </Page>,
  );
}

const Session: FC<{ readonly token: Token; readonly own: boolean; readonly since: string }> = ({ token, own, since }) => (
  <li data-nav="row">
    <form method="post" action="/me/sessions/end" class="session">
      <input type="hidden" name="token" value={token.id} />
      <input type="hidden" name="key" value={randomUUID()} />
      <span>{`${token.where === undefined ? 'a token of the API' : visible(token.where)}, since ${since}${own ? ': this one' : ''}`}</span>{' '}
      <button type="submit" aria-label={`End the session ${token.id}`}>
        End
      </button>
    </form>
  </li>
);

/** `POST /me/sessions/end`: revoked at once, also for its open pages. */
export async function endSessionAction(visit: Visit): Promise<Response> {
  const form = await readForm(visit.context.req);
  await act(visit, revokeToken, { token: form.token }, form.key ?? '');
  if (form.token !== visit.visitor.actor.token) return seeOther('/me');
  return seeOther('/login', { 'set-cookie': endedCookie(visit.parts.web, visit.context) });
}

const yearS = 31_536_000;

/** `POST /me/keys`: a cookie, so that the page knows it before its script runs. */
export async function keysAction(visit: Visit): Promise<Response> {
  const form = await readForm(visit.context.req);
  const off = form.keys === 'off';
  return seeOther('/me', { 'set-cookie': `gb-keys=${off ? 'off' : 'on'}; Path=/; Max-Age=${yearS}; HttpOnly; SameSite=Lax` });
}
