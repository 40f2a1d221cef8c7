import { core } from 'zod';
import type { FormFault } from '../refuse.ts';

/** What is wrong with a request by Discord's own specification, by path, in Discord's words where they are known. */
export function shapeFaults(schema: core.$ZodType, given: unknown): readonly FormFault[] {
  const parsed = core.safeParse(schema, given);
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => faultsOf(issue));
}

/**
 * Keys that the specification does not have, as `components.0.colour`. Discord passes over them; no careful bot sends them.
 * Those that say nothing (false or null) are let pass: discord.js itself sends some.
 */
export function unknownKeys(schema: core.$ZodType, given: unknown): readonly string[] {
  const parsed = core.safeParse(schema, given);
  return parsed.success ? keysBeyond(given, parsed.data, '') : [];
}

function keysBeyond(given: unknown, known: unknown, path: string): readonly string[] {
  if (typeof given !== 'object' || given === null || typeof known !== 'object' || known === null) return [];
  return Object.entries(given).flatMap(([key, value]) => {
    const here = path === '' ? key : `${path}.${key}`;
    if (key in known) return keysBeyond(value, (known as Record<string, unknown>)[key], here); // an object, by the check above
    return value === false || value === null ? [] : [here];
  });
}

function faultsOf(issue: core.$ZodIssue): readonly FormFault[] {
  if (issue.code !== 'invalid_union') return [{ path: issue.path, ...said(issue) }];
  const branches = issue.errors.filter((errors) => errors.length > 0);
  // Of a union of components, the branch that takes this type of component is the one that was meant.
  const meant = branches.find((errors) => !errors.some(({ path }) => path.length === 1 && path[0] === 'type'));
  if (meant === undefined)
    return [{ path: issue.path, code: 'UNION_TYPE_CHOICES', message: 'Value is none of those that are allowed here.' }];
  return meant.flatMap((inner) => faultsOf(inner)).map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] }));
}

function said(issue: core.$ZodIssue): Pick<FormFault, 'code' | 'message'> {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${issue.maximum} or fewer in length.` }
        : { code: 'BASE_TYPE_BAD_LENGTH', message: `Must be ${issue.maximum} or fewer.` };
    case 'too_small':
      return issue.origin === 'string'
        ? { code: 'BASE_TYPE_MIN_LENGTH', message: `Must be ${issue.minimum} or more in length.` }
        : { code: 'BASE_TYPE_BAD_LENGTH', message: `Must be ${issue.minimum} or more.` };
    case 'invalid_type':
      return issue.input === undefined
        ? { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
        : { code: 'BASE_TYPE_BAD_TYPE', message: `Must be of type ${issue.expected}.` };
    case 'invalid_value':
      return { code: 'BASE_TYPE_CHOICES', message: `Value must be one of {${issue.values.join(', ')}}.` };
    default:
      return { code: 'BASE_TYPE_INVALID', message: `${issue.code}: ${issue.message}` };
  }
}
