import type { Account } from '../src/people/identity.ts';
import { accountPlatforms } from '../src/people/identity.ts';
import { confirmLink, linkAccount, offerLink } from '../src/people/link-account.ts';
import { alone } from './answer.ts';
import type { Asker, Desk } from './desk.ts';
import { act, actForNobody } from './desk.ts';
import type { Private } from './port.ts';
import { signInLines } from './sign-in.ts';
import { when } from './when.ts';

/** Somebody who is known gives the code of an account, or asks for one to type from an account. */
export async function linkKnown(desk: Desk, asker: Asker, code: string | null): Promise<Private> {
  const reply = await act(desk, asker, linkAccount, code === null ? {} : { code });
  if (reply.result === 'linked')
    return alone(`The account ${reply.platform}:${reply.account} is yours now. If it is not, have an operator take it away.`);
  const until = when(reply.expires_at, asker.person.time_zone);
  return alone(`Type this from the account that is to be yours, until ${until}: link ${reply.code}`, ...(await signInLines(desk, asker)));
}

/** An account that nobody is behind asks for a code, or gives the one of a person. */
export async function linkUnknown(desk: Desk, platform: string, account: string, code: string | null): Promise<Private> {
  const named = { platform, account };
  if (!isAccount(named)) return alone('Accounts of this platform cannot be linked.');
  if (code !== null) {
    const { name } = await actForNobody(desk, confirmLink, { ...named, code });
    return alone(`You are ${name} here from now on.`);
  }
  const reply = await actForNobody(desk, offerLink, named);
  return alone(
    `Your code is ${reply.code}. It holds for 10 minutes and for you alone: show it to nobody.`,
    'Give it from where Gatebell knows you: type "link CODE" at its terminal or in another chat, or send POST /v1/links {"code": …}.',
  );
}

function isAccount(named: { readonly platform: string; readonly account: string }): named is Account {
  return accountPlatforms.some((platform) => platform === named.platform);
}
