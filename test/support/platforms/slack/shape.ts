import { readFileSync } from 'node:fs';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import type { Json } from '../json.ts';
import { isJson, listOf, textOf } from '../json.ts';
import { lengthFaults, viewFaults } from './lengths.ts';
import { limits } from './limits.ts';

const schemas = JSON.parse(readFileSync(new URL('schemas/schemas.json', import.meta.url), 'utf8')) as Record<string, Json>;
const ajv = new Ajv({ allErrors: true, strict: false, discriminator: true, schemas });
const compiled = new Map<string, ValidateFunction>();
const shownMax = 5;

/** What is wrong with a request of this kind; nothing when it is right. */
export function requestFaults(request: string, args: Json): readonly string[] {
  return faultsBy(request, args);
}

/** Each block against the schema of its own type, then its lengths. */
export function blockFaults(blocks: readonly Json[], blocksMax: number = limits.message.blocks): readonly string[] {
  const shapes = blocks.flatMap((block, at) => {
    const name = blockSchemas.get(textOf(block.type));
    if (name === undefined) return [`unsupported type: ${textOf(block.type)} [json-pointer:/blocks/${at}/type]`];
    return faultsBy(name, block, `/blocks/${at}`);
  });
  return shapes.length > 0 ? shapes : lengthFaults(blocks, blocksMax);
}

export function viewShapeFaults(view: Json): readonly string[] {
  const shape = faultsBy(view.type === 'home' ? 'Home' : 'Modal', view);
  const blocks = blockFaults(listOf(view.blocks), limits.view.blocks);
  return [...shape, ...blocks, ...viewFaults(view).filter((fault) => !blocks.includes(fault))];
}

const blockSchemas: ReadonlyMap<string, string> = new Map(
  Object.entries((schemas.Block?.definitions ?? {}) as Json).flatMap(([name, schema]) => {
    const type = typeConst(schema);
    return type !== undefined && name.endsWith('Block') ? [[type, `Block#/definitions/${name}`] as const] : [];
  }),
);

function typeConst(schema: unknown): string | undefined {
  if (!isJson(schema)) return undefined;
  const [branch] = listOf(schema.anyOf);
  const { properties } = branch ?? schema;
  return isJson(properties) && isJson(properties.type) ? textOf(properties.type.const) || undefined : undefined;
}

function faultsBy(schema: string, value: unknown, at = ''): readonly string[] {
  const validate = compiled.get(schema) ?? ajv.compile({ $ref: schema });
  compiled.set(schema, validate);
  if (validate(value)) return [];
  const faults = deepest(validate.errors ?? []).map((error) => `${described(error)} [json-pointer:${at}${error.instancePath}]`);
  return [...new Set(faults)].slice(0, shownMax);
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
