import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;
const rooms = 'src|db|server|bots|test|\\.ci';

test('every path that a README, the CHANGELOG or CONTRIBUTING cites exists', () => {
  const documents = markdownUnder(root);

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

function exists(base: string, document: string, path: string): boolean {
  return existsSync(join(base, path)) || existsSync(join(base, dirname(document), path));
}

function markdownUnder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((found) => found.isFile() && found.name.endsWith('.md'))
    .map((found) => join(found.parentPath, found.name).slice(folder.length))
    .filter((path) => !/(?:^|\/)(?:node_modules|dist|data|\.git)\//.test(path));
}
