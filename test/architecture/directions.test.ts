import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { cruiseProject, rooms } from './cruise-project.ts';

const root = new URL('../..', import.meta.url).pathname;

describe('the project', () => {
  test('imports only in the allowed directions and never in a circle', async () => {
    const cruised = await cruiseProject(root);

    expect(cruised.violations).toEqual([]);
  });

  test('is seen whole: every TypeScript file of the rooms was cruised', async () => {
    const written = rooms.flatMap((room) => filesUnder(join(root, room))).map((path) => path.slice(root.length));

    const cruised = await cruiseProject(root);

    expect(written.length).toBeGreaterThanOrEqual(40);
    expect(written.filter((path) => !cruised.modules.includes(path))).toEqual([]);
  });
});

describe('a planted wrong import is found', () => {
  const copies: string[] = [];
  afterEach(() => {
    for (const copy of copies.splice(0)) rmSync(copy, { recursive: true });
  });

  const planted: readonly { readonly rule: string; readonly from: string; readonly to: string; readonly text?: string }[] = [
    { rule: 'kernel-alone', from: 'src/planted.ts', to: 'db/planted-target.ts' },
    { rule: 'kernel-alone', from: 'src/planted.ts', to: 'fs', text: "import 'node:fs';" },
    { rule: 'kernel-alone', from: 'src/planted.ts', to: 'node_modules/pino/pino.js', text: "import 'pino';" },
    {
      rule: 'kernel-alone',
      from: 'src/planted.ts',
      to: 'db/planted-target.ts',
      text: "import type { Target } from '../db/planted-target.ts';\nexport type Planted = Target;",
    },
    { rule: 'storage-serves-the-kernel', from: 'db/planted.ts', to: 'server/planted-target.ts' },
    { rule: 'audit-by-itself', from: 'db/audit/planted.ts', to: 'src/planted-target.ts' },
    { rule: 'audit-by-itself', from: 'db/audit/planted.ts', to: 'db/planted-target.ts' },
    { rule: 'bots-serve-the-kernel', from: 'bots/planted.ts', to: 'db/planted-target.ts' },
    { rule: 'adapter-behind-the-port', from: 'bots/planted/planted.ts', to: 'bots/terminal/planted-target.ts' },
    { rule: 'adapter-behind-the-port', from: 'bots/planted/planted.ts', to: 'src/planted-target.ts' },
    { rule: 'surface-over-the-kernel', from: 'server/planted.ts', to: 'db/planted-target.ts' },
    { rule: 'surface-over-the-kernel', from: 'server/http/planted.ts', to: 'bots/planted-target.ts' },
    { rule: 'demo-from-outside', from: 'server/demo/planted.ts', to: 'src/planted-target.ts' },
    { rule: 'nothing-above-the-root', from: 'server/planted.ts', to: 'server/cli/planted-target.ts' },
    { rule: 'no-test-code-in-production', from: 'server/cli/planted.ts', to: 'test/planted-target.ts' },
    {
      rule: 'no-development-package-in-production',
      from: 'server/planted.ts',
      to: 'node_modules/fast-check/lib/fast-check.js',
      text: "import 'fast-check';",
    },
    { rule: 'every-import-found', from: 'server/planted.ts', to: './nowhere.ts', text: "import './nowhere.ts';" },
  ];

  test.each(planted)('$rule: $from -> $to', async ({ rule, from, to, text }) => {
    const copy = plant({ [from]: text ?? `import '${relativeImport(from, to)}';`, ...(text === undefined ? { [to]: 'export {};' } : {}) });
    if (to === 'db/planted-target.ts') plantIn(copy, { [to]: 'export type Target = string;' });

    const cruised = await cruiseProject(copy);

    expect(cruised.violations).toContain(`${rule}: ${from} -> ${to}`);
  });

  test('a circle of two modules', async () => {
    const copy = plant({
      'src/planted-one.ts': "import { two } from './planted-two.ts';\nexport const one = () => two;",
      'src/planted-two.ts': "import { one } from './planted-one.ts';\nexport const two = () => one;",
    });

    const cruised = await cruiseProject(copy);

    expect(cruised.violations.some((found) => found.startsWith('no-cycles: src/planted-'))).toBe(true);
  });

  function plant(files: Readonly<Record<string, string>>): string {
    const copy = mkdtempSync(join(tmpdir(), 'gatebell-architecture-'));
    copies.push(copy);
    for (const room of rooms) cpSync(join(root, room), join(copy, room), { recursive: true });
    cpSync(join(root, 'package.json'), join(copy, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    plantIn(copy, files);
    return copy;
  }
});

function plantIn(copy: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), `${text}\n`);
  }
}

function relativeImport(from: string, to: string): string {
  return `${'../'.repeat(from.split('/').length - 1)}${to}`.replace(/^(?!\.)/, './');
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((found) => found.isFile() && found.name.endsWith('.ts'))
    .map((found) => join(found.parentPath, found.name));
}
