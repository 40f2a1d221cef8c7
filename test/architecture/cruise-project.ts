import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync, transformSync } from '@swc/core';
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';
import { directions, noCycles } from './rules.ts';

export const rooms = ['src', 'db', 'server', 'bots'] as const;

export type Cruised = {
  /** Modules of the rooms that were read, as paths from the root. */
  readonly modules: readonly string[];
  /** `rule: from -> to`, in order of the text. */
  readonly violations: readonly string[];
};

/** Follows every import of the rooms under `root`, types included; then, for circles, those that are left at run time. */
export async function cruiseProject(root: string): Promise<Cruised> {
  const plain = copyWithoutJsx(root);
  const written = await cruiseRooms(plain, directions);
  const stripped = copyWithoutTypes(plain, modulesOf(written));
  try {
    const run = await cruiseRooms(stripped, [noCycles]);
    return { modules: modulesOf(written), violations: [...violationsOf(written), ...violationsOf(run)] };
  } finally {
    for (const copy of [plain, stripped]) rmSync(copy, { recursive: true });
  }
}

/** The cruiser's swc reads no JSX, so of a file that has some only its imports are left, those of types as such. */
function copyWithoutJsx(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'gatebell-plain-'));
  for (const room of rooms) cpSync(join(root, room), join(copy, room), { recursive: true });
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  for (const beside of ['node_modules', 'test']) symlinkSync(realpathSync(join(root, beside)), join(copy, beside));
  for (const { name, parentPath } of readdirSync(copy, { withFileTypes: true, recursive: true })) {
    if (!name.endsWith('.tsx')) continue;
    const { body } = parseSync(readFileSync(join(parentPath, name), 'utf8'), { syntax: 'typescript', tsx: true });
    const imports = body.flatMap((statement) =>
      statement.type === 'ImportDeclaration' ? [`import ${statement.typeOnly ? 'type ' : ''}{} from '${statement.source.value}';`] : [],
    );
    writeFileSync(join(parentPath, name), imports.join('\n'));
  }
  return copy;
}

/** swc parses: under TypeScript 7 the cruiser's own parser silently sees nothing. */
async function cruiseRooms(root: string, forbidden: readonly IForbiddenRuleType[]): Promise<ICruiseResult> {
  const { output } = await cruise([...rooms], {
    baseDir: root,
    parser: 'swc',
    preserveSymlinks: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    validate: true,
    ruleSet: { forbidden: [...forbidden] },
    doNotFollow: { path: 'node_modules' },
  });
  if (typeof output === 'string') throw new Error('the cruiser gave a text where its result was expected');
  return output;
}

/** swc does not tell the cruiser which imports are of types only, so the circles are looked for in code that has none. */
function copyWithoutTypes(root: string, modules: readonly string[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'gatebell-stripped-'));
  for (const room of rooms) cpSync(join(root, room), join(copy, room), { recursive: true });
  for (const module of modules.filter((path) => /\.tsx?$/.test(path))) {
    const { code } = transformSync(readFileSync(join(root, module), 'utf8'), {
      configFile: false,
      swcrc: false,
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022', transform: { verbatimModuleSyntax: true } },
    });
    writeFileSync(join(copy, module), code);
  }
  return copy;
}

function modulesOf(result: ICruiseResult): readonly string[] {
  return result.modules.map((module) => module.source).filter((source) => /^(?:src|db|server|bots)\//.test(source));
}

function violationsOf(result: ICruiseResult): readonly string[] {
  return result.summary.violations.map((found) => `${found.rule.name}: ${found.from} -> ${found.to}`).sort();
}
