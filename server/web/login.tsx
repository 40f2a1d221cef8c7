import type { FC } from 'hono/jsx';
import { codeAsTyped, openSession } from '../../src/people/open-session.ts';
import { Refusal } from '../../src/refusal.ts';
import type { Context } from 'hono';
import { parseInput } from '../http/parse-input.ts';
import type { HttpParts } from '../http/parts.ts';
import { sha256Hex } from '../sha256.ts';
import { readForm } from './form.ts';
import { respondPage, seeOther } from './headers.ts';
import { BarePage } from './layout.tsx';
import { browserOf } from './browser.ts';
import { endedCookie, sessionCookie } from './session.ts';
import { act } from './visit.ts';
import type { Visit } from './visit.ts';
import { revokeToken } from '../../src/people/revoke-token.ts';

/**
 * `GET /login`: the same page for everybody, and it reads nothing. The code of a link stands behind the `#`, which no browser sends:
 * whoever only fetches the link learns and spends nothing.
 */
export function loginPage(parts: HttpParts, context: Context): Response {
  return respondPage(200, <SignIn parts={parts} next={ownPath(context.req.query('next'))} fault={null} />);
}

/** `POST /login`: a person pressed the button. Only this spends a code. */
export async function loginAction(parts: HttpParts, context: Context): Promise<Response> {
  const form = await readForm(context.req);
  const next = ownPath(form.next);
  const { kernel, web } = parts;
  try {
    const where = browserOf(context.req.header('user-agent'));
    const input = parseInput(openSession.input, { code: form.code ?? '', where });
    const { reply } = await kernel.execute(openSession.name, { kind: 'stranger' }, input);
    const { token, expires_at } = openSession.output.parse(reply);
    return seeOther(next, { 'set-cookie': sessionCookie(web, context, token, { from: kernel.clock.now(), until: expires_at }) });
  } catch (error) {
    if (!(error instanceof Refusal) || (error.code !== 'code-spent' && error.code !== 'bad-input')) throw error;
    const fault = await whyNot(parts, form.code ?? '');
    return respondPage(401, <SignIn parts={parts} next={next} fault={fault} />);
  }
}

/** `POST /logout`: the token behind the cookie is revoked, not only forgotten. */
export async function logoutAction(visit: Visit): Promise<Response> {
  await readForm(visit.context.req);
  const { token } = visit.visitor.actor;
  if (token !== undefined) await act(visit, revokeToken, { token });
  return seeOther('/login', { 'set-cookie': endedCookie(visit.parts.web, visit.context) });
}

/** Whoever has the code learns what became of it; nobody can guess one. */
async function whyNot({ kernel }: HttpParts, typed: string): Promise<string> {
  const code = await kernel.reads.loginCode(sha256Hex(codeAsTyped(typed)));
  const anew = 'Ask for a new one: type link in your chat.';
  if (code?.spent_at !== undefined && code.spent_at !== null)
    return `This code was used at ${code.spent_at.slice(0, 16).replace('T', ' ')} UTC. ${anew}`;
  if (code !== undefined && code.expires_at <= kernel.clock.now()) return `This code is older than 15 minutes. ${anew}`;
  if (code !== undefined) return 'Nobody can sign in with this code any more: its person has left.';
  return `There is no such code. Look at it again, or ask for a new one: type link in your chat.`;
}

/** Where to go after signing in: a path of this service and nothing else. */
export function ownPath(next: string | undefined): string {
  const home = '/inbox';
  if (next === undefined || next.length > 500 || !/^\/[\w\-./?=&%#+~,:]*$/.test(next) || next.startsWith('//')) return home;
  return next.startsWith('/login') || next.startsWith('/logout') ? home : next;
}

type Shown = { readonly parts: HttpParts; readonly next: string; readonly fault: string | null };

const SignIn: FC<Shown> = ({ parts, next, fault }) => (
  <BarePage title="Sign in" web={parts.web}>
    <h1>Sign in</h1>
    <p>
      Type <code>link</code> to Gatebell in your chat for a sign-in link, or give the code here. A code works once, for 15 minutes.
    </p>
    <form class="sign-in" method="post" action="/login">
      <input type="hidden" name="next" value={next} />
      <label for="code">Code</label>
      <input
        id="code"
        name="code"
        autocomplete="one-time-code"
        autocapitalize="none"
        spellcheck={false}
        maxlength={100}
        required
        aria-describedby={fault === null ? undefined : 'code-fault'}
        aria-invalid={fault === null ? undefined : 'true'}
      />
      {fault === null ? null : (
        <p class="fault" id="code-fault">
          {fault}
        </p>
      )}
      <button type="submit" class="primary">
        Sign in
      </button>
    </form>
  </BarePage>
);
