import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rooms = 'src|db|server|bots|test|\\.ci';

test('every path that a README, the CHANGELOG or CONTRIBUTING cites exists', () => {
  const documents = filesUnder(root).filter((path) => path.endsWith('.md'));

  const lost = documents.flatMap((document) => lostPaths(root, document));

  expect(lost).toEqual([]);
});

test('a path that does not exist is found in a document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatebell-paths-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'README.md'), 'See `src/gone.ts`, [the map](docs/map.md), [itself](README.md) and `README.md`.\n');

  const lost = lostPaths(folder, 'README.md');

  expect(lost).toEqual(['README.md cites docs/map.md', 'README.md cites src/gone.ts']);
});

function lostPaths(base: string, document: string): readonly string[] {
  const cited = citedPaths(readFileSync(join(base, document), 'utf8'));
  return cited.filter((path) => !exists(base, document, path)).map((path) => `${document} cites ${path}`);
}

/** Link targets, and code spans that look like a path of a room or name a TypeScript, SQL or Markdown file. */
function citedPaths(text: string): readonly string[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)[^)]*\)/g)].map((match) => match[1] ?? '');
  const spans = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '');
  const paths = spans.filter((span) => new RegExp(`^(?:(?:${rooms})/[\\w./-]+|[\\w./-]+\\.(?:ts|sql|md|mjs))$`).test(span));
  return [...new Set([...links, ...paths])].sort();
}

/** A path counts from the root or from the document; a bare name may stand for a file of that name in every folder. */
function exists(base: string, document: string, path: string): boolean {
  if (existsSync(join(base, path)) || existsSync(join(base, dirname(document), path))) return true;
  return !path.includes('/') && filesUnder(join(base, dirname(document))).some((file) => basename(file) === path);
}

/** Paths from `folder` of all files in it that are the project's own. */
function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((found) => {
    if (['node_modules', 'dist', 'data', '.git'].includes(found.name)) return [];
    return found.isDirectory() ? filesUnder(join(folder, found.name)).map((path) => join(found.name, path)) : [found.name];
  });
}
