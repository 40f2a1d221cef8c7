import { readFileSync } from 'node:fs';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import type { Json } from '../json.ts';
import { isJson } from '../json.ts';

const schemas = JSON.parse(readFileSync(new URL('schemas/schemas.json', import.meta.url), 'utf8')) as Record<string, Json>;
const ajv = new Ajv({ allErrors: true, strict: false });
const compiled = new Map<string, ValidateFunction>();
const shownMax = 3;

/** What is wrong with the arguments of a method; nothing when they are right. */
export function requestFaults(request: string, args: Json): readonly string[] {
  const validate = compiled.get(request) ?? ajv.compile(schemas[request] ?? {});
  compiled.set(request, validate);
  if (validate(args)) return [];
  const faults = deepest(validate.errors ?? []).map((error) => `${described(error)} at ${error.instancePath || '/'}`);
  return [...new Set(faults)].slice(0, shownMax);
}

/** What a form says in text: numbers, flags, lists and objects become what the method takes there. */
export function typed(request: string, fields: Readonly<Record<string, string>>): Json {
  const properties = schemas[request]?.properties;
  const values = Object.entries(fields).map(([name, text]) => {
    const schema = isJson(properties) ? properties[name] : undefined;
    return [name, !isJson(schema) || takesText(schema) ? text : fromText(text)] as const;
  });
  return Object.fromEntries(values);
}

function takesText({ type, enum: words }: Json): boolean {
  return type === 'string' || (Array.isArray(type) && type.includes('string')) || Array.isArray(words);
}

function fromText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Of a union that nothing fits, the branch that came furthest says most; a key that no branch knows says it plainly. */
function deepest(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const depth = (error: ErrorObject) => error.instancePath.split('/').length;
  const told = errors.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'not');
  const most = Math.max(...told.map(depth));
  const deep = told.filter((error) => depth(error) === most);
  const unknown = deep.filter(({ keyword }) => keyword === 'additionalProperties');
  return unknown.length > 0 ? unknown : deep;
}

function described(error: ErrorObject): string {
  const { additionalProperty } = error.params as { additionalProperty?: string };
  return additionalProperty === undefined ? (error.message ?? error.keyword) : `unknown key ${additionalProperty}`;
}
