// `npm run check`: every step runs, so that one run shows all that is wrong. `-- --fix` writes the format first.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const biome = ['biome', 'check', '--config-path=test/tools/biome-settings.json', '--error-on-warnings'];

const steps = {
  'types of src, without any host': ['tsc', '-p', 'src'],
  'types of the script for browsers': ['tsc', '-p', 'server/web/client'],
  'types of the whole project': ['tsc', '-p', 'test'],
  'format and lint': process.argv.includes('--fix') ? [...biome, '--write', '.'] : [...biome, '.'],
  'promises and switches': [
    'oxlint',
    '-c',
    'test/tools/oxlint-settings.json',
    '--type-aware',
    '--deny-warnings',
    '--tsconfig',
    'test/tsconfig.json',
    '.',
  ],
  'directions, cycles and paths in READMEs': ['vitest', 'run', '--config', 'test/vitest.config.ts', 'test/architecture'],
  'dead code': ['knip'],
};

const failed = Object.entries(steps).filter(([title, command]) => !passes(title, command));
process.stdout.write(failed.length === 0 ? 'check: all green\n' : `check: failed: ${failed.map(([title]) => title).join('; ')}\n`);
process.exit(failed.length === 0 ? 0 : 1);

function passes(title, [tool, ...args]) {
  process.stdout.write(`\n— ${title}\n`);
  const path = `${root}node_modules/.bin:${process.env.PATH}`;
  const ran = spawnSync(tool, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path } });
  return ran.status === 0;
}
