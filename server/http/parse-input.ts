import type { z } from 'zod';
import { Refusal } from '../../src/refusal.ts';

const cameCharsMax = 80;
const faultsMax = 50;
const sentencesMax = 5;

type Issue = z.core.$ZodIssue;

/** Parses the fields of a call, or refuses with every fault: the path, what was expected, what came. */
export function parseInput(schema: z.ZodType, fields: Readonly<Record<string, unknown>>): unknown {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues;
  const later = issues.flatMap(allOf).find(isLater);
  if (later !== undefined) throw notAvailable(fieldPath(later.path));
  throw badInput(issues, fields);
}

function badInput(issues: readonly Issue[], fields: Readonly<Record<string, unknown>>): Refusal {
  const faults = issues
    .slice(0, faultsMax)
    .map((issue) => ({ path: fieldPath(issue.path), expected: expectedOf(issue), came: cameAt(fields, issue) }));
  const sentences = faults.slice(0, sentencesMax).map(({ path, expected, came }) => `${path}: ${expected}; came ${came}`);
  const rest = issues.length > sentences.length ? `, and ${issues.length - sentences.length} more` : '';
  return new Refusal('bad-input', `${sentences.join('. ')}${rest}.`, 'Correct these fields and send the call again; /docs has the shape.', {
    issues: faults,
  });
}

function notAvailable(field: string): Refusal {
  return new Refusal('not-available', `"${field}" comes with a later part of Gatebell.`, 'Leave it out; nothing was stored.', { field });
}

/** An issue and, for a union, those of its members. */
function allOf(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const members = issue.errors.flat().flatMap(allOf);
  return [issue, ...members.map((member) => ({ ...member, path: [...issue.path, ...member.path] }))];
}

function isLater(issue: Issue): boolean {
  return issue.code === 'custom' && issue.params?.code === 'not-available';
}

function fieldPath(path: readonly PropertyKey[]): string {
  return path.length === 0
    ? 'body'
    : path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${String(step)}`)).join('');
}

function expectedOf(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return `expected no field ${issue.keys.slice(0, sentencesMax).map(told).join(', ')}`;
  return issue.message.replace(/^(Invalid input: |Too (big|small): )/, '').replace(/, received .*$/, '');
}

function cameAt(fields: Readonly<Record<string, unknown>>, issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return issue.keys.length === 1 ? 'it' : 'them';
  return told(issue.path.reduce<unknown>(stepInto, fields));
}

function stepInto(at: unknown, step: PropertyKey): unknown {
  return typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined; // just tested
}

/** A value in a sentence: never longer than a line, and never walked into. */
function told(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length <= cameCharsMax ? text : `${text.slice(0, cameCharsMax)}… (${text.length} characters)`;
}
