import type { Reporter, TestModule } from 'vitest/node'

/** Ends every run with the line that people and CI look for: `N passed, N failed`. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const passed = tests.filter((one) => one.result().state === 'passed').length
    const failedTests = tests.filter((one) => one.result().state === 'failed').length
    // A file that could not even be loaded has no tests to fail.
    const brokenFiles = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests()].length === 0,
    ).length
    // An uncaught error fails the run, even if all tests pass.
    const failed = failedTests + brokenFiles + unhandledErrors.length
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  }
}
