import { z } from 'zod';
import { laterValues } from '../later.ts';
import { accountPlatforms, identityId, laterAccountPlatforms } from './identity.ts';

const forms = {
  slack: { form: /^[TE][A-Z0-9]{2,20}:[UW][A-Z0-9]{2,20}$/, like: 'team:user, such as T0123ABCD:U0123ABCD' },
} as const satisfies Record<(typeof accountPlatforms)[number], { readonly form: RegExp; readonly like: string }>;

/** An account as an operator names it. */
export const accountInput = z
  .strictObject({ platform: laterValues(accountPlatforms, laterAccountPlatforms), account: z.string().max(80) })
  .superRefine(({ platform, account }, context) => {
    if (!accountPlatforms.includes(platform)) return; // refused already: a refusal of one field does not keep this from running
    const { form, like } = forms[platform];
    if (!form.test(account)) context.addIssue({ code: 'custom', path: ['account'], message: `expected ${like}` });
  });

/** The accounts of a person; one that is named twice counts once. */
export const identitiesInput = z
  .array(accountInput)
  .max(10)
  .transform((accounts) => [...new Map(accounts.map((named) => [identityId(named), named])).values()]);
