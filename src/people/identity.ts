import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { PersonId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import type { Instant } from '../time.ts';
import { instantText } from '../time.ts';

/** Platforms on which people have accounts of their own. */
export const accountPlatforms = ['slack', 'discord', 'telegram'] as const;

/** A person's account on a platform, by the platform's immutable id. On Slack: `team:user`; on Discord and Telegram the id of the user. */
export const account = z.object({ platform: z.enum(accountPlatforms), account: z.string() });

export type Account = z.infer<typeof account>;

/** An account and the person behind it; `person` is null once it was unlinked. `how` it came to be theirs. */
export const identity = account.extend({
  id: z.string(),
  person: idOf('person').nullable(),
  how: z.enum(['operator', 'code']),
  linked_at: instantText,
});

export type Identity = z.infer<typeof identity>;

export type IdentityEvent =
  | ({ readonly type: 'identity-linked'; readonly person: PersonId; readonly how: Identity['how'] } & Account)
  | ({ readonly type: 'identity-unlinked'; readonly person: PersonId } & Account);

/** A code that ties an account to a person, once, within 10 minutes: made on the one side and given on the other. */
export const linkCode = z.object({
  hash: z.string(),
  made_by: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('account'), ...account.shape }),
    z.object({ kind: z.literal('person'), person: idOf('person') }),
  ]),
  expires_at: instantText,
  spent_at: instantText.nullable(),
});

export type LinkCode = z.infer<typeof linkCode>;

export type LinkCodeEvent =
  | { readonly type: 'link-code-issued'; readonly hash: string; readonly made_by: LinkCode['made_by']; readonly expires_at: Instant }
  | { readonly type: 'link-code-spent'; readonly hash: string };

export function identityId({ platform, account: named }: Account): string {
  return `${platform}:${named}`;
}

/** Where on the platform this account is spoken to alone. */
export function ownAddress({ platform, account: named }: Account): string {
  switch (platform) {
    case 'slack':
      return named.slice(named.indexOf(':') + 1);
    case 'discord':
      return `user:${named}`;
    case 'telegram':
      return named; // a private chat has the id of the person
  }
}

export function evolveIdentity(before: Identity | undefined, event: IdentityEvent, place: Place): Identity {
  switch (event.type) {
    case 'identity-linked': {
      const { platform, account: named, person, how } = event;
      return { id: identityId(event), platform, account: named, person, how, linked_at: place.at };
    }
    case 'identity-unlinked':
      if (before === undefined) throw new Error('identity-unlinked came before its identity was linked');
      return { ...before, person: null };
  }
}

export function evolveLinkCode(before: LinkCode | undefined, event: LinkCodeEvent, place: Place): LinkCode {
  switch (event.type) {
    case 'link-code-issued': {
      const { type: _, ...issued } = event;
      return { ...issued, spent_at: null };
    }
    case 'link-code-spent':
      if (before === undefined) throw new Error('link-code-spent came before its code was issued');
      return { ...before, spent_at: place.at };
  }
}
