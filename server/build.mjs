// Builds dist: plain tsc, and the files beside the code that the running program reads.
// `--if-needed` builds only when a source is newer than the last build.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './web/bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const rooms = ['src', 'db', 'server', 'bots'];
const besideTheCode = ['db/migrations', 'server/demo/issue-fix-220h.json'];
const builtAt = join(root, 'dist/.built');

if (process.argv.includes('--if-needed') && isFresh()) process.exit(0);
await build();

async function build() {
  const started = new Date();
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  if (!existsSync(compiler)) stop('TypeScript is not installed here, and dist is missing or older than the sources. Run: npm ci');
  const compiled = spawnSync(process.execPath, [compiler, '-p', root], { stdio: 'inherit' });
  if (compiled.status !== 0) stop('The build failed: see the errors above.');
  for (const path of besideTheCode) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(root, 'dist', path), { recursive: true });
  }
  await bundle(join(root, 'dist/server/web/client'));
  writeFileSync(builtAt, `${started.toISOString()}\n`);
}

function isFresh() {
  if (!existsSync(builtAt) || !existsSync(join(root, 'dist/server/main.js'))) return false;
  const builtMs = statSync(builtAt).mtimeMs;
  return [...rooms.flatMap(filesOf), 'package.json', 'tsconfig.json'].every((path) => statSync(join(root, path)).mtimeMs <= builtMs);
}

function filesOf(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((found) =>
    found.isDirectory() ? filesOf(join(folder, found.name)) : [join(folder, found.name)],
  );
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
