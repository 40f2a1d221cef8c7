import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: { include: ['test/independent/*.check.ts'], reporters: ['verbose'], testTimeout: 60_000, hookTimeout: 60_000 },
});
