import { askLoginCode } from '../src/people/issue-login-code.ts';
import type { Asker, Desk } from './desk.ts';
import { act } from './desk.ts';
import { when } from './when.ts';

/**
 * A link with which who asks signs in on the web, told to them alone; nothing where no address is known. The code stands behind the
 * `#`: whatever only looks the link up never sends it.
 */
export async function signInLines(desk: Desk, asker: Asker): Promise<readonly string[]> {
  if (desk.publicUrl === undefined) return [];
  const { code, expires_at } = await act(desk, asker, askLoginCode, {});
  const link = `${desk.publicUrl.replace(/\/+$/, '')}/login#${code}`;
  return [`Sign in on the web with this, once, until ${when(expires_at, asker.person.time_zone)}; show it to nobody: ${link}`];
}
