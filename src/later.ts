import { z } from 'zod';

/**
 * A field of the contract that a later part brings: any value is refused with `not-available`, naming the field,
 * so that nothing is stored that nobody enforces.
 */
export function laterField() {
  return z.custom<undefined>((value) => value === undefined, { params: { code: 'not-available' } }).optional();
}

/** One of `now`; a value that only a later part knows is refused with `not-available`. */
export function laterValues<const Now extends readonly [string, ...string[]]>(now: Now, later: readonly string[]) {
  return z
    .string()
    .superRefine((value, context) => {
      if (later.includes(value)) {
        context.addIssue({ code: 'custom', params: { code: 'not-available', value }, message: `"${value}" comes with a later part` });
      } else if (!now.includes(value)) {
        context.addIssue({ code: 'custom', message: `expected one of ${now.join(', ')}` });
      }
    })
    .transform((value) => value as Now[number]);
}
