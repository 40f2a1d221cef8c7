import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './service.ts';

/** Builds test/bench/slow-disk.c into the folder and gives the environment that makes a process's disk slow; undefined without a C compiler. */
export function slowDisk(folder: string, sleepUs: number): Readonly<Record<string, string>> | undefined {
  const library = join(folder, 'slow-disk.so');
  const argv = ['-O2', '-shared', '-fPIC', '-o', library, join(root, 'test/bench/slow-disk.c'), '-ldl'];
  const built = ['cc', 'gcc', 'clang'].some((compiler) => spawnSync(compiler, argv).status === 0);
  return built ? { LD_PRELOAD: library, SLOW_DISK_US: String(sleepUs) } : undefined;
}
