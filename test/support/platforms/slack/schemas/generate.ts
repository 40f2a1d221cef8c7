// Writes schemas.json from the types of Slack's own packages: `npx tsx test/support/platforms/slack/schemas/generate.ts`, then `npm run check -- --fix`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Schema } from 'ts-json-schema-generator';
import { createGenerator } from 'ts-json-schema-generator';

type Definitions = Record<string, unknown>;
type Node = Readonly<Record<string, unknown>>;

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const roots = [
  'AuthTest',
  'ConnectionsOpen',
  'PostMessage',
  'UpdateMessage',
  'DeleteMessage',
  'PostEphemeral',
  'GetPermalink',
  'ReadHistory',
  'ReadReplies',
  'DescribeChannel',
  'OpenChannel',
  'DescribeUser',
  'OpenView',
  'UpdateView',
  'PublishView',
  'Respond',
  'SubmissionResponse',
  'Modal',
  'Home',
] as const;

const looseBlock = { type: 'object', properties: { type: { type: 'string' } }, required: ['type'] };

const generator = createGenerator({
  path: here('requests.ts'),
  tsconfig: here('../../../../tsconfig.json'),
  skipTypeCheck: true,
  topRef: false,
  jsDoc: 'none',
});

const schemas: Record<string, unknown> = { Block: pruned(byType(generator.createSchema('Block'))) };
for (const root of roots) schemas[root] = pruned(byType(withLooseBlocks(generator.createSchema(root))));
writeFileSync(here('schemas.json'), `${JSON.stringify(schemas, null, 2)}\n`);

/** Blocks and views are checked each against its own schema, so that a fault is named where it is. */
function withLooseBlocks(schema: Schema): Schema {
  const definitions = { ...(schema.definitions as Definitions | undefined) };
  for (const name of ['KnownBlock', 'Block', 'View']) if (name in definitions) definitions[name] = looseBlock;
  return { ...schema, definitions } as Schema;
}

/** Makes a union of things with a `type` each one that is looked up by it, so that a fault is told of the branch that was meant. */
function byType(schema: Schema): Schema {
  const definitions = (schema.definitions ?? {}) as Definitions;
  const resolved = (branch: Node): Node => {
    const name = typeof branch.$ref === 'string' ? decodeURIComponent(branch.$ref.replace('#/definitions/', '')) : '';
    return name === '' ? branch : (definitions[name] as Node);
  };
  const flat = (branches: readonly Node[]): readonly Node[] =>
    branches.flatMap((branch) => {
      const { anyOf } = resolved(branch);
      return anyOf === undefined ? [branch] : flat(anyOf as readonly Node[]);
    });
  const look = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(look);
    if (typeof value !== 'object' || value === null) return value;
    const node = value as Node;
    const branches = Array.isArray(node.anyOf) ? flat(node.anyOf as readonly Node[]) : [];
    const types = branches.map((branch) => typeOf(resolved(branch)));
    const named = branches.length > 1 && !types.includes(undefined) && new Set(types).size === types.length;
    if (named) return { type: 'object', required: ['type'], discriminator: { propertyName: 'type' }, oneOf: branches.map(look) };
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, look(inner)]));
  };
  return look(schema) as Schema;
}

function typeOf(branch: Node): unknown {
  const { type } = (branch.properties ?? {}) as { type?: { const?: unknown } };
  return Array.isArray(branch.required) && branch.required.includes('type') ? type?.const : undefined;
}

/** Without the definitions that nothing points to. */
function pruned(schema: Schema): unknown {
  const { definitions, $schema: _, ...top } = schema as Schema & { definitions?: Definitions };
  const kept: Definitions = {};
  const look = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/definitions\/([^"]+)"/g)) {
      const key = decodeURIComponent(name);
      if (key in kept) continue;
      kept[key] = definitions?.[key];
      look(kept[key]);
    }
  };
  look(top);
  return { ...top, definitions: kept };
}
