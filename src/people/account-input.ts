import { z } from 'zod';
import { accountPlatforms, identityId } from './identity.ts';

const forms = {
  slack: { form: /^[TE][A-Z0-9]{2,20}:[UW][A-Z0-9]{2,20}$/, like: 'team:user, such as T0123ABCD:U0123ABCD' },
  discord: { form: /^[1-9]\d{16,19}$/, like: 'the id of a Discord user, such as 80351110224678912' },
  telegram: { form: /^[1-9]\d{0,15}$/, like: 'the id of a Telegram user, such as 123456789' },
} as const satisfies Record<(typeof accountPlatforms)[number], { readonly form: RegExp; readonly like: string }>;

/** An account as an operator names it. */
export const accountInput = z
  .strictObject({ platform: z.enum(accountPlatforms), account: z.string().max(80) })
  .superRefine(({ platform, account }, context) => {
    const { form, like } = forms[platform];
    if (!form.test(account)) context.addIssue({ code: 'custom', path: ['account'], message: `expected ${like}` });
  });

/** The accounts of a person; one that is named twice counts once. */
export const identitiesInput = z
  .array(accountInput)
  .max(10)
  .transform((accounts) => [...new Map(accounts.map((named) => [identityId(named), named])).values()]);
