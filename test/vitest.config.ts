import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    reporters: [process.env.CI === undefined ? 'default' : 'verbose', './test/tools/count-reporter.ts'],
    // Some files mostly wait, for a platform to be tried again or a process to end: three share two cores well.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    expect: { requireAssertions: false },
  },
});
