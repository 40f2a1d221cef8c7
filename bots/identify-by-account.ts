import type { Account } from '../src/people/identity.ts';
import { identityId } from '../src/people/identity.ts';
import type { Reads } from '../src/ports.ts';
import type { Route } from '../src/post/route.ts';
import type { Asker, Identify } from './desk.ts';
import type { Press, Standing } from './port.ts';

/** Whoever acts from an account is the person that the account was tied to, if the platform still calls it a member. */
export function identifyByAccount(platform: Account['platform'], reads: Reads): Identify {
  return async (press) => {
    const why = barredBecause(await press.standing());
    if (why !== null) return { kind: 'barred', why };
    const identity = await reads.identity(identityId({ platform, account: press.account }));
    if (identity === undefined || identity.person === null) return { kind: 'unknown' };
    const person = await reads.person(identity.person);
    if (person?.state !== 'active') return { kind: 'barred', why: 'You left this installation of Gatebell, so nothing was done.' };
    return { kind: 'known', asker: { person, platform, routes: await routesWhere(platform, press, reads), press } satisfies Asker };
  };
}

/** The open routes of the place that a press came from. A route of one thread is there only in that thread. */
export async function routesWhere(
  platform: Route['platform'],
  press: Pick<Press, 'from'>,
  reads: Pick<Reads, 'routesAt'>,
): Promise<readonly Route[]> {
  const { from } = press;
  if (from === null) return [];
  const found: Route[] = [];
  for (const address of from.addresses) found.push(...(await reads.routesAt(platform, address)));
  return found.filter((route) => route.thread === null || route.thread === from.thread);
}

function barredBecause(standing: Standing): string | null {
  switch (standing) {
    case 'member':
      return null;
    case 'guest':
      return 'Guests cannot decide or ask here, so nothing was done. Ask a full member.';
    case 'bot':
      return 'Only people decide, so nothing was done.';
    case 'stranger':
      return 'You are no member here, so nothing was done. Ask somebody who is.';
    case 'unverified':
      return 'Gatebell could not verify your account just now, so nothing was counted. Try again in a moment.';
  }
}
