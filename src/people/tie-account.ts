import { house } from '../ids.ts';
import type { Reads } from '../ports.ts';
import type { Route } from '../post/route.ts';
import { Refusal } from '../refusal.ts';
import type { Tx } from '../verb.ts';
import type { Account, Identity } from './identity.ts';
import { identityId, ownAddress } from './identity.ts';
import type { Person } from './person.ts';

/** What has to be known before an account is tied to a person or taken from one: reads end at the first append. */
export type Tie = { readonly account: Account; readonly stands: Identity | undefined; readonly ownRoute: Route | undefined };

export async function lookAtAccount(reads: Reads, account: Account): Promise<Tie> {
  const stands = await reads.identity(identityId(account));
  const there = await reads.routesAt(account.platform, ownAddress(account));
  return { account, stands, ownRoute: there.find((route) => route.goal === null && route.person !== null) };
}

/** Refuses an account that is somebody else's: nobody takes over another's identity. */
export function refuseTaken({ account, stands }: Tie, person: Pick<Person, 'id'>): void {
  if (stands === undefined || stands.person === null || stands.person === person.id) return;
  throw new Refusal(
    'wrong-state',
    `The account ${identityId(account)} belongs to another person already.`,
    'Have an operator take it from that person first.',
  );
}

/** Appends that the account is this person's, and opens the route on which they alone are told things. Twice changes nothing. */
export function tieAccount(tx: Tx, tie: Tie, person: Pick<Person, 'id'>, how: Identity['how']): void {
  if (tie.stands?.person === person.id) return;
  const { account } = tie;
  if (tie.ownRoute === undefined) {
    const named = { goal: null, platform: account.platform, address: ownAddress(account), thread: null, purposes: [] };
    tx.append(house, { type: 'route-added', route: tx.newId('route'), ...named, person: person.id });
  }
  tx.append(house, { type: 'identity-linked', ...account, person: person.id, how });
}

/** Appends that the account is nobody's any more. */
export function untieAccount(tx: Tx, tie: Tie, person: Pick<Person, 'id'>): void {
  if (tie.ownRoute !== undefined) tx.append(house, { type: 'route-changed', route: tie.ownRoute.id, changes: { state: 'closed' } });
  tx.append(house, { type: 'identity-unlinked', ...tie.account, person: person.id });
}
