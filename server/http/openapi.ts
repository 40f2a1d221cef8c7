import type { Context } from 'hono';
import { z } from 'zod';
import { refusalTitles } from '../../src/refusal.ts';
import { boundVerbs, boundViews } from './bound.ts';
import type { Binding } from './bindings.ts';
import { followEvents, readFile } from './plain-calls.ts';
import type { PlainCall } from './plain-calls.ts';
import { respondJson } from './respond.ts';

type Json = Readonly<Record<string, unknown>>;

type Described = { readonly name: string; readonly summary: string; readonly input: z.ZodType; readonly output: z.ZodType };

/** `/openapi.json`, made once from the catalog: OpenAPI 3.1 takes the JSON Schema that zod writes. */
export function openApiCall(): (context: Context) => Promise<Response> {
  const document = describeApi();
  return async () => respondJson(200, document);
}

export function describeApi(): Json {
  const paths: Record<string, Record<string, Json>> = {};
  const add = (of: Described, binding: Binding) => {
    const path = templateOf(binding.path);
    paths[path] = { ...paths[path], [binding.method.toLowerCase()]: describeCall(of, binding) };
  };
  for (const { verb, binding } of boundVerbs()) add(verb, binding);
  for (const { view, binding } of boundViews()) add(view, binding);
  for (const call of [followEvents, readFile]) paths[templateOf(call.path)] = { get: describePlain(call) };
  return {
    openapi: '3.1.0',
    info: { title: 'Gatebell', version: '1', description: 'The decision inbox and control plane of long-running agents.' },
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas: { Problem: problemSchema } },
  };
}

function describeCall({ name, summary, input, output }: Described, binding: Binding): Json {
  const schema = jsonSchema(input, 'input');
  const inPath = namesIn(binding.path);
  const properties = (schema.properties ?? {}) as Record<string, Json>; // of an object schema, as zod writes it
  const fields = Object.keys(properties).filter((field) => !inPath.includes(field));
  const parameters = [
    ...inPath.map(pathParameter),
    ...(binding.method === 'GET' ? fields.map((field) => ({ name: field, in: 'query', schema: properties[field] })) : []),
    ...(binding.handler === 'waits' ? [{ name: 'wait', in: 'query', schema: { type: 'integer', minimum: 0, maximum: 60 } }] : []),
    ...(binding.method === 'GET' ? [] : [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 128 } }]),
  ];
  return {
    operationId: name,
    summary,
    parameters,
    ...bodyOf(binding, schema, fields, properties),
    responses: {
      [binding.status]: { description: 'Done', content: { 'application/json': { schema: jsonSchema(output, 'output') } } },
      default: refused,
    },
  };
}

function describePlain({ name, summary, path, gives }: PlainCall): Json {
  const responses = { 200: { description: 'Done', content: { [gives]: {} } }, default: refused };
  return { operationId: name, summary, parameters: namesIn(path).map(pathParameter), responses };
}

function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, named]) => named ?? '');
}

function pathParameter(named: string): Json {
  return { name: named, in: 'path', required: true, schema: { type: 'string' } };
}

function bodyOf(binding: Binding, schema: Json, fields: readonly string[], properties: Readonly<Record<string, Json>>): Json {
  if (binding.handler === 'bytes')
    return { requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } } };
  if (binding.method === 'GET' || fields.length === 0) return {};
  const required = ((schema.required ?? []) as string[]).filter((field) => fields.includes(field)); // names, as zod writes them
  const body = {
    type: 'object',
    additionalProperties: false,
    required,
    properties: Object.fromEntries(fields.map((field) => [field, properties[field]])),
  };
  return { requestBody: { required: required.length > 0, content: { 'application/json': { schema: body } } } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: closeLater,
  });
  return described;
}

/** A field of a later part takes no value at all. */
function closeLater({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: { _zod: { def: { type: string } } };
  jsonSchema: Record<string, unknown>;
}): void {
  if (zodSchema._zod.def.type === 'custom') Object.assign(jsonSchema, { not: {}, description: 'Comes with a later part.' });
}

const refused = { description: 'Refused', content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } };

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'fix'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(refusalTitles) },
    detail: { type: 'string' },
    fix: { type: 'string' },
  },
} as const;
