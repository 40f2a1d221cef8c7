import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Cruised } from './cruise-project.ts';
import { cruiseProject, rooms } from './cruise-project.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the project', () => {
  test('imports only in the allowed directions and never in a circle', async () => {
    const cruised = await cruiseProject(root);

    expect(cruised.violations).toEqual([]);
  });

  test('is seen whole: every TypeScript file of the rooms was cruised', async () => {
    const written = rooms.flatMap((room) => filesUnder(join(root, room))).map((path) => path.slice(root.length));

    const cruised = await cruiseProject(root);

    expect(written.length).toBeGreaterThanOrEqual(200);
    expect(written.filter((path) => !cruised.modules.includes(path))).toEqual([]);
  });
});

/** Each is planted as a file of its own into one copy of the project. `text` is its code, when that is not an import of `to`. */
const planted: readonly { readonly rule: string; readonly from: string; readonly to: string; readonly text?: string }[] = [
  { rule: 'kernel-alone', from: 'src/planted-of-db.ts', to: 'db/planted-target.ts' },
  {
    rule: 'kernel-alone',
    from: 'src/planted-type-of-db.ts',
    to: 'db/planted-target.ts',
    text: "import type { Target } from '../db/planted-target.ts';\nexport type Planted = Target;",
  },
  { rule: 'kernel-alone', from: 'src/planted-of-node.ts', to: 'fs', text: "import 'node:fs';" },
  { rule: 'kernel-alone', from: 'src/planted-of-package.ts', to: 'node_modules/pino/pino.js', text: "import 'pino';" },
  { rule: 'storage-serves-the-kernel', from: 'db/planted-of-server.ts', to: 'server/planted-target.ts' },
  { rule: 'audit-by-itself', from: 'db/audit/planted-of-src.ts', to: 'src/planted-target.ts' },
  { rule: 'audit-by-itself', from: 'db/audit/planted-of-db.ts', to: 'db/planted-target.ts' },
  { rule: 'bots-serve-the-kernel', from: 'bots/planted-of-db.ts', to: 'db/planted-target.ts' },
  { rule: 'adapter-behind-the-port', from: 'bots/planted/of-neighbour.ts', to: 'bots/terminal/planted-target.ts' },
  { rule: 'adapter-behind-the-port', from: 'bots/planted/of-src.ts', to: 'src/planted-target.ts' },
  { rule: 'surface-over-the-kernel', from: 'server/planted-of-db.ts', to: 'db/planted-target.ts' },
  { rule: 'surface-over-the-kernel', from: 'server/http/planted-of-bots.ts', to: 'bots/planted-target.ts' },
  { rule: 'demo-from-outside', from: 'server/demo/planted-of-src.ts', to: 'src/planted-target.ts' },
  { rule: 'nothing-above-the-root', from: 'server/planted-of-cli.ts', to: 'server/cli/planted-target.ts' },
  { rule: 'no-test-code-in-production', from: 'server/cli/planted-of-test.ts', to: 'test/planted-target.ts' },
  {
    rule: 'no-development-package-in-production',
    from: 'server/planted-of-tool.ts',
    to: 'node_modules/fast-check/lib/fast-check.js',
    text: "import 'fast-check';",
  },
  { rule: 'every-import-found', from: 'server/planted-of-nothing.ts', to: './nowhere.ts', text: "import './nowhere.ts';" },
];

describe('a planted wrong import is found', () => {
  let found: Cruised = { modules: [], violations: [] };

  beforeAll(async () => {
    const copy = copyOfProject();
    for (const { from, to, text } of planted) plant(copy, from, text ?? `import '${'../'.repeat(from.split('/').length - 1)}${to}';`);
    for (const { to } of planted.filter((one) => one.to.endsWith('planted-target.ts'))) plant(copy, to, 'export type Target = string;');
    plant(copy, 'src/planted-one.ts', "import { two } from './planted-two.ts';\nexport const one = () => two;");
    plant(copy, 'src/planted-two.ts', "import { one } from './planted-one.ts';\nexport const two = () => one;");
    found = await cruiseProject(copy);
    rmSync(copy, { recursive: true });
  }, 120_000);

  test.each(planted)('$rule: $from -> $to', ({ rule, from, to }) => {
    expect(found.violations).toContain(`${rule}: ${from} -> ${to}`);
  });

  test('no-cycles: two modules that need each other', () => {
    expect(found.violations.filter((one) => one.startsWith('no-cycles: src/planted-'))).not.toEqual([]);
  });

  test('and nothing else is called wrong', () => {
    expect(found.violations.filter((one) => !one.includes('planted'))).toEqual([]);
  });
});

function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'gatebell-architecture-'));
  for (const room of rooms) cpSync(join(root, room), join(copy, room), { recursive: true });
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function plant(copy: string, path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), `${text}\n`);
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((found) => found.isFile() && /\.tsx?$/.test(found.name))
    .map((found) => join(found.parentPath, found.name));
}
