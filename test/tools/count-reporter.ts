import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Ends the run with one line to read by machine: `N passed, N failed`. A file that could not be collected counts as one failure. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    let passed = 0;
    let failed = unhandled.length;
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      passed += states.filter((state) => state === 'passed').length;
      const failures = states.filter((state) => state === 'failed').length;
      failed += module.state() === 'failed' && failures === 0 ? 1 : failures;
    }
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
