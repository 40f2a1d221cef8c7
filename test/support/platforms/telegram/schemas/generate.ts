// Writes schemas.json from the types of the Bot API: `npx tsx test/support/platforms/telegram/schemas/generate.ts`, then `npm run check -- --fix`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Schema } from 'ts-json-schema-generator';
import { createGenerator } from 'ts-json-schema-generator';

type Node = Readonly<Record<string, unknown>>;

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const roots = Array.from(readFileSync(here('requests.ts'), 'utf8').matchAll(/^export type (\w+)/gm), ([, name = '']) => name);

const generator = createGenerator({
  path: here('requests.ts'),
  tsconfig: here('../../../../tsconfig.json'),
  skipTypeCheck: true,
  topRef: false,
  jsDoc: 'none',
  functions: 'hide',
});

/** What is not sent by any bot here, and would only make the schemas long: it is refused. */
const foreign = ['TelegramInputRichMessage', 'TelegramReplyKeyboardMarkup', 'TelegramSuggestedPostParameters'];

const schemas = Object.fromEntries(roots.map((root) => [root, pruned(withoutMethods(generator.createSchema(root) as Node))]));
writeFileSync(here('schemas.json'), `${JSON.stringify(schemas, null, 2)}\n`);

/** The types let `{ toString() }` and `{ toJSON() }` stand for what they give; on the wire there are only the values. */
function withoutMethods(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMethods);
  if (typeof value !== 'object' || value === null) return value;
  const node = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutMethods(inner)]));
  if (!Array.isArray(node.anyOf)) return node;
  const branches = (node.anyOf as Node[]).filter(
    (branch) => !(branch.type === 'object' && Object.keys((branch.properties ?? {}) as Node).length === 0),
  );
  return branches.length === 1 ? branches[0] : { ...node, anyOf: branches };
}

/** Without the definitions that nothing points to. */
function pruned(schema: unknown): unknown {
  const { definitions = {}, $schema: _, ...top } = schema as Schema & { definitions?: Record<string, unknown> };
  const kept: Record<string, unknown> = {};
  const look = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/definitions\/([^"]+)"/g)) {
      const key = decodeURIComponent(name);
      if (key in kept) continue;
      kept[key] = foreign.includes(key) ? false : definitions[key];
      look(kept[key]);
    }
  };
  const { $ref, ...rest } = top as Schema & { $ref?: string };
  const body = $ref === undefined ? rest : (definitions[decodeURIComponent($ref.replace('#/definitions/', ''))] as object);
  look(body);
  return { ...body, definitions: kept };
}
