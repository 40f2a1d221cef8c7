// `npm run test:independent`: installs what stands in this folder alone, and runs the scenarios in a network of their own where that is possible.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const run = (command, args, cwd = root) => spawnSync(command, args, { cwd, stdio: 'inherit' }).status ?? 1;

if (run('npm', ['ci', '--no-audit', '--no-fund'], here) !== 0)
  process.stdout.write('It could not be installed: the scenarios are skipped.\n');
if (run('node', ['server/build.mjs', '--if-needed']) !== 0) process.exit(1);

// local-slack listens on all interfaces: in a network namespace nobody else reaches it.
const vitest = 'node node_modules/vitest/vitest.mjs run --config test/independent/vitest.config.ts';
const alone = 'ip link set lo up';
const isAlone = spawnSync('unshare', ['-n', 'sh', '-c', alone]).status === 0;
if (!isAlone) process.stdout.write('There is no network namespace to be had: local-slack is reachable from outside while this runs.\n');
process.exit(isAlone ? run('unshare', ['-n', 'sh', '-c', `${alone} && exec ${vitest}`]) : run('sh', ['-c', `exec ${vitest}`]));
